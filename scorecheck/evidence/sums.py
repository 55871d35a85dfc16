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
from scorecheck.evidence.priors import PLAUSIBLE, SLIP, UNIFORM
from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.tape import Floats, Ints, Node, Tape
from scorecheck.evidence.watched import Watched, figures_of, passed


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

    @cached_property
    def law(self) -> Law:
        """How the right number and what is written hang together."""
        return _law(self)


@dataclass(frozen=True)
class Law:
    """What is written, and what goes on, as probabilities for each figure of the right number.

    Both tables are [text, care, figure], the figures as in `Watched`. By `passing` the right
    number goes on, by `carried` what is written.
    """

    passing: Floats
    carried: Floats


def _law(cell: SumCell) -> Law:
    listed = np.flatnonzero(cell.listed)
    same = 1 + np.arange(len(listed))
    near = same + len(listed)
    wrong = np.zeros((len(cell.texts), 1 + 2 * len(listed)))
    wrong[cell.lost, 0] = 1.0
    wrong[listed, 0] = UNIFORM
    wrong[listed, same] = -UNIFORM
    wrong[listed, near] = 1.0
    passing, carried = np.zeros((2, len(wrong), 2, wrong.shape[1]))
    passing[:, WRONG] = SLIP * wrong
    carried[:, WRONG] = (1.0 - SLIP) * wrong
    carried[listed, RIGHT, same] = 1.0
    passing[cell.blank, :, 0] = 1.0
    passing[cell.other, RIGHT, 0] = 1.0
    # An unlisted text is right for all numbers but those listed, by however many texts.
    first = {value: index for index, value in reversed([*enumerate(cell.values[listed].tolist())])}
    passing[cell.other, RIGHT, 1 + np.array([*first.values()], dtype=np.int64)] = -1.0
    return Law(passing, carried)


def written_sum(tape: Tape, meant: Node, cell: SumCell) -> Node:
    """The message that goes on from a sum cell, given that of the right number."""
    watched = Watched(cell.values[cell.listed], meant.value.shape[1])
    share = mix(tape, cell.leaf, cell.care, cell.law.passing)
    right = passed(tape, meant, share, watched)
    seen = figures_of(tape, meant, watched)
    carried = mix(tape, seen, cell.care, cell.law.carried.transpose(2, 1, 0))
    return _with_carried(tape, right, carried, meant, cell)


def _with_carried(tape: Tape, right: Node, carried: Node, meant: Node, cell: SumCell) -> Node:
    """The numbers passed on, and those written that are carried on."""
    leaf, count = cell.leaf, right.value.shape[1] - 1
    size = max(count, int(cell.values.max(initial=0)) + 1) + 1
    out = cell.values % size

    def forward() -> Floats:
        weights = leaf.value * (carried.value + meant.value[:, -1:] * cell.guess)
        value = np.zeros((len(weights), size))
        value[:, :count] = right.value[:, :-1]
        for text, number in enumerate(out.tolist()):
            value[:, number] += weights[:, text]
        return value

    def transpose(grad: Floats) -> None:
        right.grad[:, :-1] += grad[:, :count]
        pull = grad[:, out] * leaf.value
        carried.grad += pull
        meant.grad[:, -1:] += (pull @ cell.guess)[:, None]
        leaf.grad += grad[:, out] * (carried.value + meant.value[:, -1:] * cell.guess)

    return tape.step(forward, transpose)
