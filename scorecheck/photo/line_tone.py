"""How dark the thick lines of the grid are in a photo, and how much light was cut off by them.

Blur spreads a line: it lowers the darkness in its middle and leaves the sum across it. Cutting the
lightest tones off lowers both, for it takes the pale edges. So the two together tell one from the
other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import erf, sqrt

import numpy as np

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.sheet.colours import GRID
from scorecheck.sheet.grid import THICK
from scorecheck.sheet.layout import Rule

LINE_TONE = 1 - GRID[0]
"""The share of the light that a line takes in print."""

_PIECE_MM = 3.0
_ENDS_MM = 1.2
"""Near a line's ends others cross it."""
_SIDE_MM = 1.0
_OFF_MM = 0.5
"""How far from its place a line may be."""
_REACH_MM = 0.75
"""Its darkness is summed up so far to both sides."""
_EVEN = 0.03
"""Paper is of one brightness on both sides of it, but for this share."""
_LEAST_LIGHT = 60
_LEAST_TAKEN = 0.02
"""What takes less is no line."""
_ENOUGH = 20

_BLACK = 0.85
"""A line that takes so much of what dark print takes is black."""
_MOST_CUT = 0.45
_BLURS_MM = np.linspace(0.04, 0.4, 37)


def line_darkness(flat: Pixels, rules: Sequence[Rule], px_per_mm: int) -> tuple[float, float]:
    """The share of the light that a thick line takes in its middle, and in sum across it, that as
    if it were as wide as printed: the medians over short pieces on plain paper.

    (inf, inf) where too few are seen.
    """
    pieces = [np.zeros((0, 2)), *_darknesses(flat, rules, px_per_mm)]
    seen = np.concatenate(pieces)
    if len(seen) < _ENOUGH:
        return np.inf, np.inf
    middle, total = np.median(seen, axis=0).tolist()
    return middle, total


def cut_off_by(middle: float, total: float, dark: float) -> float:
    """What share of the paper's light was cut off, by `line_darkness`, both as shares of what dark
    print takes whose tone is `dark`.

    All of it where no lines are left, or lines are as dark as the dark print: then the picture has
    no tones between black and white.
    """
    if not middle < _BLACK:
        return 1.0
    cuts, middles, totals = _model(dark)
    away = (middles - middle) ** 2 + (totals - total) ** 2
    return float(cuts[np.unravel_index(int(away.argmin()), away.shape)[0]])


@lru_cache(maxsize=4)
def _model(dark: float) -> tuple[Array, Array, Array]:
    """Shares cut off, and for each with each blur what is seen of a thick line."""
    cuts, step = np.linspace(0, _MOST_CUT, 91), 0.02
    away = np.arange(-1.5, 1.5 + step / 2, step)
    sides = (away[:, None] + [THICK / 2, -THICK / 2]) / (_BLURS_MM[:, None, None] * sqrt(2))
    spread = np.vectorize(erf)(sides)
    taken = LINE_TONE * (spread[..., 0] - spread[..., 1]) / 2
    left = np.maximum(taken - cuts[:, None, None], 0) / (dark - cuts)[:, None, None]
    return cuts, left.max(axis=2), left.sum(axis=2) * step / THICK


def _darknesses(flat: Pixels, rules: Sequence[Rule], px_per_mm: int) -> Iterator[Array]:
    for rule in rules:
        if rule.width < THICK:
            continue
        upright = rule.x1 == rule.x2
        picture = flat.T if upright else flat
        ends, middle = ((rule.y1, rule.y2), rule.x1) if upright else ((rule.x1, rule.x2), rule.y1)
        pieces = _pieces(picture, (min(ends), max(ends)), middle, px_per_mm)
        if pieces is not None:
            yield _taken(pieces, px_per_mm) / [1, rule.width]


def _pieces(
    picture: Pixels, ends: tuple[float, float], middle: float, px_per_mm: int
) -> Array | None:
    """Brightness (pieces, across) of a level line, what is brighter of it along each piece: ink
    that crosses is passed over."""
    length, half = round(_PIECE_MM * px_per_mm), round(_SIDE_MM * px_per_mm)
    first, last = (round(at * px_per_mm) for at in (ends[0] + _ENDS_MM, ends[1] - _ENDS_MM))
    at, count = round(middle * px_per_mm), (last - first) // length
    if count < 1 or at < half or at + half > len(picture):
        return None
    strip = picture[at - half : at + half, first : first + count * length]
    sorted_along = np.sort(strip.reshape(2 * half, count, length), axis=2)
    return np.asarray(sorted_along[:, :, length // 4 :].mean(axis=2).T, np.float64)


def _taken(pieces: Array, px_per_mm: int) -> Array:
    """(n, 2): the darkness in the middle of each piece on even paper, and in mm across it."""
    sides = np.stack((pieces[:, :2].mean(axis=1), pieces[:, -2:].mean(axis=1)))
    paper = sides.max(axis=0)
    even = (sides.min(axis=0) >= (1 - _EVEN) * paper) & (paper >= _LEAST_LIGHT)
    taken = 1 - pieces[even] / paper[even, None]
    half, off, reach = (
        pieces.shape[1] // 2, round(_OFF_MM * px_per_mm), round(_REACH_MM * px_per_mm)
    )  # fmt: skip
    middle = half - off + taken[:, half - off : half + off].argmax(axis=1)
    near = np.abs(np.arange(pieces.shape[1]) - middle[:, None]) <= reach
    most = taken[np.arange(len(taken)), middle]
    both = np.stack((most, (taken * near).sum(axis=1) / px_per_mm), axis=1)
    return np.asarray(both[most >= _LEAST_TAKEN])
