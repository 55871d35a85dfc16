"""What the page is told of a sheet: nothing that would push a person who has to decide."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorecheck.decisions.log import DecisionLog
from scorecheck.errors import UsageError
from scorecheck.review.desk_facts import desk_facts
from scorecheck.review.facts import sheet_facts
from scorecheck.review.sheet import ReviewSheet
from tests.made_review import DOUBTS, checked, desk_with, two_games

Facts = dict[str, Any]


@pytest.fixture
def sheet(tmp_path: Path) -> ReviewSheet:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    return desk.entries()[0].sheets[0]


def cell(facts: Facts, name: str) -> Facts:
    found: Facts = next(one for one in facts["cells"] if one["id"] == name)
    return found


def total(facts: Facts, card: int, name: str) -> Facts:
    found: Facts = next(one for one in facts["cards"][card]["totals"] if one["id"] == name)
    return found


def findings(facts: Facts, card: int) -> list[str]:
    return [one["name"] for one in facts["cards"][card]["findings"]]


def test_the_queue_is_what_the_machine_asks_about_in_the_order_of_the_sheet(
    sheet: ReviewSheet,
) -> None:
    facts = sheet_facts(sheet, "en")
    assert facts["queue"] == list(DOUBTS)
    assert [c["id"] for c in facts["cells"] if c["open"]] == list(DOUBTS)


def test_readings_are_ordered_by_the_picture_alone(sheet: ReviewSheet) -> None:
    """The sums want 19 in the chance; the picture says 14, and so does the page."""
    chance = cell(sheet_facts(sheet, "en"), "g1/chance/value")
    assert [one["text"] for one in chance["candidates"]] == ["14", "19"]
    assert [one["p"] for one in chance["candidates"]] == ["60 %", "4 %"]
    weighed = next(c for k in sheet.machine.cards for c in k.cells if c.cell == chance["id"])
    assert weighed.text == "19"
    assert chance["text"] is None


def test_the_weighed_reading_of_a_cell_in_doubt_is_nowhere_in_the_page(sheet: ReviewSheet) -> None:
    """Whatever the sums make of the cells in doubt, the page is the same."""
    other = dict.fromkeys(DOUBTS, "5")
    cards = tuple(
        replace(card, cells=tuple(replace(c, text=other.get(c.cell, c.text)) for c in card.cells))
        for card in sheet.machine.cards
    )
    changed = replace(sheet, machine=replace(sheet.machine, cards=cards), told={}, _settled={})
    texts = {c.cell: c.text for card in changed.settled().cards for c in card.cells}
    assert texts.items() >= other.items()
    assert sheet_facts(changed, "en") == sheet_facts(sheet, "en")


def test_no_total_is_told_that_hangs_on_a_cell_in_doubt(sheet: ReviewSheet) -> None:
    facts = sheet_facts(sheet, "en")
    for name in ("lower_total", "grand_total"):
        assert total(facts, 0, name)["correct"] is None
    assert total(facts, 0, "grand_total")["written"] is None
    assert "256" not in json.dumps(facts["cards"][0])
    assert [card["points"] for card in facts["together"]["cards"]] == [None, None]
    assert facts["together"]["summary"] == ""


def test_a_total_is_told_once_all_that_goes_into_it_is_settled(sheet: ReviewSheet) -> None:
    sheet.decide("g1/ones/value", "3", "Åsa")
    facts = sheet_facts(sheet, "en")
    assert total(facts, 0, "upper_total") == {
        "id": "upper_total", "cell": "g1/upper_total/sum", "name": "Upper total", "written": 98,
        "unread": False, "correct": 98, "hangs": False, "wrong": False,
    }  # fmt: skip
    assert total(facts, 0, "lower_total")["correct"] is None


def test_a_finding_is_told_only_after_its_cells_are_settled(sheet: ReviewSheet) -> None:
    assert "sum-wrong" not in findings(sheet_facts(sheet, "en"), 1)
    sheet.decide("g2/fours/value", "12", "Åsa")
    assert findings(sheet_facts(sheet, "en"), 1)[0] == "sum-wrong"
    assert total(sheet_facts(sheet, "en"), 1, "upper_sum")["wrong"]


def test_a_person_may_find_what_the_rules_forbid(sheet: ReviewSheet) -> None:
    sheet.decide("g2/fours/value", "17", "Åsa")
    facts = sheet_facts(sheet, "en")
    assert "value-impossible" in findings(facts, 1)
    assert cell(facts, "g2/fours/value")["decided"]["text"] == "17"
    (wrong,) = [f for f in facts["cards"][1]["findings"] if f["name"] == "value-impossible"]
    assert wrong["cells"] == ["g2/fours/value"]
    assert wrong["rule"].startswith("Rule V01")


def test_a_cell_that_nobody_can_read_leaves_its_sums_open(sheet: ReviewSheet) -> None:
    sheet.decide("g2/fours/value", "?", "Åsa")
    facts = sheet_facts(sheet, "en")
    assert not cell(facts, "g2/fours/value")["open"]
    assert total(facts, 1, "upper_sum")["hangs"]
    assert facts["together"]["cards"][1]["hangs"]


def test_a_sum_that_nobody_can_read_is_not_called_unwritten(sheet: ReviewSheet) -> None:
    assert not total(sheet_facts(sheet, "en"), 0, "upper_sum")["unread"]
    sheet.decide("g1/upper_sum/sum", "?", "Åsa")
    told = total(sheet_facts(sheet, "en"), 0, "upper_sum")
    assert (told["unread"], told["written"]) == (True, None)


def test_what_people_decide_unasked_joins_the_queue(sheet: ReviewSheet) -> None:
    sheet.decide("g2/twos/value", "6", "Åsa")
    assert "g2/twos/value" in sheet_facts(sheet, "en")["queue"]


def test_undo_takes_back_ones_own_last_decision(sheet: ReviewSheet) -> None:
    sheet.decide("g1/ones/value", "3", "Åsa")
    sheet.decide("g2/fours/value", "12", "Björn")
    assert sheet.undo("Åsa").cell == "g1/ones/value"
    facts = sheet_facts(sheet, "en")
    assert cell(facts, "g1/ones/value")["open"]
    assert not cell(facts, "g2/fours/value")["open"]
    with pytest.raises(UsageError, match="nothing to undo"):
        sheet.undo("Åsa")
    log = sheet.ledger.about(sheet.place.sha256)
    assert [one.undoes is None for one in log] == [True, True, False]


def settle_all(sheet: ReviewSheet, by: str, round: int, **other: str) -> None:
    answers = {"g1/ones/value": "3", "g1/chance/value": "19", "g1/grand_total/sum": "256"}
    answers |= {"g2/fours/value": "12"}
    for name, text in answers.items():
        sheet.decide(name, other.get(name.split("/")[1], text), by, round=round)


def test_the_second_review_sees_nothing_of_the_first(sheet: ReviewSheet) -> None:
    before = sheet_facts(sheet, "en", 2)
    settle_all(sheet, "Åsa", 1)
    assert sheet_facts(sheet, "en", 2) == before
    assert not sheet_facts(sheet, "en", 1)["can_be_compared"]


def test_one_person_cannot_do_both_reviews(sheet: ReviewSheet) -> None:
    settle_all(sheet, "Åsa", 1)
    with pytest.raises(UsageError, match="other review"):
        sheet.decide("g1/ones/value", "3", " åsa ", round=2)


def test_differences_are_settled_by_a_third_person(sheet: ReviewSheet) -> None:
    settle_all(sheet, "Åsa", 1)
    settle_all(sheet, "Björn", 2, chance="14")
    facts = sheet_facts(sheet, "en", 3)
    assert facts["queue"] == ["g1/chance/value"]
    chance = cell(facts, "g1/chance/value")
    assert [(one["by"], one["text"]) for one in chance["disputed"]] == [
        ("Åsa", "19"),
        ("Björn", "14"),
    ]
    standing = {one["cell"]: one["standing"] for one in facts["compared"]}
    assert standing["g1/chance/value"] == "differs"
    assert standing["g1/ones/value"] == "agreed"
    with pytest.raises(UsageError, match="why"):
        sheet.decide("g1/chance/value", "19", "Cecilia", round=3)
    with pytest.raises(UsageError, match="other review"):
        sheet.decide("g1/chance/value", "19", "Björn", "the 9 is clear", round=3)
    sheet.decide("g1/chance/value", "19", "Cecilia", "the 9 is clear", round=3)
    facts = sheet_facts(sheet, "en", 3)
    assert not cell(facts, "g1/chance/value")["open"]
    assert findings(facts, 0) == []
    assert total(facts, 0, "grand_total")["correct"] == 256


def test_the_list_says_how_far_a_sheet_is(tmp_path: Path) -> None:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    sheet = desk.entries()[0].sheets[0]

    def line() -> Facts:
        found: Facts = desk_facts(desk, "en")["photos"][0]["sheets"][0]
        return found

    settle_all(sheet, "Åsa", 1)
    assert (line()["open"], line()["second"], line()["differences"]) == (0, False, None)
    sheet.decide("g1/ones/value", "8", "Björn", round=2)
    assert (line()["second"], line()["differences"]) == (True, None)
    settle_all(sheet, "Björn", 2, chance="14")
    assert line()["differences"] == 1


def test_decisions_of_another_program_are_taken_in(sheet: ReviewSheet) -> None:
    other = ReviewSheet(
        sheet.key, sheet.file, sheet.place, sheet.machine, sheet.picture,
        type(sheet.ledger)(DecisionLog(sheet.ledger.log.path)), sheet.catalogue,
    )  # fmt: skip
    other.decide("g1/ones/value", "3", "Björn")
    sheet.ledger.refresh()
    assert sheet.decisions()["g1/ones/value"].by == "Björn"
