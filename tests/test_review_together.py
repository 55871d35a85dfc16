"""What the cards come to together, on the page: told once settled, and never as too sure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorecheck.review.facts import sheet_facts
from scorecheck.review.sheet import ReviewSheet
from tests.made_decisions import judged_sheet
from tests.made_review import checked, desk_with
from tests.made_sheets import CLEAN, WRONG_SUM

Facts = dict[str, Any]
CHANCE = "p1/chance/value"
"""19 points of player 1: without them somebody else may have won."""


def review(tmp_path: Path, mode: str, *doubts: str) -> ReviewSheet:
    cards = {f"{mode[0]}1": CLEAN, f"{mode[0]}2": WRONG_SUM}
    made = judged_sheet(cards, {doubt: {"8": 0.9, "3": 0.04} for doubt in doubts}, mode=mode)
    return desk_with(tmp_path / "l.jsonl", checked("p.jpg", made)).entries()[0].sheets[0]


@pytest.fixture
def table(tmp_path: Path) -> ReviewSheet:
    return review(tmp_path, "players", CHANCE)


def together(sheet: ReviewSheet, lang: str = "en") -> Facts:
    found: Facts = sheet_facts(sheet, lang)["together"]
    return found


def leaders(told: Facts) -> list[str]:
    return [card["column"] for card in told["cards"] if card["leads"]]


def test_players_of_one_table_are_compared_only_when_settled(tmp_path: Path) -> None:
    table = review(tmp_path, "players", "p2/ones/value")
    told = together(table)
    assert (told["kind"], told["summary"], leaders(told)) == ("table", "", [])
    table.decide("p2/ones/value", "3", "Åsa")
    told = together(table)
    assert "256 points" in told["summary"]
    assert leaders(told) == ["p1", "p2"]
    assert [part["points"] for part in told["cards"][0]["parts"]] == [98, 158, 0]


def test_a_sure_outcome_has_no_reservation(table: ReviewSheet) -> None:
    table.decide(CHANCE, "30", "Åsa")
    told = together(table)
    assert leaders(told) == ["p1"]
    assert told["rests"] == ""


def test_an_outcome_that_hangs_on_an_illegible_cell_says_so_and_marks_nobody(
    table: ReviewSheet,
) -> None:
    table.decide(CHANCE, "?", "Åsa")
    told = together(table)
    assert leaders(told) == []
    assert told["rests"] == "The win rests on player 1: Chance, which is in doubt"
    assert together(table, "sv")["rests"].startswith("Segern vilar på spelare 1")


def test_an_illegible_cell_that_changes_no_winner_is_no_reservation(tmp_path: Path) -> None:
    """Player 2 is behind by more than the aces may bring."""
    table = review(tmp_path, "players", CHANCE, "p2/ones/value")
    table.decide(CHANCE, "30", "Åsa")
    table.decide("p2/ones/value", "?", "Åsa")
    told = together(table)
    assert (leaders(told), told["rests"]) == (["p1"], "")


def test_games_added_up_say_on_what_they_hang(tmp_path: Path) -> None:
    match = review(tmp_path, "games", "g1/chance/value")
    match.decide("g1/chance/value", "?", "Åsa")
    told = together(match)
    assert told["kind"] == "match"
    assert "game 1: Chance" in told["rests"]
    match.decide("g1/chance/value", "19", "Åsa")
    assert together(match)["rests"] == ""


def test_a_card_with_a_cell_that_nobody_can_read_is_not_called_all_right(
    table: ReviewSheet,
) -> None:
    table.decide(CHANCE, "?", "Åsa")
    card = sheet_facts(table, "en")["cards"][0]
    assert (card["verdict"], card["open"], card["unread"]) == ("doubt", 0, 1)
    table.decide(CHANCE, "19", "Åsa")
    card = sheet_facts(table, "en")["cards"][0]
    assert (card["verdict"], card["unread"]) == ("clean", 0)
