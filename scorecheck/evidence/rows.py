"""A box of three cells: base, power and total.

Like a sum, the total is what follows from the other two, right or wrong; unlike a sum, the three
hold so few texts that all their combinations are simply listed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scorecheck.evidence.messages import UNKNOWN
from scorecheck.evidence.priors import FACTOR_SHARE, PLAUSIBLE, ROW_HABITS, UNIFORM, near_share
from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.sums import RIGHT, WRONG
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, Terms

NUMBER, STRUCK, BLANK = 0, 1, 2
"""What a base is; a base that is none of its candidates counts as a number."""


@dataclass(frozen=True)
class Row:
    """The texts of the three cells, and what the game says about them.

    `factors` maps a spelling (upper case) of the power to its factor; `legal` are the numbers
    that the base may hold besides 0.
    """

    base: Sequence[str]
    power: Sequence[str]
    total: Sequence[str]
    legal: Collection[int]
    factors: Mapping[str, int]
    kinds: Ints = field(init=False)
    values: Ints = field(init=False)
    factor: Ints = field(init=False)
    """Per power text its factor, or 0 where it has none."""

    def __post_init__(self) -> None:
        set_ = object.__setattr__
        set_(self, "kinds", np.array([_kind(text) for text in self.base]))
        set_(self, "values", np.array([number_of(text) or 0 for text in self.base]))
        set_(self, "factor", np.array([self.factors.get(text.upper(), 0) for text in self.power]))

    @property
    def steps(self) -> Ints:
        """The different factors, smallest first."""
        return np.array(sorted(set(self.factors.values())))


def _kind(text: str) -> int:
    if text == "":
        return BLANK
    return STRUCK if number_of(text) == 0 else NUMBER


def row_message(tape: Tape, row: Row, cells: tuple[Node, Node, Node], care: Node) -> Node:
    """The message of the number that the row brings into its section's sum.

    Args:
        cells: the weights of the texts of base, power and total.
        care: the probabilities of a right and of a wrong product.
    """
    right, weight = _right_totals(row)
    alone = weight.max(axis=2) == 1.0
    blank_row = (row.kinds == BLANK)[:, None] & (np.array(row.power) == "")
    goes_on = np.where(blank_row, 0, np.where(alone, right[:, :, 0], UNKNOWN))
    share = _power_shares(row)
    blank = np.array(ROW_HABITS.total_blank)[row.kinds][:, None]

    terms = Terms(4)
    b, p = np.indices(share.shape)
    for t, text in enumerate(row.total):
        number = number_of(text)
        if text == "":
            terms.put(b, p, t, [[[RIGHT]], [[WRONG]]], to=goes_on, by=share * blank)
            continue
        written = share * (1 - blank)
        if number is not None:
            fits, strays = _total_shares(row, right, weight, number)
            terms.put(b, p, t, RIGHT, to=number, by=written * fits)
            terms.put(b, p, t, WRONG, to=number, by=written * strays)
            continue
        terms.put(b, p, t, WRONG, to=UNKNOWN, by=written)
        if text == OTHER:
            terms.put(b, p, t, RIGHT, to=goes_on, by=written * _unlisted(row, right, weight))
    largest = max(int(number_of(text) or 0) for text in row.total)
    size = max(largest, int(goes_on.max(initial=0))) + 2
    return terms.apply(tape, [*cells, care], size)


def _power_shares(row: Row) -> Floats:
    """How often each power stands beside each base."""
    blank = np.array(ROW_HABITS.power_blank)[row.kinds][:, None]
    named = 0.98 / len(row.factors)
    written = np.where(row.factor > 0, named, 0.02)
    return np.where(np.array(row.power) == "", blank, (1 - blank) * written)


def _right_totals(row: Row) -> tuple[Ints, Floats]:
    """For each base and power the totals that can be right, and their shares.

    One total where base and power are known; one per factor where the power is not; none (all
    shares 0) where the base is blank or unknown.
    """
    steps = row.steps
    shape = (len(row.base), len(row.power), len(steps))
    right = np.broadcast_to(row.values[:, None, None] * steps, shape).copy()
    weight = np.full(shape, 1.0 / len(steps))
    for p in np.flatnonzero(row.factor):
        right[:, p] = (row.values * row.factor[p])[:, None]
        weight[:, p] = np.eye(len(steps))[0]
    weight[row.kinds == STRUCK] = np.eye(len(steps))[0]
    weight[[text in ("", OTHER) for text in row.base]] = 0.0
    return right, weight


def _unlisted(row: Row, right: Ints, weight: Floats) -> Floats:
    """The share of the right totals that are not among the texts of the total."""
    listed = [n for n in map(number_of, row.total) if n is not None]
    free = (weight * ~np.isin(right, listed)).sum(axis=2)
    return np.asarray(np.where(weight.any(axis=2), free, 1.0))


def _total_shares(row: Row, right: Ints, weight: Floats, number: int) -> tuple[Floats, Floats]:
    """P(number | a right total) and P(number | a wrong one), for each base and power."""
    fits = (weight * (right == number)).sum(axis=2)
    near = (weight * near_share(number - right)).sum(axis=2)
    strays = near + UNIFORM * (1 - fits)
    slips = _slips(row, number) & (fits == 0)
    certain = ((row.kinds == NUMBER)[:, None] & (row.factor > 0)) & weight.any(axis=2)
    others = max(len({1, *row.factors.values()}) - 1, 1)
    slipped = (1 - FACTOR_SHARE) * strays + FACTOR_SHARE / others * slips
    strays = np.where(certain, slipped, strays)
    vague = ~weight.any(axis=2)
    blank = (row.kinds == BLANK)[:, None] & vague
    fits = np.where(vague, np.where(blank, _lone_total(row, number), 1 / PLAUSIBLE), fits)
    return fits, np.where(vague, 1 / PLAUSIBLE, strays)


def _slips(row: Row, number: int) -> NDArray[np.bool_]:
    """Whether the number is a base times some factor, or the base itself (column vector)."""
    factors = np.array(sorted({1, *row.factors.values()}))
    return np.asarray((row.values[:, None] * factors == number).any(axis=1)[:, None])


def _lone_total(row: Row, number: int) -> float:
    """The share of this number among the totals of rows that show nothing else."""
    products = {value * int(step) for value in row.legal for step in row.steps}
    return 1 / len(products) if number in products else 1 / PLAUSIBLE / 10
