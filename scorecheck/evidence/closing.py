"""The last sum of a card, from which nothing goes on: only its evidence counts.

It adds the longest messages of all, yet only the few right numbers near those written need be
told apart. So the two parts are never added up as a whole.
"""

from __future__ import annotations

import numpy as np

from scorecheck.evidence.messages import known
from scorecheck.evidence.mix import mix
from scorecheck.evidence.sums import SumCell, law_of
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather


def closing_sum(tape: Tape, left: Node, right: Node, cell: SumCell) -> Node:
    """One column: the evidence of a cell in which the sum of two messages belongs."""
    law = law_of(cell, left.value.shape[1] + right.value.shape[1] - 3)
    share = mix(tape, cell.leaf, cell.care, law.passing + law.carried)
    seen = _seen_of_two(tape, left, right, law.special)
    leaf, guess = cell.leaf, cell.guess[:, None]

    def forward() -> Floats:
        known = (seen.value[:, :-1] * share.value).sum(axis=1, keepdims=True)
        return np.asarray(known + seen.value[:, -1:] * (leaf.value @ guess))

    def transpose(grad: Floats) -> None:
        seen.grad[:, :-1] += grad * share.value
        seen.grad[:, -1:] += grad * (leaf.value @ guess)
        share.grad += grad * seen.value[:, :-1]
        leaf.grad += grad * seen.value[:, -1:] * guess.T

    return tape.step(forward, transpose)


def _seen_of_two(tape: Tape, left: Node, right: Node, special: Ints) -> Node:
    """The weight of all known sums, those of the special ones, and that of unknown ones."""
    if len(known(left)) > len(known(right)):
        left, right = right, left
    few, size = known(left), right.value.shape[1]
    # Which number of the right makes each sum with each of the left; the last column for none.
    partner = special[:, None] - few
    partner = np.where((partner >= 0) & (partner < size - 1), partner, size - 1)

    def partners() -> Floats:
        numbers = right.value.copy()
        numbers[:, -1] = 0.0
        return np.take(numbers, partner, axis=1)

    def forward() -> Floats:
        found = (partners() @ left.value[:, few, None])[:, :, 0]
        (a, b), (x, y) = _masses(left), _masses(right)
        return np.concatenate([a * x, found, b * (x + y) + a * y], axis=1)

    def transpose(grad: Floats) -> None:
        whole, found, lost = grad[:, :1], grad[:, None, 1:-1], grad[:, -1:]
        for one, other in ((left, right), (right, left)):
            mass, unknown = _masses(other)
            one.grad[:, :-1] += whole * mass + lost * unknown
            one.grad[:, -1:] += lost * (mass + unknown)
        left.grad[:, few] += (found @ partners())[:, 0]
        pull = (found.swapaxes(1, 2) * left.value[:, None, few]).reshape(len(grad), -1)
        right.grad[:, :-1] += gather(partner.ravel(), pull, size)[:, :-1]

    return tape.step(forward, transpose)


def _masses(message: Node) -> tuple[Floats, Floats]:
    """The whole weight of the known numbers, and that of the unknown."""
    return message.value[:, :-1].sum(axis=1, keepdims=True), message.value[:, -1:]
