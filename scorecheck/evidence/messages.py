"""Weights over whole numbers, and the steps that place, add and multiply them.

A message is a node whose columns hold the weight of the numbers 0, 1, 2, …, n-1 and, in the last
column, the weight of "unknown": a cell that says something which is not among its candidates, or
a sum of which such a cell is a part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.evidence.tape import Floats, Ints, Node, Tape, Terms

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


def place(tape: Tape, leaf: Node, numbers: Ints) -> Node:
    """The message in which item i of `leaf` weighs `numbers[i]` (`UNKNOWN` allowed)."""
    terms = Terms(1)
    terms.put(np.arange(len(numbers)), to=numbers)
    return terms.apply(tape, [leaf], int(numbers.max(initial=0)) + 2)


def nothing(tape: Tape, rows: int) -> Node:
    """The message that is surely 0: the start of every sum."""
    return tape.step(lambda: np.tile([1.0, 0.0], (rows, 1)), lambda grad: None)


def unknowable(tape: Tape, rows: int) -> Node:
    """The message that says nothing."""
    return tape.step(lambda: np.tile([0.0, 1.0], (rows, 1)), lambda grad: None)


def known(message: Node) -> Ints:
    """The numbers that are possible at all."""
    return np.flatnonzero(message.value[:, :-1].any(axis=0))


def mass(tape: Tape, message: Node) -> Node:
    """One column: the whole weight of the known numbers."""

    def forward() -> Floats:
        return np.asarray(message.value[:, :-1].sum(axis=1, keepdims=True))

    def transpose(grad: Floats) -> None:
        message.grad[:, :-1] += grad

    return tape.step(forward, transpose)


def times(tape: Tape, message: Node, factor: int) -> Node:
    """The message of `factor` times the number."""
    numbers = known(message)
    terms = Terms(1)
    terms.put(numbers, to=numbers * factor)
    terms.put(UNKNOWN, to=UNKNOWN)
    return terms.apply(tape, [message], int(numbers.max(initial=0)) * factor + 2)


def add(tape: Tape, left: Node, right: Node) -> Node:
    """The message of the sum of two independent messages; unknown as soon as one part is."""
    if len(known(left)) < len(known(right)):
        left, right = right, left
    support = known(right)
    size = left.value.shape[1] - 1

    def forward() -> Floats:
        a, b = left.value[:, :-1], right.value[:, :-1]
        lost = left.value[:, -1] * right.value.sum(axis=1) + a.sum(axis=1) * right.value[:, -1]
        return np.column_stack([_convolve(a, b, support), lost])

    def transpose(grad: Floats) -> None:
        a, b = left.value[:, :-1], right.value[:, :-1]
        front, back = grad[:, :-1], grad[:, -1:]
        left.grad[:, :-1] += _correlate(front, b, support, size) + right.value[:, -1:] * back
        left.grad[:, -1:] += right.value.sum(axis=1, keepdims=True) * back
        right.grad[:, :-1] += left.value[:, -1:] * back
        right.grad[:, support] += _overlaps(front, a, support)
        right.grad[:, -1:] += left.value.sum(axis=1, keepdims=True) * back

    return tape.step(forward, transpose)


def _convolve(a: Floats, b: Floats, support: Ints) -> Floats:
    if len(support) > _FEW and a.shape[1] * b.shape[1] > _MANY:
        return _by_transforms(a, b)
    if len(support) > _FEW:
        return np.array([np.convolve(x, y) for x, y in zip(a, b, strict=True)])
    size = a.shape[1]
    out = np.zeros((len(a), size + b.shape[1] - 1))
    for number in support:
        out[:, number : number + size] += b[:, number, None] * a
    return out


def _correlate(front: Floats, b: Floats, support: Ints, size: int) -> Floats:
    """For each u below `size`, the sum over v of b[v] * front[u + v]."""
    if len(support) > _FEW and size * b.shape[1] > _MANY:
        start = b.shape[1] - 1
        return _by_transforms(front, b[:, ::-1])[:, start : start + size]
    if len(support) > _FEW:
        return np.array([np.correlate(x, y, "valid") for x, y in zip(front, b, strict=True)])
    out = np.zeros((len(b), size))
    for number in support:
        out += b[:, number, None] * front[:, number : number + size]
    return out


def _overlaps(front: Floats, a: Floats, support: Ints) -> Floats:
    """For each v in `support`, the sum over u of a[u] * front[u + v]."""
    size = a.shape[1]
    if len(support) > _FEW and size * front.shape[1] > _MANY:
        return _by_transforms(front, a[:, ::-1])[:, size - 1 + support]
    if len(support) > _FEW:
        rows = [np.correlate(x, y, "valid") for x, y in zip(front, a, strict=True)]
        return np.array(rows)[:, support]
    if not len(support):
        return np.zeros((len(a), 0))
    return np.stack([(front[:, v : v + size] * a).sum(axis=1) for v in support], axis=1)


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
