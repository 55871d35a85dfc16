"""The sum that is one box less another, times a third, as Yamb has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.evidence.messages import UNKNOWN
from scorecheck.evidence.slots import number_of
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, Terms

_LARGEST = 99
"""No box of a difference holds more; larger misreadings count as unknown."""

_BLANK = -2


@dataclass(frozen=True)
class Factor:
    """A cell of the difference: its texts and their weights."""

    texts: Sequence[str]
    leaf: Node

    @property
    def numbers(self) -> Ints:
        """The number of each text; `UNKNOWN` for none, `_BLANK` where nothing is written."""
        found = (_BLANK if text == "" else number_of(text) for text in self.texts)
        return np.array([UNKNOWN if n is None or n > _LARGEST else n for n in found])


def difference_message(tape: Tape, plus: Factor, minus: Factor, by: Factor) -> Node:
    """The message of (plus - minus) x by, never below 0, and 0 while one of them is blank.

    `by` belongs to another sum already. Its weights should be those of a copy with a sum of 1:
    so the difference learns from it, and it learns nothing from the difference.
    """
    a, b, c = plus.numbers[:, None, None], minus.numbers[:, None], by.numbers
    value = np.maximum(a - b, 0) * c
    value = np.where((a == _BLANK) | (b == _BLANK) | (c == _BLANK), 0, value)
    value = np.where((a == UNKNOWN) | (b == UNKNOWN) | (c == UNKNOWN), UNKNOWN, value)
    terms = Terms(3)
    i, j, k = np.indices(value.shape)
    terms.put(i, j, k, to=value)
    return terms.apply(tape, [plus.leaf, minus.leaf, by.leaf], int(value.max(initial=0)) + 2)


def copy_of(weights: Floats) -> Node:
    """A leaf with these weights, made to add up to 1 in each row."""
    return Node(weights / weights.sum(axis=1, keepdims=True))
