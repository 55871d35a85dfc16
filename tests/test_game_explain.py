"""Which rolls make a value in a box."""

import pytest

from scorecheck.errors import UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.explain import Explanation, explain


def ask(variant: str, box: str, value: int, **options: object) -> Explanation:
    template = load_catalogue().get(variant)
    return explain(template, box, value, template.resolve_options(options))


def test_rolls_that_make_a_value() -> None:
    assert ask("yatzy", "two_pairs", 22).rolls == tuple(
        tuple(sorted((5, 5, 6, 6, other))) for other in (1, 2, 3, 4, 5, 6)
    )
    assert ask("yahtzee", "three_kind", 5).rolls == ((1, 1, 1, 1, 1),)
    assert not ask("yatzy", "two_pairs", 24).possible
    assert ask("yatzy", "two_pairs", 24, two_pairs_four_equal=True).possible


def test_zero_is_always_possible() -> None:
    assert ask("yahtzee", "yahtzee", 0).possible


def test_jokers_are_told_apart() -> None:
    answer = ask("yahtzee", "large_straight", 40)
    assert len(answer.rolls) == 2
    assert len(answer.jokers) == 6
    assert ask("yahtzee", "large_straight", 40, joker="none").jokers == ()
    assert ask("yahtzee", "yahtzee", 50).jokers == ()


def test_totals_of_power_rows() -> None:
    answer = ask("power", "chance", 60)
    assert not answer.possible
    assert answer.as_total == ((30, 2), (20, 3))
    assert answer.to_json()["as_total"] == [[30, 2], [20, 3]]


def test_unknown_box() -> None:
    with pytest.raises(UsageError) as caught:
        ask("yahtzee", "one_pair", 6)
    assert "three_kind" in caught.value.help
