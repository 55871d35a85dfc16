"""Boxes of three cells: base, power and total.

Like a sum, the total is what follows from the other two, right or wrong. No row depends on
another, so all rows of a card are worked out in parallel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from scorecheck.evidence.messages import LARGEST
from scorecheck.evidence.mix import mix
from scorecheck.evidence.row_law import Row, RowLaw, Rows, law_of_rows
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather

Leaves = tuple[Node, Node, Node, Node]
"""The weights of the texts of base, power and total, and those of a right and a wrong product."""


def row_items(
    tape: Tape, rows: Sequence[tuple[Row, Leaves]], factors: Mapping[str, int]
) -> list[tuple[Node, Ints]]:
    """The numbers that each row may bring into its section's sum: weights, and the numbers.

    Args:
        factors: the spellings (upper case) of the power, with their factors.
    """
    found: dict[int, tuple[Node, Ints]] = {}
    # Rows of about one size together, so that a few long ones do not make all others long.
    sizes = [(len(row.base) * len(row.power)).bit_length() // 2 for row, _ in rows]
    for size in set(sizes):
        alike = [index for index, own in enumerate(sizes) if own == size]
        texts = Rows([rows[index][0] for index in alike], factors)
        items = _items(tape, law_of_rows(texts), [rows[index][1] for index in alike])
        found.update(zip(alike, items, strict=True))
    return [found[index] for index in range(len(rows))]


def _items(tape: Tape, law: RowLaw, leaves: Sequence[Leaves]) -> Iterator[tuple[Node, Ints]]:
    """The same for the rows of one law."""
    base, power, total, care = (_stack(tape, nodes) for nodes in zip(*leaves, strict=True))
    pairs = _pairs(tape, base, power, law.pairs[:, None])
    passed = mix(tape, total, care, law.passing)
    carried = mix(tape, pairs, care, law.carried)
    numbers, place, ends = _places(law)
    weights = _put(tape, [(pairs, passed), (total, carried)], place, len(numbers))
    for start, end in zip((0, *ends), ends, strict=False):
        yield _part(tape, weights, slice(start, end)), numbers[start:end]


def _places(law: RowLaw) -> tuple[Ints, Ints, list[int]]:
    """The numbers of all rows, row by row, each number once; the place in them of each pair and
    total of each row; and where each row ends."""
    # In steps of `apart`, the numbers of different rows stay different.
    apart = LARGEST + 2
    numbers = np.concatenate([law.right, law.written], axis=1)
    shifted = numbers + 1 + apart * np.arange(len(numbers))[:, None]
    present = np.zeros(apart * len(numbers), dtype=np.bool_)
    present[shifted] = True
    found = np.flatnonzero(present)
    ends = np.searchsorted(found, apart * np.arange(1, len(numbers) + 1))
    return found % apart - 1, np.searchsorted(found, shifted.ravel()), ends.tolist()


def _stack(tape: Tape, nodes: Sequence[Node]) -> Node:
    """The nodes along a new first axis; the shorter ones filled up with zeros."""
    sizes = [node.value.shape[1] for node in nodes]
    shape = (len(nodes), len(nodes[0].value), max(sizes))

    def forward() -> Floats:
        out = np.zeros(shape)
        for index, (node, size) in enumerate(zip(nodes, sizes, strict=True)):
            out[index, :, :size] = node.value
        return out

    def transpose(grad: Floats) -> None:
        for index, (node, size) in enumerate(zip(nodes, sizes, strict=True)):
            node.grad += grad[index, :, :size]

    return tape.step(forward, transpose)


def _pairs(tape: Tape, base: Node, power: Node, share: Floats) -> Node:
    """The weights of all pairs of a base and a power, base by base."""
    shape = (*base.value.shape, power.value.shape[-1])

    def forward() -> Floats:
        both = base.value[..., None] * power.value[..., None, :] * share
        return both.reshape(*shape[:-2], -1)

    def transpose(grad: Floats) -> None:
        pull = grad.reshape(shape) * share
        base.grad += (pull @ power.value[..., None])[..., 0]
        power.grad += (base.value[..., None, :] @ pull)[..., 0, :]

    return tape.step(forward, transpose)


def _put(tape: Tape, products: Sequence[tuple[Node, Node]], place: Ints, size: int) -> Node:
    """The products of items and their shares, those of all rows side by side in their places."""

    def forward() -> Floats:
        parts = [items.value * share.value for items, share in products]
        every = np.concatenate(parts, axis=-1).swapaxes(0, 1)
        return gather(place, every.reshape(len(every), -1), size)

    def transpose(grad: Floats) -> None:
        count = products[0][0].value.shape[0]
        pull, start = grad[:, place].reshape(len(grad), count, -1).swapaxes(0, 1), 0
        for items, share in products:
            part = pull[..., start : start + items.value.shape[-1]]
            items.grad += part * share.value
            share.grad += part * items.value
            start += part.shape[-1]

    return tape.step(forward, transpose)


def _part(tape: Tape, node: Node, columns: slice) -> Node:
    """Some columns of a node."""

    def transpose(grad: Floats) -> None:
        node.grad[:, columns] += grad

    return tape.step(lambda: node.value[:, columns], transpose)
