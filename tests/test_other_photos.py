"""What was decided on one photo of a sheet holds on the others, be they pages of one file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from scorecheck.archive.add import add_files
from scorecheck.archive.decide import ArchiveDecisions, add_decisions
from scorecheck.archive.other_photos import from_other_photos
from scorecheck.decisions.apply import apply_decisions
from scorecheck.decisions.record import Decision
from scorecheck.measure.stub_photos import read_stub
from scorecheck.report.result import BatchResult, FileResult
from tests.made_club import CATALOGUE, club, facts_of, photo
from tests.made_decisions import decision, undo

SIXES = "p1/sixes/value"


def two_pages(path: Path) -> FileResult:
    """A file whose second page is the same sheet once more."""
    file = read_stub(path)
    (sheet,) = file.sheets
    return replace(file, sheets=(sheet, replace(sheet, page=2)))


def settled(folder: Path, page: int, *, taken_back: bool = False) -> list[list[str]]:
    """The doubtful cells of both pages, after a decision on one of them."""
    with club(folder / "club") as archive:
        doubts = {SIXES: {"18": 0.49, "24": 0.48}}
        path = photo(folder, facts_of(archive).sheets[0], doubts=doubts)
        file = two_pages(path)
        list(add_files(archive, [path], two_pages, CATALOGUE))
        told: list[Decision] = [
            decision("18", sha256=file.sha256, page=page, cell=SIXES, read=None)
        ]
        if taken_back:
            told.append(undo(told[0], sha256=file.sha256, page=page))
        assert len(add_decisions(archive, told, CATALOGUE).added) == len(told)
        decisions = ArchiveDecisions(archive, CATALOGUE).all()
        moved = {file.sha256: from_other_photos(archive, file, decisions)}
    applied = apply_decisions(BatchResult((file,)), decisions, CATALOGUE, moved)
    assert (applied.elsewhere, applied.batch.notes) == (0, ())
    (done,) = applied.batch.files
    return [[cell.cell for card in s.cards for cell in card.doubtful] for s in done.sheets]


def test_the_second_page_of_one_file_is_another_photo(tmp_path: Path) -> None:
    for page in (1, 2):
        assert settled(tmp_path / str(page), page) == [[], []]


def test_an_undo_holds_on_both_pages(tmp_path: Path) -> None:
    assert settled(tmp_path, 2, taken_back=True) == [[SIXES], [SIXES]]
