"""The bonus on a sum: points by tiers, as they should be and as they are written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.evidence.messages import UNKNOWN
from scorecheck.evidence.mix import RIGHT, WRONG, mix
from scorecheck.evidence.priors import LEVEL_SHARE, PLAUSIBLE, SLIP
from scorecheck.evidence.shifts import Shifts
from scorecheck.evidence.sums import SumCell
from scorecheck.evidence.tape import Floats, Ints, Node, Tape, gather

Tiers = Sequence[tuple[int, int]]
"""(threshold, points) of a bonus; the highest tier reached counts."""


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
    levels = np.array(sorted({0, *(points for _, points in tiers)}))
    on = np.array(sorted({UNKNOWN, *levels.tolist(), *cell.values.tolist()}))
    table = _shares(cell, levels, on)
    if keep[0]:
        table[:, :, -1] = table[:, :, -1].sum(axis=-1, keepdims=True) * (on == UNKNOWN)
    share = mix(tape, cell.leaf, cell.care, table.reshape(len(table), 2, -1))
    numbers = np.arange(base.value.shape[1] - 1)
    tier = 1.0 * (points_of(numbers, tiers) == levels[:, None])
    if not keep[0]:
        return _bonus_alone(tape, base, share, tier, on)
    return _with_base(tape, base, share, tier, (on[1:] * keep[1]).tolist())


def _shares(cell: SumCell, levels: Ints, on: Ints) -> Floats:
    """The probabilities of a text and of the bonus that goes on: [text, care, right bonus, on].

    The right bonuses are the levels and, last, the unknown one.
    """
    shares = np.zeros((len(cell.texts), 2, len(levels) + 1, len(on)))
    right = np.arange(len(levels)), np.searchsorted(on, levels)
    per_level = LEVEL_SHARE / max(len(levels) - 1, 1)
    for text, value in enumerate(cell.values.tolist()):
        written = int(np.searchsorted(on, value))
        usual = value in levels
        if cell.blank[text]:
            shares[text, RIGHT][right] = 1.0
            shares[text, WRONG, :-1, np.searchsorted(on, 0)] = 1.0
            shares[text, :, -1, 0] = 1.0
            continue
        wrong = 1.0 * (levels != value)
        if cell.listed[text]:
            shares[text, RIGHT, :-1, written] = levels == value
            wrong *= per_level if usual else (1.0 - LEVEL_SHARE) / PLAUSIBLE
            shares[text, :, -1, written] = 1.0 / (len(levels) if usual else PLAUSIBLE)
        else:
            shares[text, :, -1, written] = 1.0
        if cell.other[text]:
            shares[text, RIGHT][right] = ~np.isin(levels, cell.values)
        shares[text, WRONG, :-1, written] += wrong * (1.0 - SLIP)
        shares[text, WRONG][right] += wrong * SLIP
    return shares


def _bonus_alone(tape: Tape, base: Node, share: Node, tier: Floats, on: Ints) -> Node:
    """The message of the bonus, where the number under it does not go on."""
    size = int(on[-1]) + 2
    levels = len(tier)

    def both() -> tuple[Floats, Floats]:
        weights = np.concatenate([base.value[:, :-1] @ tier.T, base.value[:, -1:]], axis=1)
        return weights, share.value.reshape(len(weights), levels + 1, -1)

    def forward() -> Floats:
        weights, shares = both()
        return gather(on % size, (weights[:, None] @ shares)[:, 0], size)

    def transpose(grad: Floats) -> None:
        weights, shares = both()
        pull = grad[:, on]
        share.grad += (weights[:, :, None] * pull[:, None]).reshape(len(grad), -1)
        back = (shares @ pull[:, :, None])[:, :, 0]
        base.grad[:, :-1] += back[:, :-1] @ tier
        base.grad[:, -1:] += back[:, -1:]

    return tape.step(forward, transpose)


def _with_base(tape: Tape, base: Node, share: Node, tier: Floats, added: Sequence[int]) -> Node:
    """The message of the number under the bonus and what is `added` to it."""
    levels, count = tier.shape
    shifts = Shifts(added, count, tape.limit)

    def both() -> tuple[Floats, Floats]:
        by_level = base.value[:, None, :-1] * tier
        return by_level, share.value.reshape(len(by_level), levels + 1, -1)

    def forward() -> Floats:
        by_level, shares = both()
        moved = shares[:, :-1, 1:].swapaxes(1, 2) @ by_level
        lost = (by_level.sum(axis=2) * shares[:, :-1, 0]).sum(axis=1)
        lost += base.value[:, -1] * shares[:, -1, 0]
        return np.column_stack([shifts.put(moved), lost])

    def transpose(grad: Floats) -> None:
        by_level, shares = both()
        pull, lost = shifts.take(grad[:, :-1]), grad[:, -1:]
        back = np.zeros_like(shares)
        back[:, :-1, 1:] = by_level @ pull.swapaxes(1, 2)
        back[:, :-1, 0] = by_level.sum(axis=2) * lost
        back[:, -1, 0] = base.value[:, -1] * lost[:, 0]
        share.grad += back.reshape(len(grad), -1)
        down = shares[:, :-1, 1:] @ pull + (shares[:, :-1, 0] * lost)[:, :, None]
        base.grad[:, :-1] += (down * tier).sum(axis=1)
        base.grad[:, -1] += shares[:, -1, 0] * lost[:, 0]

    return tape.step(forward, transpose)
