"""What a check found, from file to cell: the frozen types that every report is drawn from.

A report needs no photo and no template to print a `FileResult`; only the pictures go back to the
photo, by `path` and `page`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.audit.finding import Finding
from scorecheck.audit.standing import Seat
from scorecheck.errors import ScorecheckError
from scorecheck.evidence.policy import Why
from scorecheck.game.template import Template
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.played import Played
from scorecheck.sheet.identity import SheetIdentity

if TYPE_CHECKING:
    from scorecheck.photo.load import Photo

Point = tuple[float, float]


class CardVerdict(StrEnum):
    """What a card comes to. `doubt`: nothing sure is wrong, but a person has to look."""

    CLEAN = "clean"
    FINDINGS = "findings"
    DOUBT = "doubt"


class CardStatus(StrEnum):
    """How far a card has been filled in."""

    BLANK = "blank"
    IN_PROGRESS = "in-progress"
    FINAL = "final"


@dataclass(frozen=True)
class Decided:
    """What a person said that a cell holds: `""` for nothing, `"?"` for what cannot be read.

    `at` is UTC as `2026-01-31T20:15:00.000Z`, `id` that of the decision on record, `round` 1 or 2
    for the first and the second person, 3 for whoever settled a difference between them.
    """

    text: str
    by: str
    at: str
    remark: str = ""
    id: str = ""
    round: int = 1


@dataclass(frozen=True, slots=True)
class CellResult:
    """One cell after weighing, its blind reading beside it.

    `seen` are the blind candidates, likeliest first; `confidence` is the weighed probability of
    `text`, 0..1, and `alternatives` the weighed rest. `box_px` are the cell's corners in
    pixels of the file's upright picture, clockwise from the cell's own top left.

    Where a person decided, `text` is what that person said (with confidence 1), and where two
    differ, `disputed` holds what each said and the cell is in doubt; `machine` is then the cell
    as it was before, the machine's weighed reading. `why` says why the machine asks about it.
    """

    cell: str
    column: str
    box: str
    field: str
    kind: str
    text: str
    value: int | None
    strike: bool
    state: State
    confidence: float
    seen: tuple[Candidate, ...]
    alternatives: tuple[Candidate, ...]
    box_px: tuple[Point, ...]
    decided: Decided | None = None
    disputed: tuple[Decided, ...] = ()
    machine: CellResult | None = None
    why: Why | None = None

    @property
    def alone(self) -> Candidate:
        """The first reading, from the cell's picture only."""
        return self.seen[0]

    @property
    def in_doubt(self) -> bool:
        """Whether it is not known what it says; so it is, too, where a person could not read it."""
        return self.kind != "text" and self.state in (State.DOUBTFUL, State.ILLEGIBLE)

    @property
    def is_open(self) -> bool:
        """Whether a person still has to look at it."""
        return self.in_doubt and self.decided is None


@dataclass(frozen=True)
class JudgedFinding:
    """A finding, and the doubtful cells it rests on: were one of them another of its
    candidates, the finding would go away."""

    finding: Finding
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardResult:
    """One column. `totals` holds (written or None, correct) by sum id, in print order."""

    column: str
    status: CardStatus
    cells: tuple[CellResult, ...]
    totals: dict[str, tuple[int | None, int]]
    findings: tuple[JudgedFinding, ...]
    verdict: CardVerdict

    @property
    def doubtful(self) -> tuple[CellResult, ...]:
        """The cells that a person has to look at."""
        return tuple(cell for cell in self.cells if cell.in_doubt)

    def cell(self, box: str, name: str) -> CellResult | None:
        """The cell of a box (or sum) and a field, where this column has one."""
        return next((c for c in self.cells if c.box == box and c.field == name), None)


