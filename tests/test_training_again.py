"""Hard cells come again to be learnt from, easy ones seldom and with more weight."""

from __future__ import annotations

import numpy as np
import pytest

from scorecheck.reading.training import again
from scorecheck.reading.training.again import EASY_SHARE, TIMES, Waiting, vary
from scorecheck.reading.training.batches import Batch
from scorecheck.reading.window import HEIGHT, WIDTH


def cells(names: list[str]) -> Batch:
    return np.zeros((len(names), HEIGHT, WIDTH), np.float16), names, ["number"] * len(names)


def losses(*values: float) -> np.ndarray:
    return np.array(values, np.float32)


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> Waiting:
    monkeypatch.setattr(again, "LEAST_WAITING", 3)
    return Waiting(np.random.default_rng(2))


def test_hard_cells_come_again_in_their_order_and_then_no_more(waiting: Waiting) -> None:
    waiting.keep(cells(["1", "2", "3"]), losses(1, 2, 3))
    assert waiting.take(2)[1] == ["1", "2"]
    assert waiting.take(3)[1] == ["3", "1", "2"]
    for _ in range(TIMES - 2):
        assert waiting.take(3)[1] == ["3", "1", "2"]
    assert len(waiting) == 1  # the third has come once less than the others
    assert waiting.take(1)[1] == []


def test_too_few_wait_at_first(waiting: Waiting) -> None:
    waiting.keep(cells(["1", "2"]), losses(1, 1))
    ink, texts, weights = waiting.take(2)
    assert ink.shape == (0, HEIGHT, WIDTH)
    assert texts == [] and len(weights) == 0


def test_easy_cells_count_as_much_as_if_all_came(waiting: Waiting) -> None:
    names = [str(number) for number in range(2000)]
    waiting.keep(cells(names), np.full(2000, 0.001, np.float32))
    assert len(waiting) == pytest.approx(2000 * EASY_SHARE, rel=0.2)
    _, _, weights = waiting.take(len(waiting))
    assert weights.sum() == pytest.approx(2000, rel=0.2)


def test_a_second_use_is_no_copy_and_its_margin_stays_empty() -> None:
    ink = np.zeros((2, HEIGHT, WIDTH), np.float16)
    ink[:, 10:30, 40:60] = 0.8
    other = vary(ink, np.random.default_rng(1))
    assert other.shape == ink.shape and other.dtype == ink.dtype
    assert not np.array_equal(other, ink)
    assert not other[:, :7].any() and not other[:, :, :37].any()
    assert other.max() <= 1.5
