"""Weights over whole numbers, and the steps that place, add and multiply them.

A message is a node whose columns hold the weight of the numbers 0, 1, 2, …, n-1 and, in the last
column, the weight of "unknown": a cell that says something which is not among its candidates, or
a sum of which such a cell is a part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.evidence.shifts import Shifts
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather

UNKNOWN = -1
"""Index of the unknown in a message (its last column)."""

LARGEST = 999
"""The largest number that an entry brings into a sum; what is larger counts as unknown."""

_FEW = 40
"""Up to this many numbers, adding shifted copies beats a full convolution."""

_MANY = 2_000_000
"""From so many products on, Fourier transforms do it: four-digit misreadings of many cells would
take a minute otherwise. Their rounding (1e-16 of the whole) is far below any threshold."""


def or_unknown(numbers: Ints) -> Ints:
    """The numbers, those beyond `LARGEST` as `UNKNOWN`."""
    return np.where(numbers > LARGEST, UNKNOWN, numbers)


def nothing(tape: Tape, rows: int) -> Node:
    """The message that is surely 0: the start of every sum."""
    return tape.step(lambda: np.tile([1.0, 0.0], (rows, 1)), lambda grad: None)


def unknowable(tape: Tape, rows: int) -> Node:
    """The message that says nothing."""
    return tape.step(lambda: np.tile([0.0, 1.0], (rows, 1)), lambda grad: None)


def known(message: Node) -> Ints:
    """The numbers that are possible at all."""
    return np.flatnonzero(message.value[:, :-1].any(axis=0))


def times(tape: Tape, message: Node, factor: int) -> Node:
    """The message of `factor` times the number."""
    numbers = np.arange(message.value.shape[1] - 1) * factor
    out = np.append(np.minimum(numbers, tape.limit), UNKNOWN)
    size = int(out.max(initial=0)) + 2
    out[-1] = size - 1

    def transpose(grad: Floats) -> None:
        message.grad += grad[:, out]

    return tape.step(lambda: gather(out, message.value, size), transpose)


def add(tape: Tape, left: Node, right: Node) -> Node:
    """The message of the sum of two independent messages; unknown as soon as one part is."""
    if len(known(left)) < len(known(right)):
        left, right = right, left
    if len(known(right)) > _FEW:
        return _add_many(tape, left, right)
    return add_items(tape, left, right, np.append(np.arange(right.value.shape[1] - 1), UNKNOWN))


def add_items(tape: Tape, left: Node, items: Node, numbers: Ints) -> Node:
    """The message of `left` plus the number of one item of `items` (`UNKNOWN` allowed)."""
    possible = items.value.any(axis=0)
    listed = np.flatnonzero(possible & (numbers != UNKNOWN))
    lost = np.flatnonzero(possible & (numbers == UNKNOWN))
    shifts = Shifts(numbers[listed].tolist(), left.value.shape[1] - 1, tape.limit)

    def forward() -> Floats:
        front, unknown = left.value[:, :-1], left.value[:, -1:]
        weights = items.value
        out = np.empty((len(front), shifts.size + 1))
        out[:, :-1] = shifts.put_times(weights[:, listed], front)
        away = weights[:, lost].sum(axis=1, keepdims=True)
        every = weights.sum(axis=1, keepdims=True)
        out[:, -1:] = unknown * every + front.sum(axis=1, keepdims=True) * away
        return out

    def transpose(grad: Floats) -> None:
        back, pulled = grad[:, -1:], shifts.take(grad[:, :-1])
        front, weights = left.value[:, :-1], items.value
        left.grad[:, -1:] += back * weights.sum(axis=1, keepdims=True)
        left.grad[:, :-1] += (weights[:, None, listed] @ pulled)[:, 0]
        left.grad[:, :-1] += back * weights[:, lost].sum(axis=1, keepdims=True)
        items.grad += back * left.value[:, -1:]
        items.grad[:, listed] += (pulled @ front[:, :, None])[:, :, 0]
        items.grad[:, lost] += back * front.sum(axis=1, keepdims=True)

    return tape.step(forward, transpose)


def _add_many(tape: Tape, left: Node, right: Node) -> Node:
    """The same for two messages of many numbers."""
    sizes = [node.value.shape[1] - 1 for node in (left, right)]
    # One number is the limit's own: what is beyond it is moved there.
    whole = Shifts([0], sum(sizes) - 1, tape.limit)

    def forward() -> Floats:
        a, b = left.value[:, :-1], right.value[:, :-1]
        lost = left.value[:, -1] * right.value.sum(axis=1) + a.sum(axis=1) * right.value[:, -1]
        return np.column_stack([whole.put(_convolve(a, b)[:, None]), lost])

    def transpose(grad: Floats) -> None:
        front, back = whole.take(grad[:, :-1])[:, 0], grad[:, -1:]
        for node, other in ((left, right), (right, left)):
            size = node.value.shape[1] - 1
            lost = other.value[:, -1:] * back
            node.grad[:, :-1] += _correlate(front, other.value[:, :-1], size) + lost
            node.grad[:, -1:] += other.value.sum(axis=1, keepdims=True) * back

    return tape.step(forward, transpose)


def _convolve(a: Floats, b: Floats) -> Floats:
    if a.shape[1] * b.shape[1] > _MANY:
        return _by_transforms(a, b)
    return np.array([np.convolve(x, y) for x, y in zip(a, b, strict=True)])


def _correlate(front: Floats, b: Floats, size: int) -> Floats:
    """For each u below `size`, the sum over v of b[v] * front[u + v]."""
    if size * b.shape[1] > _MANY:
        start = b.shape[1] - 1
        return _by_transforms(front, b[:, ::-1])[:, start : start + size]
    return np.array([np.correlate(x, y, "valid") for x, y in zip(front, b, strict=True)])


def plus(tape: Tape, left: Node, right: Node) -> Node:
    """Two messages of one length that exclude each other, put together."""

    def transpose(grad: Floats) -> None:
        left.grad += grad
        right.grad += grad

    return tape.step(lambda: left.value + right.value, transpose)


def evidence(tape: Tape, messages: Sequence[Node]) -> Node:
    """Z: the product of the whole weights of independent messages."""

    def sums() -> Floats:
        return np.column_stack([message.value.sum(axis=1) for message in messages])

    def forward() -> Floats:
        return np.asarray(sums().prod(axis=1, keepdims=True))

    def transpose(grad: Floats) -> None:
        factors = sums()
        for index, message in enumerate(messages):
            message.grad += grad * np.delete(factors, index, axis=1).prod(axis=1, keepdims=True)

    return tape.step(forward, transpose)


def _by_transforms(a: Floats, b: Floats) -> Floats:
    """The full convolution of the rows of two arrays of non-negative weights."""
    size = a.shape[1] + b.shape[1] - 1
    room = 1 << (size - 1).bit_length()
    product = np.fft.rfft(a, room, axis=1) * np.fft.rfft(b, room, axis=1)
    return np.asarray(np.maximum(np.fft.irfft(product, room, axis=1)[:, :size], 0.0))
