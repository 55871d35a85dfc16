"""The shares that the weighing divides out are those of the cells that training draws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scorecheck.reading.learnt import fits, learnt_share
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.simulate.cell import random_text

DRAWN = 40_000


def drawn(kind: str) -> Counter[str]:
    rng = np.random.default_rng(5)
    return Counter(random_text(kind, rng) for _ in range(DRAWN))


@pytest.mark.parametrize("kind", ["number", "power", "tick"])
def test_shares_are_those_of_the_cells_that_are_drawn(kind: str) -> None:
    for text, count in drawn(kind).items():
        if text != ILLEGIBLE_TEXT and (kind != "number" or len(text) < 2):
            spread = 4 * np.sqrt(count)
            assert learnt_share(kind, text) * DRAWN == pytest.approx(count, abs=spread), text


@pytest.mark.parametrize(("first", "numbers"), [("1", 10), ("23456789", 80)])
def test_numbers_of_two_digits_share_alike(first: str, numbers: int) -> None:
    longer = [(t, n) for t, n in drawn("number").items() if len(t) == 2 and t[0] in first]
    share = learnt_share("number", longer[0][0])
    assert share * DRAWN * numbers == pytest.approx(sum(n for _, n in longer), rel=0.07)
    assert {learnt_share("number", text) for text, _ in longer} == {share}
    assert learnt_share("number", first[0] + "70") == share


def test_what_was_met_more_often_fits_less() -> None:
    fit = fits("number", {"16": 0.5, "6": 0.4, "": 0.1})
    assert fit["16"] == 0.5
    assert 0.1 < fit["6"] < 0.4
    assert fit[""] < 0.01


def test_of_nothing_nothing_fits() -> None:
    assert fits("number", {}) == {}
