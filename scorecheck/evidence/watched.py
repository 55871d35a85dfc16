"""What a cell of written numbers tells of the right one: is it one of them, or near one of them?

All other right numbers are alike to it. So a message is worth, to the cell, a few figures: its
whole weight; for each written number, the weight of that number; and again for each, that of the
numbers of which it would be a near miss, by the shares of `NEAR`.
"""

from __future__ import annotations

import numpy as np

from scorecheck.evidence.priors import NEAR
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather

GAPS = np.array(list(NEAR))
SHARES = np.array(list(NEAR.values()))

REACH = int(GAPS.max())
"""A number is no near miss of one that is further away."""


class Watched:
    """The figures of messages with `size` columns, for these written numbers."""

    def __init__(self, values: Ints, size: int) -> None:
        self._size = size
        # What lies outside is sent to the last column, which is emptied.
        places = np.concatenate([values[:, None], values[:, None] - GAPS], axis=1)
        self._places = np.where((places >= 0) & (places < size - 1), places, size - 1)

    def figures(self, weights: Floats) -> Floats:
        """The figures of a message, one row of them for each of its rows."""
        known = weights.copy()
        known[:, -1] = 0.0
        found = known[:, self._places]
        parts = [known.sum(axis=1, keepdims=True), found[:, :, 0], found[:, :, 1:] @ SHARES]
        return np.concatenate(parts, axis=1)

    def spread(self, figures: Floats) -> Floats:
        """The transpose: what each number of a message gets from what its figures get."""
        whole, same, near = np.split(figures, [1, 1 + len(self._places)], axis=1)
        parts = np.concatenate([same[:, :, None], near[:, :, None] * SHARES], axis=2)
        out = whole + gather(self._places.ravel(), parts.reshape(len(parts), -1), self._size)
        out[:, -1] = 0.0
        return out


def figures_of(tape: Tape, message: Node, watched: Watched) -> Node:
    """The figures of a message."""

    def transpose(grad: Floats) -> None:
        message.grad += watched.spread(grad)

    return tape.step(lambda: watched.figures(message.value), transpose)


def passed(tape: Tape, message: Node, share: Node, watched: Watched) -> Node:
    """The numbers of a message times the shares that its figures give them; none unknown."""

    def forward() -> Floats:
        return message.value * watched.spread(share.value)

    def transpose(grad: Floats) -> None:
        message.grad += grad * watched.spread(share.value)
        share.grad += watched.figures(grad * message.value)

    return tape.step(forward, transpose)
