"""Photos made and read by the whole pipeline, cell by cell beside what is written: rows to keep."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from scorecheck.errors import ScorecheckError
from scorecheck.faults import own_fault
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.game.template import Template
from scorecheck.judge.sheet import Columns, Judged, judge_sheet
from scorecheck.measure.hidden import accusations_of, mistakes_of
from scorecheck.measure.noting import NotingBook, make_noted
from scorecheck.measure.revision import reader_id
from scorecheck.measure.rows import LEAST, CellRow, Json, PhotoRow
from scorecheck.measure.store import Store, fill_store
from scorecheck.photo.find import FoundSheet
from scorecheck.photo.flatten import FlatSheet
from scorecheck.photo.load import Photo, iter_photos
from scorecheck.pipeline import Judge, Kit, Outcome, check_photo, make_kit
from scorecheck.reading.policy import as_seen
from scorecheck.reading.types import CellReading, State
from scorecheck.report.result import SheetResult
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.simulate.glyphs import Split
from scorecheck.simulate.photos import MadePhoto, Recipe

HIDDEN = 0.5
"""From this share on under a finger or a die, or outside of the picture, a cell is hidden: then
only asking about it is right. Of one that is hidden less, what is read must be what is written."""


@dataclass(frozen=True)
class PhotoJob:
    """A photo to make and read."""

    condition: str
    recipe: Recipe
    folder: Path
    split: Split

    @property
    def key(self) -> str:
        """Names the photo and the reader: a row of another one is another row."""
        return f"{self.split} {reader_id(__name__)} {self.condition}: {self.recipe}"


@cache
def tools(folder: Path, split: Split) -> tuple[Catalogue, NotingBook, Kit]:
    """What making and reading photos needs, once in each process."""
    return load_catalogue(), NotingBook(folder, split), make_kit()


def work(job: PhotoJob) -> Json:
    """Make one photo, read it, compare every cell: a row as JSON."""
    catalogue, book, kit = tools(job.folder, job.split)
    made, images = make_noted(job.recipe, catalogue, book)
    recipe = asdict(job.recipe)
    try:
        sheet, blind, badly = read_made(made, kit)
    except ScorecheckError as error:
        return PhotoRow(job.condition, recipe, error=f"{error.code}: {error.message}").to_json()
    cells = {cell.cell[1:]: cell for card in sheet.cards for cell in card.cells}
    hidden = made.hidden()
    rows = []
    for name, text in made.texts.items():
        alone, weighed = blind[name[1:]], cells[name[1:]]
        seen = [(c.text, c.p) for c in alone.candidates if c.p >= LEAST]
        rows.append(
            CellRow(
                name, alone.kind, text, tuple((t, round(p, 8)) for t, p in seen),
                alone.state.value, weighed.text, round(weighed.confidence, 8), weighed.state.value,
                name[1:] not in badly, hidden[name] >= HIDDEN, images.get(name, ()),
            )
        )  # fmt: skip
    return PhotoRow(
        job.condition, recipe, tuple(rows), mistakes_of(made, sheet, blind),
        accusations=accusations_of(made, sheet, blind),
    ).to_json()  # fmt: skip


class _Looking:
    """Notes the cells whose places in the photo cannot be seen well."""

    def __init__(self) -> None:
        self.badly: set[str] = set()

    def taken(self) -> set[str]:
        """What was noted of the sheet at hand; the next one begins anew."""
        noted, self.badly = self.badly, set()
        return noted

    def found(self, photo: Photo, found: FoundSheet) -> None:
        """Forget a sheet that was refused after it had been looked at."""
        self.badly = set()

    def judged(self, photo: Photo, result: SheetResult) -> None:
        """Nothing to note."""

    def flattened(self, photo: Photo, flat: FlatSheet) -> None:
        """See what a sure and a blank cell would come to there."""
        for name, seen in flat.cells.items():
            for state in (State.SURE, State.BLANK):
                if as_seen(state, seen, empty=state is State.BLANK) is not state:
                    self.badly.add(name[1:])


def read_made(made: MadePhoto, kit: Kit) -> tuple[SheetResult, dict[str, CellReading], set[str]]:
    """What the program says of a made photo, its blind readings by cell id, and the cells whose
    places cannot be seen well.

    Where only the marks are left, columns of players are numbered as games; so the ids lack their
    first letter, which says whose the columns are. A part of another sheet may be in the photo too:
    then the sheet with the right number counts.

    Raises:
        ScorecheckError: the sheet was not read.
    """
    readings: list[dict[str, CellReading]] = []
    badly: list[set[str]] = []

    def judge(
        columns: Columns, template: Template, options: Mapping[str, object], who: SheetIdentity
    ) -> Judged:
        readings.append({cell.cell[1:]: cell for cells in columns for cell in cells})
        unseen = {name for name, cell in readings[-1].items() if _may_be_there_unseen(cell)}
        badly.append(looking.taken() | unseen)
        return judge_sheet(columns, template, options, who)

    looking = _Looking()
    outcomes = _checked(made, replace(kit, watchers=(looking,)), judge)
    read = [outcome for outcome in outcomes if not isinstance(outcome, ScorecheckError)]
    if not read:
        raise next(outcome for outcome in outcomes if isinstance(outcome, ScorecheckError))
    numbers = [sheet.sheet_number for sheet in read]
    one = numbers.index(made.identity.sheet) if made.identity.sheet in numbers else 0
    return read[one], readings[one], badly[one]


def _may_be_there_unseen(cell: CellReading) -> bool:
    return cell.state is State.ILLEGIBLE and not cell.text


def _checked(made: MadePhoto, kit: Kit, judge: Judge) -> list[Outcome]:
    """Every sheet in the photo, read from its file."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "photo.jpg"
        path.write_bytes(made.shot.jpeg)
        try:
            (photo,) = iter_photos(path)
            outcomes = check_photo(photo, kit, judge)
        except ScorecheckError as error:
            outcomes = [error]
        except Exception as error:
            raise own_fault(str(made.recipe), error) from error
    for outcome in outcomes:
        if isinstance(outcome, ScorecheckError):
            outcome.message = outcome.message.removeprefix(f"{path}: ")
    return outcomes


def measure(
    all_jobs: Sequence[tuple[str, PhotoJob]],
    store: Store,
    processes: int,
    tell: Callable[[int, int], None],
) -> list[PhotoRow]:
    """The rows of all jobs, those on disk already and those made now."""
    return [PhotoRow.from_json(row) for row in fill_store(store, all_jobs, work, processes, tell)]
