"""What people write before anybody has looked: blanks, strikes, legal numbers, and mistakes.

Players differ: most add up well, some do not. So the weighing mixes a few levels of care instead
of one rate, which lets the sure cells of a card tell how far to trust its sums.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.tape import Floats, Ints
from scorecheck.reading.types import STRIKES

PLAUSIBLE = 500
"""Over how many numbers a wrong number is spread when it is no near miss."""

_NEAR_SHARE = 0.5
_NEAR_MISSES = {1: 5.0, 2: 2.0, 3: 1.0, 5: 2.0, 9: 1.0, 10: 5.0, 20: 1.0, 100: 2.0}
_NEAR_UNIT = _NEAR_SHARE / (2.0 * sum(_NEAR_MISSES.values()))

NEAR = {sign * gap: _NEAR_UNIT * w for gap, w in _NEAR_MISSES.items() for sign in (-1, 1)}
"""Wrong number minus right number, with the share of the wrong sums that miss by so much."""

_NEAR_TABLE = np.zeros(2 * max(_NEAR_MISSES) + 3)
for _gap, _share in NEAR.items():
    _NEAR_TABLE[_gap + max(_NEAR_MISSES) + 1] = _share

UNIFORM = (1.0 - _NEAR_SHARE) / PLAUSIBLE
"""The share of the wrong sums that hold any one number, near or not."""

LEVEL_SHARE = 0.7
"""The share of the wrong bonuses that are the points of another tier, or 0."""

SLIP = 0.25
"""The share of the wrong numbers that are slips of the pen: the player goes on with the right one.
The others are carried on into the later sums."""

P_BLANK = 0.15
P_STRIKE = 0.15
"""Share of boxes that are blank, and that hold a strike or a 0."""

BLANK_WEIGHT = 2.0
"""So many boxes `P_BLANK` weighs against what is seen of a column."""

ILLEGAL_SPREAD = 200
"""Over how many numbers an entry that the box cannot hold is spread."""


@dataclass(frozen=True)
class Care:
    """A level of care: how many cards it fits, the share of wrong sums and of illegal entries."""

    share: float
    wrong_sum: float
    illegal: float


CARES = (Care(0.5, 0.01, 0.003), Care(0.4, 0.05, 0.01), Care(0.1, 0.2, 0.05))
"""On average 4.5 % of the sums are wrong and 1 % of the entries illegal."""


def near_share(gaps: Ints) -> Floats:
    """`NEAR` of each gap (wrong number minus right number)."""
    reach = len(_NEAR_TABLE) // 2
    return np.asarray(_NEAR_TABLE[np.clip(gaps, -reach, reach) + reach])


def blank_share(blank: int, written: int) -> float:
    """The share of blanks among the boxes of a column of which so many are surely blank and surely
    written in: where all others are filled, hardly one is blank. Never more than `P_BLANK`, so that
    a game under way makes no faint entry a blank."""
    seen = BLANK_WEIGHT + blank + written
    return min(P_BLANK, (BLANK_WEIGHT * P_BLANK + blank) / seen)


def entry_priors(
    texts: Sequence[str],
    legal: Collection[int],
    cares: Sequence[Care],
    blank: float = P_BLANK,
) -> Floats:
    """How often each text stands in a box with these legal numbers, one row per level of care.

    Args:
        blank: the share of the boxes that are blank.
    """
    number = 1.0 - blank - P_STRIKE
    strike = P_STRIKE / (len(STRIKES) + 1)
    # Columns: a blank, a strike, a legal number, an illegal one, an unlisted text. The last counts
    # as one that is illegal: the legal numbers are listed where they could matter. Its likelihood
    # is that of one text, hence the prior of all such texts.
    shares = [
        (
            blank,
            strike,
            number * (1.0 - care.illegal) / max(len(legal), 1),
            number * care.illegal / ILLEGAL_SPREAD,
            number * care.illegal,
        )
        for care in cares
    ]

    def column(text: str) -> int:
        if text in ("", OTHER):
            return 0 if text == "" else 4
        value = number_of(text)
        return 1 if value == 0 else 2 if value in legal else 3

    return np.array(shares)[:, [column(text) for text in texts]]


@dataclass(frozen=True)
class RowHabits:
    """How the three cells of a row with a multiplier hang together, besides the product.

    Each pair is (a number stands in the base, the base is struck, the base is blank).
    """

    power_blank: tuple[float, float, float] = (0.03, 0.6, 0.97)
    total_blank: tuple[float, float, float] = (0.05, 0.15, 0.95)


ROW_HABITS = RowHabits()

NO_POWER = 0.01
NO_POWER_TEXTS = 20
"""The share of the written powers that the game does not have, and over how many texts they are
spread (as they are again over texts that no candidate names)."""

FACTOR_SHARE = 0.4
"""The share of the wrong products that are the base times another factor, or the base itself."""
