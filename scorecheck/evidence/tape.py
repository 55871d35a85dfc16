"""Exact marginals by differentiation: a tape of the steps that lead to the evidence.

The probability Z of everything seen on a card is linear in the weights of each single cell. So
the posterior of a cell's text is `weight * dZ/dweight / Z`, and one pass backwards over the steps
gives the posteriors of all cells at once. (Forward-backward by another name; as a tape, each step
only has to know its own transpose.)

Every node is a matrix with one row per assumption (such as a level of care): the rows never mix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Node:
    """Non-negative weights, one row per assumption, and after `Tape.backward` their gradient."""

    __slots__ = ("grad", "value")

    def __init__(self, value: Floats) -> None:
        self.value = value
        self.grad: Floats = np.zeros_like(value)

    @property
    def share(self) -> Floats:
        """value * gradient: divided by the row's Z, the posterior of each item."""
        return self.value * self.grad


class Tape:
    """Records steps on the way forward and replays their transposes backwards."""

    def __init__(self) -> None:
        self._transposes: list[Callable[[], None]] = []

    def step(self, value: Floats, transpose: Callable[[Floats], None]) -> Node:
        """A node computed from others; `transpose` adds to their gradients, given its own."""
        node = Node(value)
        self._transposes.append(lambda: transpose(node.grad))
        return node

    def backward(self, end: Node) -> None:
        """Fill the gradients of all nodes with the derivatives of `end` (one column)."""
        end.grad = np.ones_like(end.value)
        for transpose in reversed(self._transposes):
            transpose()


class Terms:
    """The terms of a step that is linear in each of its inputs, gathered block by block.

    A term takes one item of each input, multiplies them and a coefficient, and adds the product
    to one item of the output.
    """

    def __init__(self, inputs: int) -> None:
        self._inputs: list[list[Ints]] = [[] for _ in range(inputs)]
        self._out: list[Ints] = []
        self._coefficient: list[Floats] = []

    def put(self, *items: object, to: object, by: object = 1.0) -> None:
        """Add terms; items (one array per input), `to` and `by` broadcast to one shape."""
        arrays = np.broadcast_arrays(*items, to, by)  # type: ignore[arg-type]
        for held, array in zip(self._inputs, arrays[:-2], strict=True):
            held.append(array.ravel().astype(np.int64))
        self._out.append(arrays[-2].ravel().astype(np.int64))
        self._coefficient.append(arrays[-1].ravel().astype(np.float64))

    def apply(self, tape: Tape, inputs: Sequence[Node], size: int) -> Node:
        """The output of `size` items; negative indices count from the end."""
        items = [
            np.concatenate(held) % node.value.shape[1]
            for held, node in zip(self._inputs, inputs, strict=True)
        ]
        out, by = np.concatenate(self._out) % size, np.concatenate(self._coefficient)
        taken = [node.value[:, index] for node, index in zip(inputs, items, strict=True)]

        def transpose(grad: Floats) -> None:
            pull = by * grad[:, out]
            for i, node in enumerate(inputs):
                others = pull
                for j, values in enumerate(taken):
                    others = others if j == i else others * values
                node.grad += _gather(items[i], others, node.value.shape[1])

        product = by
        for values in taken:
            product = product * values
        return tape.step(_gather(out, product, size), transpose)


def _gather(index: Ints, weights: Floats, size: int) -> Floats:
    """Per row, the weights summed up at their index."""
    rows = len(weights)
    flat = (index + size * np.arange(rows)[:, None]).ravel()
    return np.asarray(np.bincount(flat, weights.ravel(), rows * size).reshape(rows, size), float)
