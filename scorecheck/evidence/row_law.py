"""How the three cells of rows with a multiplier hang together, as tables of probabilities.

The cells hold so few texts that all their combinations are simply listed. All tables have the
axes [row, text of the total, text of the base, text of the power].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

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
from scorecheck.evidence.tape import Floats, Ints

Bools = NDArray[np.bool_]

NUMBER, STRUCK, BLANK = 0, 1, 2
"""What a base is; a base that is none of its candidates counts as a number."""


@dataclass(frozen=True)
class Row:
    """The texts of the three cells; `legal` are the numbers that the base may hold besides 0."""

    base: Sequence[str]
    power: Sequence[str]
    total: Sequence[str]
    legal: frozenset[int]


@dataclass(frozen=True)
class RowLaw:
    """What is written as total, and what goes on into the section's sum.

    By `passing` [row, total, care, pair] the right product goes on, whatever is written; by
    `carried` [row, pair, care, total] what is written. A pair is a base with a power, whose share
    is `pairs` [row, base, power]; `right` [row, pair] are the products, `written` [row, total]
    the totals.
    """

    pairs: Floats
    passing: Floats
    carried: Floats
    right: Ints
    written: Ints


class Rows:
    """The texts of several rows as numbers, all rows made as long as the longest."""

    def __init__(self, rows: Sequence[Row], factors: Mapping[str, int]) -> None:
        self.factors = factors
        self.steps: Ints = np.array(sorted(set(factors.values())))
        bases = _facts(_of_base, [row.base for row in rows])[:, None, :, None]
        powers = _facts(lambda text: _of_power(text, factors), [row.power for row in rows])
        powers = powers[:, None, None]
        totals = _facts(_of_total, [row.total for row in rows])[:, :, None, None]
        self.kinds, self.bases = bases[..., 0], bases[..., 1]
        self.no_base: Bools = bases[..., 2] > 0
        self.factor = powers[..., 0]
        self.no_power: Bools = powers[..., 1] > 0
        self.other_power: Bools = powers[..., 2] > 0
        self.totals = totals[..., 0]
        self.no_total: Bools = totals[..., 1] > 0
        self.other_total: Bools = totals[..., 2] > 0
        alone = [_shares_alone(row.legal, tuple(self.steps.tolist())) for row in rows]
        shares = [
            [known.get(number, 0.1 / PLAUSIBLE) for number in numbers]
            for known, numbers in zip(alone, self.totals[:, :, 0, 0].tolist(), strict=True)
        ]
        self.alone: Floats = np.array(shares)[:, :, None, None]


def _facts(of: Callable[[str], tuple[int, int, int]], rows: Sequence[Sequence[str]]) -> Ints:
    """Three figures of each text of each row."""
    length = max(map(len, rows))
    rest = of(OTHER)
    return np.array([[*map(of, row), *[rest] * (length - len(row))] for row in rows])


@lru_cache(maxsize=4096)
def _of_base(text: str) -> tuple[int, int, int]:
    """Kind and number of a base, and whether none is known."""
    number = number_of(text)
    kind = BLANK if text == "" else STRUCK if number == 0 else NUMBER
    return kind, number or 0, text in ("", OTHER)


def _of_power(text: str, factors: Mapping[str, int]) -> tuple[int, int, int]:
    """Factor of a power (0 for none), and whether nothing is written, or an unlisted text."""
    return factors.get(text.upper(), 0), text == "", text == OTHER


@lru_cache(maxsize=4096)
def _of_total(text: str) -> tuple[int, int, int]:
    """Number of a total, and whether nothing is written, or an unlisted text."""
    number = number_of(text)
    return UNKNOWN if number is None else number, text == "", text == OTHER


@lru_cache(maxsize=256)
def _shares_alone(legal: frozenset[int], steps: tuple[int, ...]) -> dict[int, float]:
    """The shares of the products among the totals of rows that show nothing else."""
    products = {value * step for value in legal for step in steps}
    return dict.fromkeys(products, 1 / len(products))


def law_of_rows(rows: Rows) -> RowLaw:
    """The tables of some rows."""
    right, weight = _right_totals(rows)
    fits, strays = _total_shares(rows, right, weight)
    sure = weight.max(axis=-1) == 1.0
    goes_on = np.where(sure, or_unknown(right[..., 0]), UNKNOWN)
    goes_on = np.where((rows.kinds == BLANK) & rows.no_power, 0, goes_on)
    no_total = np.array(ROW_HABITS.total_blank)[rows.kinds]
    listed = rows.totals != UNKNOWN
    lost = ~listed & ~rows.no_total
    free = rows.other_total * _unlisted(rows, right, weight)
    blank = rows.no_total * no_total
    passing = (blank + free * (1 - no_total), blank + listed * strays * SLIP * (1 - no_total))
    wrong = np.where(listed, strays * (1 - SLIP), lost)
    carried = ((1 - no_total) * listed * fits, (1 - no_total) * wrong)
    count = (len(goes_on), -1)
    tables = [np.stack(pair, axis=2).reshape(*fits.shape[:2], 2, -1) for pair in (passing, carried)]
    return RowLaw(
        pairs=_power_shares(rows)[:, 0],
        passing=tables[0],
        carried=tables[1].transpose(0, 3, 2, 1),
        right=goes_on.reshape(count),
        written=or_unknown(rows.totals).reshape(count),
    )


def _power_shares(rows: Rows) -> Floats:
    """How often each power stands beside each base."""
    blank = np.array(ROW_HABITS.power_blank)[rows.kinds]
    foreign = np.where(rows.other_power, NO_POWER, NO_POWER / NO_POWER_TEXTS)
    written = np.where(rows.factor > 0, (1 - 2 * NO_POWER) / len(rows.factors), foreign)
    return np.where(rows.no_power, blank, (1 - blank) * written)


def _right_totals(rows: Rows) -> tuple[Ints, Floats]:
    """For each base and power the totals that can be right, and their shares (last axis).

    One total where base and power are known; one per factor where the power is not; none (all
    shares 0) where the base is blank or unknown.
    """
    steps = rows.steps
    factor = rows.factor[..., None]
    right = rows.bases[..., None] * np.where(factor > 0, factor, steps)
    one = (factor > 0) | (rows.kinds == STRUCK)[..., None]
    weight = np.where(one, np.eye(len(steps))[0], 1.0 / len(steps))
    return right, np.where(rows.no_base[..., None], 0.0, weight)


def _unlisted(rows: Rows, right: Ints, weight: Floats) -> Floats:
    """The share of the right totals that are not among the texts of the total."""
    listed = (right == rows.totals[..., None]).any(axis=1, keepdims=True)
    free = (weight * ~listed).sum(axis=-1)
    return np.asarray(np.where(weight.any(axis=-1), free, 1.0))


def _total_shares(rows: Rows, right: Ints, weight: Floats) -> tuple[Floats, Floats]:
    """P(total | a right one) and P(total | a wrong one), where the total is a number."""
    values = rows.totals[..., None]
    fits = (weight * (right == values)).sum(axis=-1)
    near = (weight * near_share(values - right)).sum(axis=-1)
    strays = near + UNIFORM * (1 - fits)
    # Where base and power are known, a wrong product is often one with another factor.
    certain = (rows.kinds == NUMBER) & (rows.factor > 0)
    factors = np.array(sorted({1, *rows.factors.values()}))
    slips = (rows.bases[..., None] * factors == values).any(axis=-1) & (fits == 0)
    slipped = (1 - FACTOR_SHARE) * strays + FACTOR_SHARE / max(len(factors) - 1, 1) * slips
    strays = np.where(certain, slipped, strays)
    vague = ~weight.any(axis=-1)
    lone = np.where(rows.kinds == BLANK, rows.alone, 1 / PLAUSIBLE)
    return np.where(vague, lone, fits), np.where(vague, 1 / PLAUSIBLE, strays)
