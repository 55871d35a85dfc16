"""The shares that the weighing divides out are those of the cells that training draws."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from scorecheck.reading.learnt import OTHER_SHARE, learnt_share
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


def test_numbers_of_two_digits_share_alike() -> None:
    longer = sum(count for text, count in drawn("number").items() if len(text) == 2)
    assert OTHER_SHARE["number"] * DRAWN * 90 == pytest.approx(longer, rel=0.05)
    assert learnt_share("number", "17") == learnt_share("number", "170") == OTHER_SHARE["number"]