@dataclass(frozen=True)
class PlayerResult:
    """One player of a table: how the card in `column` stands, and the grand total written on it.

    `rests_on` are the doubtful cells on which the points hang, `card_rests_on` those on which it
    hangs whether the card is finished, and whether its blanks are legal.
    """

    column: str
    seat: Seat
    written: int | None = None
    rests_on: tuple[str, ...] = ()
    card_rests_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableResult:
    """The players of one sheet together; columns that nobody used are no players.

    `status` is final once the game is over for all of them. `lead_rests_on` are the doubtful
    cells without which somebody else would lead, or the game would not be over.
    """

    status: CardStatus
    players: tuple[PlayerResult, ...]
    findings: tuple[JudgedFinding, ...] = ()
    lead_rests_on: tuple[str, ...] = ()

    @property
    def leaders(self) -> tuple[PlayerResult, ...]:
        """Who has the most points; several share the place."""
        return tuple(player for player in self.players if player.seat.leads)

    @property
    def winners(self) -> tuple[PlayerResult, ...]:
        """The leaders of a game that is over; no tie is broken."""
        return self.leaders if self.status is CardStatus.FINAL else ()

    @property
    def verdict(self) -> CardVerdict:
        """What the table comes to, over and above its cards."""
        if any(not judged.rests_on for judged in self.findings):
            return CardVerdict.FINDINGS
        return CardVerdict.DOUBT if self.findings or self.lead_rests_on else CardVerdict.CLEAN


@dataclass(frozen=True)
class MatchResult:
    """Several games of one player, by column, with the points of each.

    `total` is their sum, None while one of them is in play; `written` the same of the grand
    totals on the paper, None where one is missing. `rests_on` are the doubtful cells on which
    the sum hangs.
    """

    points: dict[str, int]
    total: int | None
    written: int | None = None
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetBasis:
    """What a sheet's cards were judged from, so that they can be judged again.

    `columns` are the blind readings of each column, `options` all rule options, `notes` those that
    the cards have no part in.
    """

    columns: tuple[tuple[CellReading, ...], ...]
    identity: SheetIdentity
    options: Mapping[str, object]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetResult:
    """One sheet found on one page (1-based) of a file.

    `scale` is printed size / nominal size where it could be measured. `corners_px` are the
    corners of the paper in pixels of the file's upright picture, clockwise from the sheet's top
    left. Huge pictures are decoded smaller: `shrink` is how many of the file's pixels go into
    one that reports get to see. `lang` and `sheet_number` are None where only the marks could be
    read. `table` is there for two players or more, `match` for two games or more of one player.
    `played` is what an archive knows of it.
    """

    template: Template
    options: dict[str, object]
    lang: str | None
    paper: str
    page: int
    sheet_number: int | None
    scale: float | None
    corners_px: tuple[Point, ...]
    cards: tuple[CardResult, ...]
    shrink: float = 1.0
    notes: tuple[str, ...] = ()
    table: TableResult | None = None
    match: MatchResult | None = None
    basis: SheetBasis | None = field(default=None, repr=False)
    played: Played | None = None

    @property
    def filled(self) -> tuple[CardResult, ...]:
        """The cards that anything is written on."""
        return tuple(card for card in self.cards if card.status is not CardStatus.BLANK)

    @property
    def variant(self) -> str:
        """The variant's id."""
        return self.template.id


@dataclass(frozen=True)
class FileResult:
    """One input file. `error` and `sheets` may both be there: page 2 bad, page 1 checked.

    `pages` are the photos without their pixels, enough for a report to load them again.
    """

    path: Path
    sha256: str | None
    error: ScorecheckError | None
    sheets: tuple[SheetResult, ...]
    pages: tuple[Photo, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings or doubt, else the error's own."""
        if self.error is not None:
            return self.error.exit_code
        verdicts = {card.verdict for _, card in self.cards()}
        verdicts |= {sheet.table.verdict for sheet in self.sheets if sheet.table}
        return 0 if verdicts <= {CardVerdict.CLEAN} else 1

    def cards(self) -> Iterator[tuple[SheetResult, CardResult]]:
        """Every card of every sheet, in order."""
        for sheet in self.sheets:
            for card in sheet.cards:
                yield sheet, card


@dataclass(frozen=True)
class Note:
    """Something about the whole run that nobody should miss, such as a sheet seen twice."""

    code: str
    message: str
    files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class BatchResult:
    """All files of one run, in the order given."""

    files: tuple[FileResult, ...]
    notes: tuple[Note, ...] = field(default=())

    @property
    def exit_code(self) -> int:
        """The gravest of the files' exit codes."""
        return max((file.exit_code for file in self.files), default=0)
