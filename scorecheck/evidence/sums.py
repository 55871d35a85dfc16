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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorecheck.evidence.messages import UNKNOWN, known, mass, plus
from scorecheck.evidence.priors import (
    LEVEL_SHARE,
    NEAR,
    PLAUSIBLE,
    SLIP,
    UNIFORM,
)
from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.tape import Ints, Node, Tape, Terms

RIGHT, WRONG = 0, 1
"""Items of a care leaf: the probabilities that the player wrote the right number, or a wrong."""

_GAPS = np.array(list(NEAR))
_SHARES = np.array(list(NEAR.values()))

Tiers = Sequence[tuple[int, int]]
"""(threshold, points) of a bonus; the highest tier reached counts."""


@dataclass(frozen=True)
class SumCell:
    """A sum's cell: the weights of its texts, and of a right and a wrong sum."""

    texts: Sequence[str]
    leaf: Node
    care: Node

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The items that are numbers, with their values."""
        numbers = ((i, number_of(text)) for i, text in enumerate(self.texts))
        return {i: number for i, number in numbers if number is not None}

    @cached_property
    def items(self) -> Ints:
        """The items that are numbers."""
        return np.array(list(self.numbers), dtype=np.int64)

    @cached_property
    def values(self) -> Ints:
        """The values of `items`."""
        return np.array(list(self.numbers.values()), dtype=np.int64)

    @cached_property
    def blanks(self) -> Ints:
        """The item for "nothing is written", where there is one."""
        return self._where(lambda text: text == "")

    @cached_property
    def others(self) -> Ints:
        """The item for unlisted texts."""
        return self._where(lambda text: text == OTHER)

    @cached_property
    def lost(self) -> Ints:
        """Texts from which no number goes on when they are wrong: unlisted ones and words."""
        return self._where(lambda text: text != "" and number_of(text) is None)

    def _where(self, fits: Callable[[str], bool]) -> Ints:
        return np.array([i for i, text in enumerate(self.texts) if fits(text)], dtype=np.int64)

    @property
    def top(self) -> int:
        """The largest number among the texts."""
        return int(self.values.max(initial=0))


def written_sum(tape: Tape, meant: Node, cell: SumCell) -> Node:
    """The message that goes on from a sum cell, given that of the right number."""
    numbers = known(meant)
    size = max(int(numbers.max(initial=0)), cell.top) + 2
    terms = Terms(3)
    for blank in cell.blanks:
        terms.put(blank, numbers, [[RIGHT], [WRONG]], to=numbers)
    unlisted = np.setdiff1d(numbers, cell.values, assume_unique=True)
    terms.put(cell.others[:, None], unlisted, RIGHT, to=unlisted)
    # Row by row: the number itself, and those that it would be a near miss of. `_strays` spreads
    # wrong numbers over all that could be meant, the number itself included; hence -UNIFORM.
    items, values = cell.items[:, None], cell.values[:, None]
    meets = np.isin(values, numbers)
    terms.put(items, values, RIGHT, to=values, by=meets)
    terms.put(items, values, WRONG, to=values, by=-UNIFORM * meets)
    origins = values - _GAPS
    near = np.isin(origins, numbers) * _SHARES
    terms.put(items, origins, WRONG, to=values, by=near * (1 - SLIP))
    terms.put(items, origins, WRONG, to=origins, by=near * SLIP)
    terms.put(cell.lost[:, None], numbers, WRONG, to=numbers, by=SLIP)
    close = terms.apply(tape, [cell.leaf, meant, cell.care], size)
    return plus(tape, close, _strays(tape, meant, cell, size))


def _strays(tape: Tape, meant: Node, cell: SumCell, size: int) -> Node:
    """What needs only the whole weight of the numbers meant, or of those written."""
    numbers = known(meant)
    carried = Terms(3)
    carried.put(cell.items, 0, WRONG, to=cell.values, by=UNIFORM * (1 - SLIP))
    carried.put(cell.lost, 0, WRONG, to=UNKNOWN, by=1 - SLIP)
    wrong = carried.apply(tape, [cell.leaf, mass(tape, meant), cell.care], size)
    written = Terms(1)
    written.put(cell.items, to=0)
    slipped = Terms(3)
    slipped.put(0, numbers, WRONG, to=numbers, by=UNIFORM * SLIP)
    any_number = written.apply(tape, [cell.leaf], 1)
    slip = slipped.apply(tape, [any_number, meant, cell.care], size)
    unknown = Terms(2)
    unknown.put(cell.items, UNKNOWN, to=cell.values, by=1.0 / PLAUSIBLE)
    unknown.put(np.concatenate([cell.lost, cell.blanks]), UNKNOWN, to=UNKNOWN)
    rest = unknown.apply(tape, [cell.leaf, meant], size)
    return plus(tape, plus(tape, wrong, slip), rest)


def points_of(numbers: Ints, tiers: Tiers) -> Ints:
    """The bonus points that each number earns."""
    points = np.zeros(len(numbers), dtype=np.int64)
    for threshold, worth in sorted(tiers):
        points[numbers >= threshold] = worth
    return points


def written_bonus(
    tape: Tape, base: Node, cell: SumCell, tiers: Tiers, keep: tuple[int, int]
) -> Node:
    """The message of keep[0] * base + keep[1] * bonus, where the bonus is what is written.

    A blank bonus stands for the right one, or for one forgotten.
    """
    numbers = known(base)
    right = points_of(numbers, tiers)
    levels = np.array(sorted({0, *(points for _, points in tiers)}))
    per_level = LEVEL_SHARE / max(len(levels) - 1, 1)
    size = keep[0] * int(numbers.max(initial=0)) + keep[1] * max(cell.top, int(levels.max())) + 2

    def on(bonus: object) -> object:
        return keep[0] * numbers + keep[1] * np.asarray(bonus)

    terms = Terms(3)
    terms.put(cell.blanks[:, None], numbers, RIGHT, to=on(right))
    terms.put(cell.blanks[:, None], numbers, WRONG, to=on(0))
    unlisted = ~np.isin(right, cell.values)
    terms.put(cell.others[:, None], numbers, RIGHT, to=on(right), by=unlisted)
    terms.put(cell.lost[:, None], numbers, WRONG, to=UNKNOWN, by=1 - SLIP)
    terms.put(cell.lost[:, None], numbers, WRONG, to=on(right), by=SLIP)
    items, values = cell.items[:, None], cell.values[:, None]
    terms.put(items, numbers, RIGHT, to=on(values), by=values == right)
    spread = np.where(np.isin(values, levels), per_level, (1.0 - LEVEL_SHARE) / PLAUSIBLE)
    wrong = spread * (values != right)
    terms.put(items, numbers, WRONG, to=on(values), by=wrong * (1 - SLIP))
    terms.put(items, numbers, WRONG, to=on(right), by=wrong * SLIP)
    gone = UNKNOWN if keep[0] else cell.values * keep[1]
    guess = np.where(np.isin(cell.values, levels), 1.0 / len(levels), 1.0 / PLAUSIBLE)
    terms.put(cell.items, UNKNOWN, [[RIGHT], [WRONG]], to=gone, by=guess)
    empty = np.concatenate([cell.lost, cell.blanks])
    terms.put(empty, UNKNOWN, [[RIGHT], [WRONG]], to=UNKNOWN)
    return terms.apply(tape, [cell.leaf, base, cell.care], size)
