"""Counts of cells, and how sure a share is that was counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, lgamma, log, log1p

from scorecheck.measure.rows import CellRow

BOUND = 0.95
"""How sure a bound is: with this probability the true share is no larger."""

BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9999, 1.0)
"""Bounds of the probabilities in a reliability table."""


@dataclass(frozen=True)
class Count:
    """Cells that were read, those `right`, those `asked` about and, among the others, `wrong`."""

    cells: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0

    @property
    def passed(self) -> int:
        """Cells that nobody is asked about."""
        return self.cells - self.asked

    def __add__(self, other: Count) -> Count:
        return Count(
            self.cells + other.cells, self.right + other.right,
            self.asked + other.asked, self.wrong + other.wrong,
        )  # fmt: skip


def count_blind(cells: Iterable[CellRow]) -> Count:
    """By the picture alone."""
    return _count((cell.right_blind, cell.passes_blind, cell.hidden) for cell in cells)


def count_weighed(cells: Iterable[CellRow]) -> Count:
    """After weighing."""
    return _count((cell.right, cell.passes, cell.hidden) for cell in cells)


def _count(cells: Iterable[tuple[bool, bool, bool]]) -> Count:
    """A cell that lies under something is right only if a person is asked about it."""
    known = [(not passes if hidden else right, passes) for right, passes, hidden in cells]
    return Count(
        len(known),
        sum(right for right, _ in known),
        sum(not passes for _, passes in known),
        sum(passes and not right for right, passes in known),
    )


def at_most(wrong: int, of: int) -> float:
    """The largest share that `wrong` among `of` allows, one-sided (Clopper and Pearson).

    For no wrong ones this is close to the rule of three: 3 / `of` at 95 %.
    """
    if wrong >= of:
        return 1.0
    low, high = wrong / of, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _no_more(wrong, of, middle) > 1 - BOUND else (low, middle)
    return high


def _no_more(wrong: int, of: int, share: float) -> float:
    """The probability of at most so many among `of`, each with probability `share`."""
    if share <= 0 or share >= 1:
        return float(share <= 0)
    terms = (
        lgamma(of + 1) - lgamma(k + 1) - lgamma(of - k + 1)
        + k * log(share) + (of - k) * log1p(-share)
        for k in range(wrong + 1)
    )  # fmt: skip
    return sum(exp(term) for term in terms)


@dataclass(frozen=True)
class Bin:
    """Readings whose probability lies in one stretch: how many, their mean, the share right."""

    low: float
    high: float
    cells: int
    mean: float
    right: float


def reliability(p: Sequence[float], right: Sequence[bool]) -> list[Bin]:
    """Readings by their probability; stretches without any are left out."""
    bins = []
    for low, high in pairwise(BINS):
        inside = [i for i, one in enumerate(p) if low <= one < high or (high == BINS[-1] <= one)]
        if inside:
            mean = sum(p[i] for i in inside) / len(inside)
            share = sum(right[i] for i in inside) / len(inside)
            bins.append(Bin(low, high, len(inside), mean, share))
    return bins


def calibration_error(bins: Iterable[Bin]) -> float:
    """The expected calibration error: how far mean and share right are apart, by cells."""
    every = list(bins)
    total = sum(one.cells for one in every)
    return sum(abs(one.mean - one.right) * one.cells for one in every) / max(1, total)
