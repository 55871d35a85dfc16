"""A box of three cells: base, power and total.

Like a sum, the total is what follows from the other two, right or wrong; unlike a sum, the three
hold so few texts that all their combinations are simply listed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorecheck.evidence.messages import UNKNOWN, or_unknown
from scorecheck.evidence.priors import (
    FACTOR_SHARE,
    NO_POWER,
    NO_POWER_TEXTS,
    PLAUSIBLE,
    ROW_HABITS,
    SLIP,
    UNIFORM,
    near_share,
)
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

    @cached_property
    def kinds(self) -> Ints:
        """What each base text is."""
        return np.array([_kind(text) for text in self.base])

    @cached_property
    def values(self) -> Ints:
        """The number of each base text; 0 where it is none."""
        return np.array([number_of(text) or 0 for text in self.base])

    @cached_property
    def factor(self) -> Ints:
        """The factor of each power text; 0 where it has none."""
        return np.array([self.factors.get(text.upper(), 0) for text in self.power])

    @cached_property
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
    sure = weight.max(axis=2) == 1.0
    empty = (row.kinds == BLANK)[:, None] & (np.array(row.power) == "")
    goes_on = np.where(empty, 0, np.where(sure, or_unknown(right[:, :, 0]), UNKNOWN))[:, :, None]
    share = _power_shares(row)[:, :, None]
    blank = np.array(ROW_HABITS.total_blank)[row.kinds][:, None, None]

    numbers = [number_of(text) for text in row.total]
    t = np.array([i for i, number in enumerate(numbers) if number is not None], dtype=np.int64)
    values = np.array([number for number in numbers if number is not None], dtype=np.int64)
    b, p = np.indices(right.shape[:2])[..., None]
    terms = Terms(4)
    fits, strays = _total_shares(row, right, weight, values)
    written = or_unknown(values)
    terms.put(b, p, t, RIGHT, to=written, by=share * (1 - blank) * fits)
    terms.put(b, p, t, WRONG, to=written, by=share * (1 - blank) * strays * (1 - SLIP))
    terms.put(b, p, t, WRONG, to=goes_on, by=share * (1 - blank) * strays * SLIP)
    for i, text in enumerate(row.total):
        if text == "":
            terms.put(b, p, i, [RIGHT, WRONG], to=goes_on, by=share * blank)
        elif numbers[i] is None:
            terms.put(b, p, i, WRONG, to=UNKNOWN, by=share * (1 - blank))
        if text == OTHER:
            free = _unlisted(row, right, weight, values)[:, :, None]
            terms.put(b, p, i, RIGHT, to=goes_on, by=share * (1 - blank) * free)
    size = max(int(written.max(initial=0)), int(goes_on.max(initial=0))) + 2
    return terms.apply(tape, [*cells, care], size)


def _power_shares(row: Row) -> Floats:
    """How often each power stands beside each base."""
    blank = np.array(ROW_HABITS.power_blank)[row.kinds][:, None]
    foreign = np.where(np.array(row.power) == OTHER, NO_POWER, NO_POWER / NO_POWER_TEXTS)
    written = np.where(row.factor > 0, (1 - 2 * NO_POWER) / len(row.factors), foreign)
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


def _unlisted(row: Row, right: Ints, weight: Floats, values: Ints) -> Floats:
    """The share of the right totals that are not among the texts of the total."""
    free = (weight * ~np.isin(right, values)).sum(axis=2)
    return np.asarray(np.where(weight.any(axis=2), free, 1.0))


def _total_shares(row: Row, right: Ints, weight: Floats, values: Ints) -> tuple[Floats, Floats]:
    """P(value | a right total) and P(value | a wrong one), for each base, power and value."""
    right, weight = right[:, :, None, :], weight[:, :, None, :]
    meant = right == values[:, None]
    fits = (weight * meant).sum(axis=3)
    near = (weight * near_share(values[:, None] - right)).sum(axis=3)
    strays = near + UNIFORM * (1 - fits)
    # Where base and power are known, a wrong product is often one with another factor.
    certain = (row.kinds == NUMBER)[:, None, None] & (row.factor > 0)[:, None]
    factors = np.array(sorted({1, *row.factors.values()}))
    products = row.values[:, None, None] * factors
    slips = (products == values[:, None]).any(axis=2)[:, None, :] & (fits == 0)
    slipped = (1 - FACTOR_SHARE) * strays + FACTOR_SHARE / max(len(factors) - 1, 1) * slips
    strays = np.where(certain, slipped, strays)
    vague = ~weight.any(axis=3)
    lone = np.where((row.kinds == BLANK)[:, None, None], _lone_totals(row, values), 1 / PLAUSIBLE)
    return np.where(vague, lone, fits), np.where(vague, 1 / PLAUSIBLE, strays)


def _lone_totals(row: Row, values: Ints) -> Floats:
    """The shares of these numbers among the totals of rows that show nothing else."""
    products = {value * int(step) for value in row.legal for step in row.steps}
    shares = [1 / len(products) if v in products else 1 / PLAUSIBLE / 10 for v in values.tolist()]
    return np.array(shares)
