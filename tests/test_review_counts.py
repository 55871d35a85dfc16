"""The page counts the same decisions as `check --decisions`, and says which it cannot count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorecheck.decisions.apply import apply_to_file
from scorecheck.decisions.current import live
from scorecheck.decisions.make import decide
from scorecheck.decisions.record import SECOND, SETTLING, Decision
from scorecheck.report.result import SheetResult
from scorecheck.review.facts import sheet_facts
from scorecheck.review.sheet import ReviewSheet
from tests.made_decisions import catalogue, cell_of
from tests.made_review import checked, desk_with, two_games

ONES = "g1/ones/value"


@pytest.fixture
def sheet(tmp_path: Path) -> ReviewSheet:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    return desk.entries()[0].sheets[0]


def said(under: ReviewSheet, **changed: object) -> Decision:
    """A decision in the log, changed as by a text editor or by another version of scorecheck."""
    made = decide(under.place, cell_of(under.machine, ONES), "3", "Åsa")
    one = replace(made, **changed)  # type: ignore[arg-type]
    under.ledger.add(one)
    return one


def far(sheet: ReviewSheet, **changed: object) -> Decision:
    """A decision about a cell that was then elsewhere in the photo."""
    read = decide(sheet.place, cell_of(sheet.machine, ONES), "3", "Åsa").read
    assert read is not None
    box = tuple((x + 90.0, y) for x, y in read.box_px)
    return said(sheet, read=replace(read, box_px=box), **changed)


def by_check(sheet: ReviewSheet) -> SheetResult:
    """What `check --decisions` makes of the sheet."""
    log = sheet.ledger.about(sheet.place.sha256)
    settled, _ = apply_to_file(sheet.file, log, catalogue())
    return settled.sheets[0]


def notes(sheet: ReviewSheet, round: int = 1) -> str:
    return " ".join(sheet_facts(sheet, "en", round)["notes"])


def test_a_decision_from_when_the_sheet_had_another_number_counts(sheet: ReviewSheet) -> None:
    one = said(sheet, sheet=4)
    assert sheet.settled().cards == by_check(sheet).cards
    assert cell_of(sheet.settled(), ONES).text == "3"
    assert sheet.undo("åsa").id == one.id
    assert cell_of(sheet.settled(), ONES).is_open
    assert cell_of(by_check(sheet), ONES).is_open


@pytest.mark.parametrize(
    ("changed", "shown"),
    [({"text": "FREEZE"}, "'FREEZE'"), ({"cell": "g9/ones/value"}, "g9/ones/value"),
     ({"page": 2}, "page 2")],
)  # fmt: skip
def test_what_fits_no_cell_does_not_count_and_is_told(
    sheet: ReviewSheet, changed: dict[str, object], shown: str
) -> None:
    one = said(sheet, **changed)
    assert cell_of(sheet.settled(), ONES).is_open
    assert sheet.settled().cards == by_check(sheet).cards
    assert [misfit.id for misfit in sheet.misfits] == [one.id]
    assert "fits no cell" in notes(sheet)
    assert shown in notes(sheet)


def test_a_cell_that_is_far_from_where_it_was_is_another(sheet: ReviewSheet) -> None:
    one = far(sheet)
    assert cell_of(sheet.settled(), ONES).is_open
    assert sheet.settled().cards == by_check(sheet).cards
    assert [misfit.id for misfit in sheet.misfits] == [one.id]


def test_a_text_that_a_person_typed_loosely_into_the_log_counts_as_check_counts_it(
    sheet: ReviewSheet,
) -> None:
    said(sheet, text="x")
    assert sheet.settled().cards == by_check(sheet).cards
    assert cell_of(by_check(sheet), ONES).text == cell_of(sheet.settled(), ONES).text


def test_the_other_reviewer_hears_nothing_of_what_does_not_count(sheet: ReviewSheet) -> None:
    said(sheet, text="FREEZE")
    far(sheet, by="Björn", round=SECOND)
    assert "Björn" not in notes(sheet)
    assert "Åsa" not in notes(sheet, SECOND)
    assert "Björn" in notes(sheet, SECOND)
    assert "and 1 more" in notes(sheet, SETTLING)


def test_both_rounds_and_what_settles_them_are_what_check_makes_of_them(
    sheet: ReviewSheet,
) -> None:
    sheet.decide(ONES, "3", "Åsa")
    sheet.decide(ONES, "8", "Björn", round=SECOND)
    assert sheet.settled(SETTLING) == by_check(sheet)
    assert cell_of(by_check(sheet), ONES).disputed
    sheet.decide(ONES, "3", "Cecilia", "no loop below", round=SETTLING)
    assert sheet.settled(SETTLING) == by_check(sheet)
    assert cell_of(by_check(sheet), ONES).text == "3"
    assert len(live(sheet.ledger.about(sheet.place.sha256))) == 3
