"""Cells that are learnt from again: making a cell costs as much as learning from it, and three
quarters of them teach nothing that the network does not know.

A cell that was hard comes again, three times as a rule, later and changed a little. Of the easy
ones a tenth does, and counts ten times as much then, so that hard cells weigh no more than they
should (importance sampling): the network's probabilities go on meaning what they say.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.training.batches import Batch

TIMES = 3
HARD = 0.05
"""The loss in nats from which a cell comes again for certain."""
EASY_SHARE = 0.1
LEAST_WAITING = 12_000
"""Cells that wait before the first comes again, so that it is met by a changed network."""
_MOST_WAITING = 40_000


class Again(NamedTuple):
    """A cell that waits: how much it counts and how often it still comes."""

    ink: NDArray[np.float16]
    text: str
    weight: float
    left: int


class Waiting:
    """Cells in the order in which they come again."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._cells: deque[Again] = deque(maxlen=_MOST_WAITING)
        self._rng = rng

    def __len__(self) -> int:
        return len(self._cells)

    def keep(self, batch: Batch, losses: NDArray[np.float32]) -> None:
        """Choose among cells just learnt from for the first time, by their losses in nats."""
        ink, texts, _ = batch
        chance = np.where(losses > HARD, 1.0, EASY_SHARE)
        for i in np.flatnonzero(self._rng.random(len(losses)) < chance):
            self._cells.append(Again(ink[i], texts[i], float(1 / chance[i]), TIMES))

    def take(self, count: int) -> tuple[NDArray[np.float16], list[str], NDArray[np.float32]]:
        """So many cells that are due, changed a little: ink, texts, weights. None if few wait."""
        if len(self._cells) < LEAST_WAITING:
            count = 0
        due = [self._cells.popleft() for _ in range(count)]
        self._cells.extend(cell._replace(left=cell.left - 1) for cell in due if cell.left > 1)
        shape = (count, *(self._cells[0].ink.shape if self._cells else (0, 0)))
        ink = np.stack([cell.ink for cell in due]) if due else np.empty(shape, np.float16)
        return (
            vary(ink, self._rng),
            [cell.text for cell in due],
            np.array([cell.weight for cell in due], np.float32),
        )


def vary(ink: NDArray[np.float16], rng: np.random.Generator) -> NDArray[np.float16]:
    """Shift by up to two px, change the contrast, add noise: a second use is not a copy."""
    dx, dy = int(rng.integers(-2, 3)), int(rng.integers(-1, 2))
    gain = rng.uniform(0.8, 1.15, (len(ink), 1, 1))
    moved = np.roll(ink.astype(np.float32), (dy, dx), (1, 2)) * gain
    noise = rng.normal(0, rng.uniform(0, 0.05), ink.shape) * (moved > 0)
    return np.clip(moved + noise, 0, 1.5).astype(np.float16)
