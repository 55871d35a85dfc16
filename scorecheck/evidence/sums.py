"""The numbers that the player computed: what was meant, what stands there, what follows from it.

A step takes the message of the number that was right to write and gives the message of the number
that the next sum starts from: what is written, right or wrong, or the right number where nothing
is written. So a mistake is carried on as players carry it, but for the slips of the pen, after
which they go on with the right number.

What stands in a cell is one of: a listed number; nothing; an unlisted number, which goes on as
what was meant if it is right and is unknown if it is wrong; a sign that is no number, which
counts as wrong and unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from scorecheck.evidence.messages import UNKNOWN
from scorecheck.evidence.mix import RIGHT, WRONG, mix
from scorecheck.evidence.priors import NEAR, PLAUSIBLE, SLIP, UNIFORM, near_share
from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather

_GAPS = np.array([0, *NEAR])

REACH = max(NEAR)
"""A number is no near miss of one that is further away."""


@dataclass(frozen=True)
class SumCell:
    """A sum's cell: the weights of its texts, and of a right and a wrong sum."""

    texts: Sequence[str]
    leaf: Node
    care: Node

    @cached_property
    def values(self) -> Ints:
        """The number of each text; `UNKNOWN` where it is none."""
        numbers = (number_of(text) for text in self.texts)
        return np.array([UNKNOWN if number is None else number for number in numbers])

    @cached_property
    def listed(self) -> NDArray[np.bool_]:
        """Which texts are numbers."""
        return np.asarray(self.values != UNKNOWN)

    @cached_property
    def blank(self) -> NDArray[np.bool_]:
        """Which text says that nothing is written."""
        return np.array([text == "" for text in self.texts])

    @cached_property
    def other(self) -> NDArray[np.bool_]:
        """Which text stands for all that are not listed."""
        return np.array([text == OTHER for text in self.texts])

    @cached_property
    def lost(self) -> NDArray[np.bool_]:
        """Texts from which no number goes on when they are wrong: unlisted ones and words."""
        return ~self.listed & ~self.blank

    @cached_property
    def guess(self) -> Floats:
        """The share of each text where it is unknown what is right."""
        return np.where(self.listed, 1.0 / PLAUSIBLE, 1.0)


@dataclass(frozen=True)
class Law:
    """What is written where a known number is right, and what goes on, as probabilities.

    Each table is [text, care, n]: n = 0 holds for every right number, n = 1 + i is what comes on
    top of that for the number special[i]. By `passing` the right number goes on, by `carried`
    what is written.
    """

    special: Ints
    passing: Floats
    carried: Floats


def law_of(cell: SumCell, size: int) -> Law:
    """The law of a cell for right numbers below `size`."""
    values = cell.values[cell.listed, None]
    special = np.unique(values - _GAPS)
    special = special[(special >= 0) & (special < size)]
    equal = values == special
    wrong = np.zeros((len(cell.texts), 1 + len(special)))
    wrong[cell.lost, 0] = 1.0
    wrong[cell.listed, 0] = UNIFORM
    wrong[cell.listed, 1:] = near_share(values - special) - UNIFORM * equal
    passing, carried = np.zeros((2, len(wrong), 2, wrong.shape[1]))
    passing[:, WRONG] = SLIP * wrong
    carried[:, WRONG] = (1.0 - SLIP) * wrong
    carried[cell.listed, RIGHT, 1:] = equal
    passing[cell.blank, :, 0] = 1.0
    passing[cell.other, RIGHT, 0] = 1.0
    passing[cell.other, RIGHT, 1:] = -1.0 * equal.any(axis=0)
    return Law(special, passing, carried)


def written_sum(tape: Tape, meant: Node, cell: SumCell) -> Node:
    """The message that goes on from a sum cell, given that of the right number."""
    count = meant.value.shape[1] - 1
    law = law_of(cell, count)
    seen = _seen(tape, meant, law.special)
    passing = mix(tape, cell.leaf, cell.care, law.passing)
    passed = _passed(tape, meant, passing, law.special)
    carried = mix(tape, seen, cell.care, law.carried.transpose(2, 1, 0))
    return _with_carried(tape, passed, carried, meant, cell)


def _seen(tape: Tape, meant: Node, special: Ints) -> Node:
    """The weight of all known numbers, and those of the special ones."""

    def forward() -> Floats:
        numbers = meant.value[:, :-1]
        return np.concatenate([numbers.sum(axis=1, keepdims=True), numbers[:, special]], axis=1)

    def transpose(grad: Floats) -> None:
        meant.grad[:, :-1] += grad[:, :1]
        meant.grad[:, special] += grad[:, 1:]

    return tape.step(forward, transpose)


def _passed(tape: Tape, meant: Node, passing: Node, special: Ints) -> Node:
    """The known numbers that go on as they are meant; the last column stays 0."""

    def forward() -> Floats:
        numbers, share = meant.value, passing.value
        out = numbers * share[:, :1]
        out[:, special] += numbers[:, special] * share[:, 1:]
        out[:, -1] = 0.0
        return out

    def transpose(grad: Floats) -> None:
        numbers, share = meant.value[:, :-1], passing.value
        pull, there = grad[:, :-1], grad[:, special]
        passing.grad[:, :1] += (pull * numbers).sum(axis=1, keepdims=True)
        passing.grad[:, 1:] += there * numbers[:, special]
        meant.grad[:, :-1] += pull * share[:, :1]
        meant.grad[:, special] += there * share[:, 1:]

    return tape.step(forward, transpose)


def _with_carried(tape: Tape, passed: Node, carried: Node, meant: Node, cell: SumCell) -> Node:
    """The numbers passed on, and those written that are carried on."""
    leaf, count = cell.leaf, passed.value.shape[1] - 1
    size = max(count, int(cell.values.max(initial=0)) + 1) + 1
    out = cell.values % size

    def forward() -> Floats:
        share = carried.value + meant.value[:, -1:] * cell.guess
        value = gather(out, leaf.value * share, size)
        value[:, :count] += passed.value[:, :-1]
        return value

    def transpose(grad: Floats) -> None:
        passed.grad[:, :-1] += grad[:, :count]
        pull = grad[:, out] * leaf.value
        carried.grad += pull
        meant.grad[:, -1:] += (pull @ cell.guess)[:, None]
        leaf.grad += grad[:, out] * (carried.value + meant.value[:, -1:] * cell.guess)

    return tape.step(forward, transpose)
