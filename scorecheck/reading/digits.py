"""The exact probabilities of numbers of up to four digits in the network's output.

First how many digits there are, which is quick: all numbers of a length are followed together,
told apart by their last digit only. Then the numbers themselves, through a tree of prefixes, but
only with the digits that can stand in a number worth naming.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.alphabet import DIGITS

LONGEST = 4

NEGLIGIBLE = 1e-4
"""Less probable texts are not named."""

_USUAL, _MOST = 3, 6
"""How many different digits are followed in a cell: nearly always the first is enough."""
_MOST_WIDE = 5
"""The same where four digits are likely enough."""

Chances = NDArray[np.float32]
"""(cells, places, 1 + 10): the chance of "no sign" and of every digit at every place."""


def _length_chances(chances: Chances) -> NDArray[np.float32]:
    """(cells, LONGEST + 1): the probability that a cell says so many digits and nothing else."""
    none, sign = _by_place(chances)
    cells = chances.shape[0]
    # The last place said that digit, or no sign after it.
    opened = np.zeros((cells, LONGEST + 1, len(DIGITS)), np.float32)
    shut = np.zeros((cells, LONGEST + 1), np.float32)
    shut[:, 0] = 1
    for p, q in zip(sign, none, strict=True):
        either = opened.sum(axis=2)
        either += shut
        # The same digit twice needs "no sign" between.
        grown = either[:, :-1, None] - opened[:, :-1]
        opened[:, 1:] += grown
        opened[:, 1:] *= p[:, None, :]
        shut = either * q[:, None]
    return np.asarray(opened.sum(axis=2) + shut)


def likely_numbers(
    chances: Chances,
) -> tuple[list[dict[str, float]], NDArray[np.float32]]:
    """For each cell all its numbers that are more probable than `NEGLIGIBLE`, and the sum over all.

    A number is no likelier than any of its digits is to be seen anywhere, so most digits need not
    be followed. Where too many might, the least likely ones are left out, of the sum as well.
    """
    lengths = _length_chances(chances)
    count = (chances[:, :, 1:].sum(axis=1) > NEGLIGIBLE).sum(axis=1)
    # What is not followed is not in the sum either, so that chaos counts as illegible.
    total = np.where(count <= _USUAL, lengths[:, 1:LONGEST].sum(axis=1), 0)
    seen = chances[:, :, 1:].max(axis=1)
    wide = lengths[:, LONGEST] > NEGLIGIBLE
    results: list[dict[str, float]] = [{} for _ in chances]
    groups = (
        ((count > 0) & (count <= _USUAL), _USUAL, LONGEST - 1),
        (count > _USUAL, _MOST, LONGEST - 1),
        (wide, _MOST_WIDE, LONGEST),
    )
    for chosen, kept, longest in groups:
        members = np.flatnonzero(chosen)
        if not members.size:
            continue
        likeliest = np.sort(np.argsort(-seen[members], axis=1)[:, :kept], axis=1)
        found = _tree(chances[members], likeliest, longest)
        for row, node in np.argwhere(found > NEGLIGIBLE).tolist():
            digits = [DIGITS[likeliest[row, k]] for k in _members(kept, longest)[node]]
            results[members[row]]["".join(digits)] = float(found[row, node])
        total[members] = np.maximum(total[members], found.sum(axis=1))
    return results, total


def _tree(chances: Chances, digits: NDArray[np.intp], longest: int) -> NDArray[np.float32]:
    """The probabilities (cells, numbers) of all numbers of some digits (cells, kept).

    The numbers lie level by level, and the first is none: those that begin with number i and have
    one digit more are i * kept + 1 and those after it.
    """
    cells, kept = digits.shape
    none, every = _by_place(chances)
    nodes = sum(kept**k for k in range(longest + 1))
    inner = (nodes - 1) // kept
    same = np.zeros((inner, kept), np.float32)
    same[np.arange(1, inner), (np.arange(1, inner) - 1) % kept] = 1
    opened = np.zeros((cells, nodes), np.float32)
    shut = np.zeros((cells, nodes), np.float32)
    shut[:, 0] = 1
    longer = opened[:, 1:].reshape(cells, inner, kept)
    sign = np.take_along_axis(every, digits[None], axis=2)
    for p, q in zip(sign, none, strict=True):
        either = opened + shut
        longer = longer + either[:, :inner, None]
        longer -= opened[:, :inner, None] * same
        longer *= p[:, None, :]
        opened[:, 1:] = longer.reshape(cells, nodes - 1)
        shut = either * q[:, None]
    found = opened + shut
    found[:, 0] = 0
    return np.asarray(found)


def _by_place(chances: Chances) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The chances of "no sign" (places, cells) and of the digits (places, cells, 10)."""
    places = np.ascontiguousarray(chances.transpose(1, 0, 2))
    return np.ascontiguousarray(places[:, :, 0]), np.ascontiguousarray(places[:, :, 1:])


@cache
def _members(kept: int, longest: int) -> list[tuple[int, ...]]:
    """Which of the kept digits each number of the tree is made of."""
    levels = (product(range(kept), repeat=length) for length in range(longest + 1))
    return [digits for level in levels for digits in level]
