"""Copies of a row of weights, each moved up by a number: what adding a few numbers comes to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.evidence.tape import Floats


class Shifts:
    """Moves `length` weights up by each of these numbers; what would pass `limit` stops there.

    Attributes:
        size: how many numbers can come out.
    """

    def __init__(self, numbers: Sequence[int], length: int, limit: int) -> None:
        self._starts = [min(number, limit) for number in numbers]
        self._length = length
        self._reach = max(self._starts, default=0) + length
        self.size = min(self._reach, limit + 1)

    def put(self, copies: Floats) -> Floats:
        """All copies (rows, numbers, length) moved and added up, as (rows, size)."""
        wide = np.zeros((len(copies), self._reach))
        for index, start in enumerate(self._starts):
            wide[:, start : start + self._length] += copies[:, index]
        return self._within_limit(wide)

    def put_times(self, weights: Floats, line: Floats) -> Floats:
        """The same for copies of one line (rows, length) times some weights (rows, numbers)."""
        wide = np.zeros((len(line), self._reach))
        # Few weights are left when cells stand on chosen texts.
        for index in np.flatnonzero(weights.any(axis=0)).tolist():
            start = self._starts[index]
            wide[:, start : start + self._length] += weights[:, index, None] * line
        return self._within_limit(wide)

    def _within_limit(self, wide: Floats) -> Floats:
        if self._reach > self.size:
            wide[:, self.size - 1] = wide[:, self.size - 1 :].sum(axis=1)
        return wide[:, : self.size]

    def take(self, grad: Floats) -> Floats:
        """The transpose of `put`: where each copy lies in (rows, size)."""
        if self._reach > self.size:
            last = np.repeat(grad[:, -1:], self._reach - self.size, axis=1)
            grad = np.concatenate([grad, last], axis=1)
        copies = np.empty((len(grad), len(self._starts), self._length))
        for index, start in enumerate(self._starts):
            copies[:, index] = grad[:, start : start + self._length]
        return copies
