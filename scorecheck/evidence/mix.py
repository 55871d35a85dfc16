"""Steps that are linear in the weights of some items and in the care of a player."""

from __future__ import annotations

import numpy as np

from scorecheck.evidence.tape import Floats, Node, Tape

RIGHT, WRONG = 0, 1
"""Items of a care leaf: the probabilities that the player wrote the right number, or a wrong."""


def mix(tape: Tape, items: Node, care: Node, table: Floats) -> Node:
    """For each result, the sum of item * care * table[..., item, care, result].

    The nodes may have more dimensions than their usual two: all but the last two go in parallel.
    """
    flat = table.reshape(*table.shape[:-2], -1)
    shape = (*items.value.shape[:-1], 2, table.shape[-1])

    def by_care() -> Floats:
        return np.asarray((items.value @ flat).reshape(shape))

    def forward() -> Floats:
        return np.asarray((care.value[..., None, :] @ by_care())[..., 0, :])

    def transpose(grad: Floats) -> None:
        care.grad += (by_care() @ grad[..., None])[..., 0]
        pull = care.value[..., None] * grad[..., None, :]
        items.grad += pull.reshape(*shape[:-2], -1) @ flat.swapaxes(-1, -2)

    return tape.step(forward, transpose)
