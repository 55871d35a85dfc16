"""The last sum of a card, from which nothing goes on: only its evidence counts.

It adds the longest messages of all, yet only a few figures of the sum are needed. So the two
parts are never added up as a whole.
"""

from __future__ import annotations

import numpy as np

from scorecheck.evidence.mix import mix
from scorecheck.evidence.shifts import Shifts
from scorecheck.evidence.sums import SumCell
from scorecheck.evidence.tape import UNLIMITED, Floats, Ints, Node, Tape
from scorecheck.evidence.watched import GAPS, REACH, SHARES


def closing_sum(tape: Tape, short: Node, long: Node, cell: SumCell) -> Node:
    """One column: the evidence of a cell in which the sum of two messages belongs."""
    share = mix(tape, cell.leaf, cell.care, cell.law.passing + cell.law.carried)
    wide = _with_near(tape, short)
    seen = _figures_of_sum(tape, wide, long, cell.values[cell.listed])
    lost = _lost(tape, short, long)
    leaf, guess = cell.leaf, cell.guess[:, None]

    def forward() -> Floats:
        known = (seen.value * share.value).sum(axis=1, keepdims=True)
        return np.asarray(known + lost.value * (leaf.value @ guess))

    def transpose(grad: Floats) -> None:
        seen.grad += grad * share.value
        share.grad += grad * seen.value
        lost.grad += grad * (leaf.value @ guess)
        leaf.grad += grad * lost.value * guess.T

    return tape.step(forward, transpose)


def _lost(tape: Tape, left: Node, right: Node) -> Node:
    """One column: the weight of the unknown sums."""

    def forward() -> Floats:
        known = left.value[:, :-1].sum(axis=1, keepdims=True)
        every = right.value.sum(axis=1, keepdims=True)
        return np.asarray(left.value[:, -1:] * every + known * right.value[:, -1:])

    def transpose(grad: Floats) -> None:
        known = left.value[:, :-1].sum(axis=1, keepdims=True)
        left.grad[:, -1:] += grad * right.value.sum(axis=1, keepdims=True)
        left.grad[:, :-1] += grad * right.value[:, -1:]
        right.grad += grad * left.value[:, -1:]
        right.grad[:, -1:] += grad * known

    return tape.step(forward, transpose)


def _with_near(tape: Tape, message: Node) -> Node:
    """[row, 0, REACH + n] is the weight of n, [row, 1, REACH + n] that of the near ones, by share.

    "Near" are the numbers that miss n by a gap, whose share their weight is taken times.
    """
    size = message.value.shape[1] - 1
    shifts = Shifts((GAPS + REACH).tolist(), size, UNLIMITED)
    same = slice(REACH, REACH + size)

    def forward() -> Floats:
        known = message.value[:, :-1]
        out = np.zeros((len(known), 2, size + 2 * REACH))
        out[:, 0, same] = known
        out[:, 1] = shifts.put_times(SHARES[None], known)
        return out

    def transpose(grad: Floats) -> None:
        message.grad[:, :-1] += grad[:, 0, same] + SHARES @ shifts.take(grad[:, 1])

    return tape.step(forward, transpose)


def _figures_of_sum(tape: Tape, wide: Node, long: Node, values: Ints) -> Node:
    """The figures (see `Watched`) of the sum of two messages, the first as from `_with_near`."""
    largest = int(values.max(initial=0))
    top = largest + REACH
    shifts = Shifts((largest - values).tolist(), wide.value.shape[2], UNLIMITED)
    count = min(long.value.shape[1] - 1, top + 1)
    # The numbers of `long` from `top` downwards: so the partners with which the numbers of `wide`
    # make up one value lie in a row.
    place = slice(top + 1 - count, top + 1)
    length = max(shifts.size, top + 1)

    def partners() -> Floats:
        line = np.zeros((len(long.value), length))
        line[:, place] = long.value[:, :count][:, ::-1]
        return shifts.take(line[:, : shifts.size])

    def forward() -> Floats:
        both = partners() @ wide.value.swapaxes(1, 2)
        whole = wide.value[:, 0].sum(axis=1) * long.value[:, :-1].sum(axis=1)
        return np.concatenate([whole[:, None], both[:, :, 0], both[:, :, 1]], axis=1)

    def transpose(grad: Floats) -> None:
        whole, same, near = np.split(grad, [1, 1 + len(values)], axis=1)
        both = np.stack([same, near], axis=1)
        wide.grad += both @ partners()
        wide.grad[:, 0] += whole * long.value[:, :-1].sum(axis=1, keepdims=True)
        line = np.zeros((len(grad), length))
        line[:, : shifts.size] = shifts.put(both.swapaxes(1, 2) @ wide.value)
        long.grad[:, :count] += line[:, place][:, ::-1]
        long.grad[:, :-1] += whole * wide.value[:, 0].sum(axis=1, keepdims=True)

    return tape.step(forward, transpose)
