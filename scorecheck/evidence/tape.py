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


NEGLIGIBLE = 1e-18
"""A term this small beside the largest of its step is left out."""


class Node:
    """Non-negative weights, one row per assumption, and after `Tape.backward` their gradient."""

    __slots__ = ("grad", "value")

    def __init__(self, value: Floats) -> None:
        self.value = value
        self.grad: Floats = np.zeros(value.shape)

    @property
    def share(self) -> Floats:
        """value * gradient: divided by the row's Z, the posterior of each item."""
        return self.value * self.grad


UNLIMITED = 1 << 40


class Tape:
    """Records steps on the way forward, to replay them or their transposes.

    Attributes:
        limit: numbers from here on are all alike to the steps, so they are counted as this one.
    """

    def __init__(self, limit: int = UNLIMITED) -> None:
        self.limit = limit
        self._steps: list[tuple[Node, Callable[[], Floats], Callable[[Floats], None]]] = []

    def step(self, forward: Callable[[], Floats], transpose: Callable[[Floats], None]) -> Node:
        """A node computed from others.

        Args:
            forward: its value, from theirs.
            transpose: adds to their gradients, given its own.
        """
        node = Node(forward())
        self._steps.append((node, forward, transpose))
        return node

    def replay(self) -> None:
        """All steps again, after the leaves were given new weights.

        The steps were laid out for the items that had a weight at first: only those may have one.
        """
        for node, forward, _ in self._steps:
            node.value = forward()

    def backward(self, end: Node) -> None:
        """Fill the gradients of all nodes with the derivatives of `end` (one column)."""
        for node, _, _ in self._steps:
            node.grad.fill(0.0)
        end.grad.fill(1.0)
        for node, _, transpose in reversed(self._steps):
            transpose(node.grad)


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
        counts = arrays[-1] != 0
        for held, array in zip(self._inputs, arrays[:-2], strict=True):
            held.append(array[counts])
        self._out.append(arrays[-2][counts])
        self._coefficient.append(arrays[-1][counts])

    def apply(self, tape: Tape, inputs: Sequence[Node], size: int) -> Node:
        """The output of `size` items; negative indices count from the end."""
        items = [
            np.concatenate(held).astype(np.int64) % node.value.shape[1]
            for held, node in zip(self._inputs, inputs, strict=True)
        ]
        out = np.concatenate(self._out).astype(np.int64) % size
        by = np.concatenate(self._coefficient).astype(np.float64)
        sizes = np.abs(by)
        for node, index in zip(inputs, items, strict=True):
            sizes = sizes * node.value[:, index].max(axis=0)
        counts = sizes > NEGLIGIBLE * sizes.max(initial=0.0)
        items, out, by = [index[counts] for index in items], out[counts], by[counts]

        def forward() -> Floats:
            product = by
            for node, index in zip(inputs, items, strict=True):
                product = product * node.value[:, index]
            return gather(out, product, size)

        def transpose(grad: Floats) -> None:
            pull = by * grad[:, out]
            taken = [node.value[:, index] for node, index in zip(inputs, items, strict=True)]
            for i, node in enumerate(inputs):
                others = pull
                for j, values in enumerate(taken):
                    others = others if j == i else others * values
                node.grad += gather(items[i], others, node.value.shape[1])

        return tape.step(forward, transpose)


def gather(index: Ints, weights: Floats, size: int) -> Floats:
    """Per row, the weights summed up at their index."""
    rows = len(weights)
    flat = (index + size * np.arange(rows)[:, None]).ravel()
    return np.asarray(np.bincount(flat, weights.ravel(), rows * size).reshape(rows, size), float)
