"""The event code: equal where the data agree, and different where they do not."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from scorecheck.archive.code import cards_digest, event_code
from tests.made_event import changed, made_event

FACTS = made_event()

CARDS: list[dict[str, Any]] = [
    {
        "column": column,
        "player": f"cup/{n}",
        "status": "final",
        "verdict": "clean",
        "texts": {f"{column}/ones/value": "3", f"{column}/twos/value": "6"},
        "open": [],
        "totals": {"grand_total": [9, 9]},
        "findings": [],
    }
    for n, column in enumerate(("p1", "p2"), start=1)
]


def test_it_is_short_and_has_no_letters_that_look_alike() -> None:
    assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", event_code(FACTS))


def test_how_it_came_about_does_not_matter() -> None:
    other = FACTS
    for sheet in FACTS.sheets:
        other = changed(other, sheet.number, version=7, readings=3, corrected=True)
    renamed = [replace(one, name="") for one in other.players]
    assert event_code(replace(other, players=tuple(renamed))) == event_code(FACTS)


@pytest.mark.parametrize("key", ["name", "variant", "rounds", "ties", "best_games", "options"])
def test_the_event_matters(key: str) -> None:
    values: dict[str, Any] = {
        "name": "Other",
        "variant": "yahtzee",
        "rounds": 4,
        "ties": (),
        "best_games": 2,
        "options": {"joker": "free"},
    }
    other = replace(FACTS, event=replace(FACTS.event, **{key: values[key]}))
    assert event_code(other) != event_code(FACTS)


@pytest.mark.parametrize("number", [sheet.number for sheet in FACTS.sheets])
def test_every_sheet_matters(number: int) -> None:
    for values in ({"digest": "0" * 64}, {"table": 9}, {"contested": frozenset({"p1"})}):
        assert event_code(changed(FACTS, number, **values)) != event_code(FACTS)


def test_in_a_conflict_it_does_not_matter_which_photo_came_first() -> None:
    one = changed(FACTS, 1, contested=frozenset({"p1"}), digest="a")
    other = changed(FACTS, 1, contested=frozenset({"p1"}), digest="b")
    assert event_code(one) == event_code(other)


def test_the_order_of_cards_and_cells_does_not_matter() -> None:
    turned = [dict(reversed(card.items())) for card in reversed(deepcopy(CARDS))]
    for card in turned:
        card["texts"] = dict(reversed(card["texts"].items()))
    assert cards_digest(turned) == cards_digest(CARDS)


@pytest.mark.parametrize("key", ["texts", "open", "totals", "status"])
def test_what_is_on_a_card_matters(key: str) -> None:
    values: dict[str, Any] = {
        "texts": {"p1/ones/value": "4", "p1/twos/value": "6"},
        "open": ["p1/ones/value"],
        "totals": {"grand_total": [9, 10]},
        "status": "in-progress",
    }
    other = [CARDS[0] | {key: values[key]}, CARDS[1]]
    assert cards_digest(other) != cards_digest(CARDS)


def test_a_total_is_equal_whether_it_is_whole_or_has_a_fraction_of_nothing() -> None:
    other = [CARDS[0] | {"totals": {"grand_total": [9, 9.0]}}, CARDS[1]]
    assert cards_digest(other) == cards_digest(CARDS)
