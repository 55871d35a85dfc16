"""A legal game of every card that can be, played over again; and why other cards cannot be."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from scorecheck.audit.case_file import parse_case
from scorecheck.audit.cases import audit_case
from scorecheck.audit.columns import column_views
from scorecheck.audit.table import table_view
from scorecheck.audit.verdict import audit_card
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.cases import witness_of_case
from scorecheck.audit.witness.conflict import SLIPS
from scorecheck.audit.witness.find import witness_of_card, witness_of_sheet, witness_of_table
from scorecheck.audit.witness.turn import Witness
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.measure.legal_play import play
from tests.replay import replayed

CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
FORM = {"strike-format", "unknown-box"}


def same(one: Card, other: Card) -> bool:
    """Whether two cards have the same boxes and chips; a row's base may have been made up."""
    values = [
        {box: (entry.is_struck, entry.total or entry.base) for box, entry in card.entries.items()}
        for card in (one, other)
    ]
    numbers = [{box: value[0] or value for box, value in some.items()} for some in values]
    return numbers[0] == numbers[1] and (one.chips or 0) == (other.chips or 0)


def shows(witness: Witness, cards: list[dict[str, Card]]) -> bool:
    """Whether the games are legal and end in these cards (by column)."""
    ended = [replayed(game) for game in witness.games]
    assert len(ended) == len(cards)
    return all(
        same(played.get(name, Card()), card)
        for played, wanted in zip(ended, cards, strict=True)
        for name, card in wanted.items()
    )


@pytest.mark.parametrize("template", load_catalogue().all(), ids=lambda one: one.id)
def test_cards_of_legal_games_have_a_game(template: Template) -> None:
    for number in range(25):
        for snapshot in play(template, Random(f"witness/{number}")):
            options, status = snapshot.options, snapshot.status
            for sheet in snapshot.sheets:
                views = tuple(column_views(sheet, template, options, status).values())
                assert shows(witness_of_sheet(views), [dict(sheet.columns)])
            if snapshot.cards:
                table = table_view(snapshot.cards, template, options, status)
                witness = witness_of_table(table)
                assert witness.is_legal
                assert shows(witness, [{"": card} for card in snapshot.cards])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases_have_a_game_or_a_conflict(case: dict[str, object]) -> None:
    catalogue = load_catalogue()
    found = {finding["name"] for finding in audit_case(case, catalogue)["findings"]}  # type: ignore[attr-defined]
    witness = witness_of_case(parse_case(case, catalogue))
    assert witness.is_legal == (found <= SLIPS) or found & FORM
    for game in witness.games:
        replayed(game)
    for conflict in witness.conflicts:
        assert conflict.claims
        assert conflict.why


def yahtzee(chips: int, joker_zero: str = "lower", **entries: int) -> CardView:
    template = load_catalogue().get("yahtzee")
    rules = ruleset(template, template.resolve_options({"joker_zero": joker_zero}))
    boxes = {box: Entry(value) for box, value in entries.items()}
    return CardView(Card(boxes, chips), rules, "final" if len(boxes) == 13 else "in-progress")


FULL = {
    "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 25, "sixes": 18,
    "three_kind": 21, "four_kind": 14, "full_house": 0, "small_straight": 0,
    "large_straight": 0, "yahtzee": 50, "chance": 20,
}  # fmt: skip


def test_too_many_chips_are_told_in_words() -> None:
    (conflict,) = witness_of_card(yahtzee(3, "none", **FULL)).conflicts
    assert conflict.why == (
        "3 chips need 3 Yahtzee rolls after the 50; only Fives 25 and Chance 20 can be one"
    )
    places = [claim.at for claim in conflict.claims]
    assert places[0] == "chips"
    assert set(places) == {"chips", *FULL} - {"yahtzee", "fives", "chance"}


def can_be(view: CardView, entries: dict[str, int]) -> bool:
    boxes = {box: Entry(value) for box, value in entries.items()}
    rules = view.rules
    card = Card(boxes, view.card.chips)
    return audit_card(card, rules.template, rules.options, view.status).is_clean


@pytest.mark.parametrize(
    "entries, chips, joker_zero",
    [
        ({"ones": 4, "three_kind": 15, "fives": 10}, 3, "lower"),
        ({"ones": 4, "three_kind": 15, "chance": 30}, 2, "lower"),
        ({"ones": 5, "full_house": 0, "chance": 20}, 2, "none"),
        ({"sixes": 24, "full_house": 25, "chance": 29}, 3, "lower"),
    ],
)
def test_no_smaller_set_rules_out_the_chips(
    entries: dict[str, int], chips: int, joker_zero: str
) -> None:
    view = yahtzee(chips, joker_zero, yahtzee=50, **entries)
    assert not can_be(view, {"yahtzee": 50, **entries})
    (conflict,) = witness_of_card(view).conflicts
    chosen = {claim.at for claim in conflict.claims} - {"chips"}
    values = {box: [0, *sorted(view.rules.values[box])] for box in entries}

    def freed_can_be(kept: set[str]) -> bool:
        """Whether some values of the other boxes let the card be."""
        cards = [{"yahtzee": 50}]
        for box, value in entries.items():
            some = [value] if box in kept else values[box]
            cards = [{**card, box: other} for card in cards for other in some]
        return any(can_be(view, card) for card in cards)

    assert not freed_can_be(chosen)
    for fewer in combinations(entries, len(chosen) - 1):
        assert freed_can_be(set(fewer))


