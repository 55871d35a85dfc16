"""What is known of the games: their highest totals, those that never occur, the most chips.

Everything is worked out from the patterns; the numbers here come from the rules and from other
people's counting.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from scorecheck.audit.attainable import attainable_sums
from scorecheck.audit.attainable_overall import attainable_overall
from scorecheck.audit.cases import audit_case
from scorecheck.audit.reach.turns import possible_turns
from scorecheck.audit.verdict import audit_card
from scorecheck.audit.view import CardView
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import ruleset

Gaps = Iterable[int]


def sums(variant: str, column: str | None = None, **options: object) -> dict[str, frozenset[int]]:
    template = load_catalogue().get(variant)
    rules = ruleset(template, template.resolve_options(options), column)
    return dict(attainable_sums(rules))


def overall(variant: str, **options: object) -> dict[str, frozenset[int]]:
    template = load_catalogue().get(variant)
    return dict(attainable_overall(template, template.resolve_options(options)))


NO_CHIPS = {"chip_limit": 0}
KNOWN: list[tuple[str, dict[str, object], str, int, Gaps]] = [
    ("yahtzee", {}, "upper_sum", 105, ()),
    ("yahtzee", {}, "upper_total", 140, range(63, 98)),
    ("yahtzee", {}, "lower_sum", 235, range(1, 5)),
    ("yahtzee", NO_CHIPS, "grand_total", 375, ()),
    ("yatzy", {}, "upper_sum", 105, ()),
    ("yatzy", {}, "upper_total", 155, range(63, 113)),
    ("yatzy", {}, "lower_sum", 219, [1]),
    ("yatzy", {}, "grand_total", 374, ()),
    ("power", {}, "upper_sum", 405, [397, 401, 403, 404]),
    ("power", {}, "upper_total", 605,
     [*range(150, 200), *range(250, 300), *range(400, 500), 597, 601, 603, 604]),
    ("power", {}, "grand_total", 2534, [2530, 2532, 2533]),
    ("maxi", {}, "upper_total", 226, range(84, 184)),
    ("maxi", {}, "grand_total", 649, ()),
    ("maxi", {"bonus_points": 50, "bonus_threshold": 75}, "upper_total", 176, range(75, 125)),
    ("yacht", {}, "upper_total", 105, ()),
    ("yacht", {}, "grand_total", 297, ()),
    ("yacht", {"straights": "four"}, "grand_total", 307, ()),
]  # fmt: skip


@pytest.mark.parametrize("variant, options, name, most, never", KNOWN)
def test_the_totals_that_can_occur(
    variant: str, options: dict[str, object], name: str, most: int, never: Gaps
) -> None:
    assert sums(variant, **options)[name] == set(range(most + 1)) - set(never)


def test_other_maxima() -> None:
    assert max(sums("yahtzee")["grand_total"]) == 1575
    assert sums("yahtzee")["chip_points"] == set(range(0, 1201, 100))
    assert max(sums("yahtzee", upper_first=True)["chip_points"]) == 600
    assert max(sums("yahtzee", chip_limit=3)["chip_points"]) == 300
    assert max(sums("power")["lower_total"]) == 1929
    assert max(sums("yahtzee", chips_in_lower="without")["lower_total"]) == 235


def test_totals_of_triple_yahtzee() -> None:
    for column, factor in (("c1", 1), ("c2", 2), ("c3", 3)):
        assert max(sums("triple", column)["column_total"]) == 375
        assert max(sums("triple", column)["multiplied"]) == 375 * factor
        multiplied = sums("triple", column, entries="multiplied")
        assert max(multiplied["column_total"]) == max(multiplied["multiplied"]) == 375 * factor
    assert max(overall("triple")["grand_total"]) == 9450
    assert max(overall("triple")["chip_points"]) == 7200
    assert max(overall("triple", chip_value="flat")["grand_total"]) == 5850
    # Without chips every total up to six columns' worth can occur.
    assert set(range(6 * 375 + 1)) <= overall("triple")["grand_total"]
    assert 9449 not in overall("triple")["grand_total"]


def test_totals_of_yamb() -> None:
    column = sums("yamb", "free")
    # With Minimum scored the most is 125 and so 528; who strikes it (and gains by it) gets more.
    assert max(column["upper_sum"]) + 30 + (30 - 5) * 5 + max(column["lower_sum"]) == 528
    assert max(column["difference"]) == 30 * 5
    assert max(column["column_total"]) == 528 + 25
    assert max(overall("yamb")["grand_total"]) == 4 * (528 + 25)


def yahtzee(upper: Iterable[int], lower: Iterable[int], chips: int, **options: object) -> bool:
    """Whether a full card with 50 in Yahtzee can be: 3 and 4 of a Kind, Full House, Small and
    Large Straight, Chance."""
    template = load_catalogue().get("yahtzee")
    boxes = [box.id for box in template.boxes if box.id != "yahtzee"]
    entries = {box: Entry(value) for box, value in zip(boxes, [*upper, *lower], strict=True)}
    card = Card({**entries, "yahtzee": Entry(50)}, chips)
    return audit_card(card, template, template.resolve_options(options), "final").is_clean


BEST_UPPER, BEST_LOWER = (5, 10, 15, 20, 25, 30), (30, 30, 25, 30, 40, 30)


@pytest.mark.parametrize(
    "upper, lower, most, options",
    [
        (BEST_UPPER, BEST_LOWER, 12, {}),
        ((0,) * 6, (0,) * 6, 11, {}),
        ((5, 10, 15, 20, 25, 24), BEST_LOWER, 11, {}),
        ((5, 10, 15, 20, 25, 0), BEST_LOWER, 11, {}),
        ((5, 10, 15, 20, 25, 0), (25, 25, 25, 30, 40, 25), 12, {}),
        ((3, 6, 9, 12, 15, 18), (21, 14, 25, 30, 40, 19), 3, {}),
        (BEST_UPPER, BEST_LOWER, 6, {"upper_first": True}),
        (BEST_UPPER, BEST_LOWER, 10, {"chip_limit": 10}),
        ((3, 6, 9, 12, 15, 18), (20, 20, 25, 30, 40, 20), 6, {}),
        ((3, 6, 9, 12, 15, 18), (20, 20, 25, 30, 40, 20), 3, {"joker": "none"}),
    ],
)
def test_the_most_chips(
    upper: Iterable[int], lower: Iterable[int], most: int, options: dict[str, object]
) -> None:
    assert all(yahtzee(upper, lower, chips, **options) for chips in range(most + 1))
    assert not yahtzee(upper, lower, most + 1, **options)


def test_a_full_power_card_takes_11_to_21_turns() -> None:
    template = load_catalogue().get("power")
    rules = ruleset(template, template.resolve_options())
    struck = Card({box.id: Entry("X", None, 0) for box in template.boxes})
    assert possible_turns(CardView(struck, rules, "final")) == set(range(11, 22))


ONLY_TOTALS: list[tuple[str, dict[str, int], int | None, list[tuple[str, str]]]] = [
    ("yahtzee", {"grand_total": 375}, 0, []),
    ("yahtzee", {"grand_total": 376}, 0, [("total-impossible", "grand_total")]),
    ("yahtzee", {"grand_total": 376}, None, []),
    ("yahtzee", {"grand_total": 249}, 2, [("total-impossible", "grand_total")]),
    ("yahtzee", {"upper_sum": 62, "bonus": 35}, None, [("bonus-wrong", "bonus")]),
    ("yatzy", {"upper_sum": 70, "bonus": 50, "upper_total": 110}, None,
     [("total-impossible", "upper_total")]),
    ("yatzy", {"upper_total": 120, "lower_sum": 100, "grand_total": 221}, None,
     [("sum-wrong", "grand_total")]),
    ("yatzy", {"upper_total": 120, "lower_sum": 100, "grand_total": 220}, None, []),
    ("power", {"upper_total": 405, "grand_total": 2531}, None,
     [("total-impossible", "upper_total")]),
    ("triple", {"grand_total": 9450}, None, []),
    ("triple", {"grand_total": 9451}, None, [("total-impossible", "grand_total")]),
]  # fmt: skip


@pytest.mark.parametrize("variant, written, chips, found", ONLY_TOTALS)
def test_where_only_totals_are_known(
    variant: str, written: dict[str, int], chips: int | None, found: list[tuple[str, str]]
) -> None:
    card: dict[str, object] = {"written": written}
    if chips is not None:
        card["chips"] = chips
    if variant == "triple":
        card["columns"] = []
    case = {"variant": variant, "status": "totals-only", "card": card}
    findings = audit_case(case, load_catalogue())["findings"]
    assert [(one["name"], one["at"]) for one in findings] == found  # type: ignore[attr-defined]
