"""Counts, bounds and reliability: against known figures and against the definition."""

from __future__ import annotations

from math import comb

import pytest

from scorecheck.measure.rows import CellRow
from scorecheck.measure.shares import (
    Count,
    at_most,
    calibration_error,
    count_blind,
    count_weighed,
    reliability,
)


def cell(written: str, text: str, state: str, *, hidden: bool = False) -> CellRow:
    return CellRow("c", "number", written, ((text, 0.9),), state, text, 0.9, state, hidden=hidden)


def test_the_rule_of_three() -> None:
    assert at_most(0, 60_000) == pytest.approx(3 / 60_000, rel=0.002)
    assert at_most(0, 1) == pytest.approx(0.95)


@pytest.mark.parametrize(("wrong", "of"), [(0, 10), (1, 10), (5, 40), (39, 40)])
def test_a_bound_is_where_so_few_are_just_too_rare(wrong: int, of: int) -> None:
    share = at_most(wrong, of)
    few = sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(wrong + 1))
    assert few == pytest.approx(0.05, abs=1e-9)
    assert share > wrong / of


def test_bounds_of_large_and_odd_counts() -> None:
    # Clopper and Pearson's one-sided 95 % bounds as tables give them.
    assert at_most(18, 52_791) == pytest.approx(0.000_506, abs=2e-6)
    assert at_most(4, 4) == at_most(0, 0) == 1.0
    assert at_most(400, 400_000) < 0.0011


def test_cells_are_counted_by_what_passes() -> None:
    cells = [
        cell("3", "3", "sure"),
        cell("3", "8", "sure"),
        cell("", "", "blank"),
        cell("5", "6", "doubtful"),
        cell("5", "5", "illegible"),
    ]
    assert count_weighed(cells) == count_blind(cells) == Count(5, right=3, asked=2, wrong=1)
    assert count_weighed(cells).passed == 3


def test_what_lies_under_a_finger_is_right_only_if_a_person_is_asked() -> None:
    guessed = cell("3", "3", "sure", hidden=True)
    asked = cell("3", "8", "doubtful", hidden=True)
    assert count_weighed([guessed, asked]) == Count(2, right=1, asked=1, wrong=1)


def test_counts_add_up() -> None:
    assert Count(5, 3, 2, 1) + Count(1, 1, 0, 0) == Count(6, 4, 2, 1)


def test_reliability_puts_each_reading_into_one_bin() -> None:
    p = [0.3, 0.55, 0.55, 0.9, 0.9999, 1.0]
    bins = reliability(p, [False, True, False, True, True, True])
    assert [(one.low, one.high, one.cells) for one in bins] == [
        (0.0, 0.5, 1), (0.5, 0.7, 2), (0.9, 0.95, 1), (0.9999, 1.0, 2),
    ]  # fmt: skip
    assert bins[1].right == 0.5 and bins[1].mean == pytest.approx(0.55)


def test_the_calibration_error_weighs_bins_by_their_cells() -> None:
    sure = reliability([0.96] * 25, [True] * 24 + [False])
    assert calibration_error(sure) == pytest.approx(0)
    bold = reliability([0.9] * 3 + [0.6], [False] * 3 + [True])
    assert calibration_error(bold) == pytest.approx((3 * 0.9 + 0.4) / 4)
    assert calibration_error([]) == 0
