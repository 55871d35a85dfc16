"""Scoring patterns against brute force and the known sets of values."""

import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.dice import all_rolls, as_roll

FULL_HOUSE_SUMS = {7, 8, 9, *range(11, 25), 26, 27, 28}


def values(variant: str, box: str, **options: object) -> set[int]:
    template = load_catalogue().get(variant)
    return set(template.values(box, template.resolve_options(options)))


def test_number_of_rolls() -> None:
    assert len(all_rolls(5)) == 252
    assert len(all_rolls(6)) == 462


def test_a_roll_is_checked() -> None:
    assert as_roll([6, 1, 3, 3, 2], 5) == (1, 2, 3, 3, 6)
    assert as_roll([1, 2, 3, 4], 5) is None
    assert as_roll([1, 2, 3, 4, 7], 5) is None
    assert as_roll([True, 2, 3, 4, 5], 5) is None
    assert as_roll("12345", 5) is None


UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]


@pytest.mark.parametrize("face, box", list(enumerate(UPPER, start=1)))
@pytest.mark.parametrize("variant", ["yahtzee", "yatzy", "power"])
def test_upper_boxes_hold_multiples(variant: str, face: int, box: str) -> None:
    assert values(variant, box) == {face * count for count in range(1, 6)}


@pytest.mark.parametrize(
    "variant, box, expected",
    [
        ("yahtzee", "three_kind", set(range(5, 31))),
        ("yahtzee", "four_kind", set(range(5, 31))),
        ("yahtzee", "full_house", {25}),
        ("yahtzee", "small_straight", {30}),
        ("yahtzee", "large_straight", {40}),
        ("yahtzee", "yahtzee", {50}),
        ("yahtzee", "chance", set(range(5, 31))),
        ("yatzy", "one_pair", {2, 4, 6, 8, 10, 12}),
        ("yatzy", "two_pairs", {6, 8, 10, 12, 14, 16, 18, 20, 22}),
        ("yatzy", "three_kind", {3, 6, 9, 12, 15, 18}),
        ("yatzy", "four_kind", {4, 8, 12, 16, 20, 24}),
        ("yatzy", "small_straight", {15}),
        ("yatzy", "large_straight", {20}),
        ("yatzy", "full_house", FULL_HOUSE_SUMS),
        ("yatzy", "yatzy", {50}),
        ("power", "choice", {1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30}),
        ("power", "two_pairs", set(range(7, 29))),
        ("power", "yahtzee_1", {50}),
        ("power", "yahtzee_2", {100}),
        ("power", "yahtzee_3", {150}),
    ],
)
def test_values_of_boxes(variant: str, box: str, expected: set[int]) -> None:
    assert values(variant, box) == expected


def test_house_rules_change_values() -> None:
    assert values("yatzy", "two_pairs", two_pairs_four_equal=True) == set(range(4, 25, 2))
    fives = values("yatzy", "full_house", full_house_five_equal=True)
    assert fives == FULL_HOUSE_SUMS | {5, 10, 25, 30}
    assert values("power", "two_pairs", two_pairs_accepts="exact") == set(range(9, 27))
    assert values("power", "two_pairs", two_pairs_accepts="four_equal") == set(range(5, 31))


@pytest.mark.parametrize(
    "variant, box, roll, scores",
    [
        ("yatzy", "one_pair", (1, 3, 3, 6, 6), {6, 12}),
        ("yatzy", "two_pairs", (3, 3, 4, 4, 5), {14}),
        ("yatzy", "two_pairs", (4, 4, 4, 4, 1), set()),
        ("yatzy", "four_kind", (3, 3, 3, 3, 3), {12}),
        ("yatzy", "small_straight", (2, 3, 4, 5, 6), set()),
        ("yahtzee", "small_straight", (1, 2, 3, 3, 4), {30}),
        ("yahtzee", "small_straight", (3, 4, 4, 6, 6), set()),
        ("yahtzee", "small_straight", (1, 3, 4, 5, 6), {30}),
        ("yahtzee", "large_straight", (1, 3, 4, 5, 6), set()),
        ("yahtzee", "full_house", (2, 2, 2, 2, 2), set()),
        ("yahtzee", "full_house", (2, 2, 2, 2, 5), set()),
        ("yahtzee", "three_kind", (4, 4, 4, 4, 1), {17}),
        ("power", "two_pairs", (2, 2, 2, 5, 5), {16}),
        ("power", "choice", (4, 4, 4, 6, 6), {12}),
        ("power", "choice", (1, 1, 4, 4, 4), {2, 12}),
    ],
)
def test_scores_of_rolls(variant: str, box: str, roll: tuple[int, ...], scores: set[int]) -> None:
    assert load_catalogue().get(variant).box(box).pattern.scores(tuple(sorted(roll))) == scores