def power(**rows: tuple[int | str, str | None]) -> CardView:
    template = load_catalogue().get("power")
    rules = ruleset(template, template.resolve_options())
    entries = {
        box: Entry(base, mark, base * (2 if mark == "D" else 1) if isinstance(base, int) else 0)
        for box, (base, mark) in rows.items()
    }
    return CardView(Card(entries), rules, "in-progress")


@pytest.mark.parametrize(
    "rows, told",
    [
        ({"fours": (16, "D"), "chance": (20, "1")}, {"fours"}),
        ({"fours": (16, "D"), "chance": ("X", "2")}, {"fours", "chance"}),
        ({"three_kind_1": (22, "D"), "four_kind_1": (21, "D"), "ones": (2, "F")},
         {"three_kind_1", "four_kind_1"}),
        ({"three_kind_1": (22, "D"), "three_kind_2": (19, "D"), "four_kind_1": (19, "D"),
          "four_kind_2": (22, "D")}, {"three_kind_1", "four_kind_1", "four_kind_2"}),
        ({"full_house": (25, "D"), "small_straight_1": (30, "D"), "fours": (16, "D"),
          "four_kind_1": (22, "D")}, {"full_house", "small_straight_1"}),
    ],
)  # fmt: skip
def test_double_rows_that_cannot_be(
    rows: dict[str, tuple[int | str, str | None]], told: set[str]
) -> None:
    (conflict,) = witness_of_card(power(**rows)).conflicts
    places = {claim.at for claim in conflict.claims}
    assert len(places) == len(told)
    assert places == told or "three_kind_1" in told


def test_order_and_strikes_name_both_boxes() -> None:
    (order,) = witness_of_card(power(three_kind_2=(20, "1"))).conflicts
    assert [(c.at, c.says) for c in order.claims] == [
        ("three_kind_2", "20 1 20"), ("three_kind_1", "blank")
    ]  # fmt: skip
    (strike,) = witness_of_card(power(yahtzee_1=("X", None))).conflicts
    assert [claim.at for claim in strike.claims] == ["yahtzee_1", "yahtzee_3"]


def test_players_whose_turns_cannot_be() -> None:
    template = load_catalogue().get("yatzy")
    cards = [Card({box.id: Entry(0) for box in template.boxes[:n]}) for n in (3, 2, 1, 3)]
    table = table_view(cards, template, template.resolve_options(), "in-progress")
    witness = witness_of_table(table)
    (conflict,) = witness.conflicts
    assert [(c.at, c.says) for c in conflict.claims] == [("p1", "3 turns"), ("p3", "1 turn")]
    assert len(witness.games) == 4


def test_dice_that_were_a_joker_earn_a_chip() -> None:
    case = {
        "variant": "yahtzee",
        "card": {"entries": {"yahtzee": 50, "threes": 9, "full_house": 25}, "chips": 0},
        "dice": {"full_house": [3, 3, 3, 3, 3]},
    }
    (finding,) = audit_case(case, load_catalogue())["findings"]  # type: ignore[misc]
    assert (finding["name"], finding["at"], finding["expected"]) == ("unreachable", "chips", 1)
    case["card"]["chips"] = 1  # type: ignore[index]
    witness = witness_of_case(parse_case(case, load_catalogue()))
    (game,) = witness.games
    assert game.turns[-1].dice == (3, 3, 3, 3, 3)
    assert game.turns[-1].chip
    replayed(game)


def test_known_dice_can_rule_out_a_pair() -> None:
    rows = {
        "fours": {"base": 16, "power": "D", "total": 32},
        "four_kind_1": {"base": 22, "power": "D", "total": 44},
    }
    case = {"variant": "power", "card": {"entries": rows}, "dice": {"fours": [1, 4, 4, 4, 4]}}
    assert audit_case(case, load_catalogue())["findings"]
    case["dice"] = {"fours": [4, 4, 4, 4, 6]}
    witness = witness_of_case(parse_case(case, load_catalogue()))
    assert witness.games[0].turns[0].dice == (4, 4, 4, 4, 6)


def test_nothing_is_played_where_only_totals_are_known() -> None:
    case = {"variant": "yatzy", "status": "totals-only", "card": {"written": {"upper_total": 62}}}
    witness = witness_of_case(parse_case(case, load_catalogue()))
    assert witness == Witness()
    case["card"] = {"written": {"upper_total": 63}}
    (conflict,) = witness_of_case(parse_case(case, load_catalogue())).conflicts
    assert [(claim.at, claim.says) for claim in conflict.claims] == [("upper_total", "63")]


def test_several_games_are_named() -> None:
    good, bad = {"entries": {"ones": 3}}, {"entries": {"ones": 7}}
    case = {"variant": "yatzy", "games": [good, bad]}
    witness = witness_of_case(parse_case(case, load_catalogue()))
    assert [game.of for game in witness.games] == ["g1"]
    assert [conflict.of for conflict in witness.conflicts] == ["g2"]
