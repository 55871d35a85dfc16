"""Which cells have something before them: where the lines round a cell are not seen, it is hidden.

Glare, a finger or a die hides the printed lines together with what is written. Ink does not: it is
darker than the paper beside it, as a line is, and shadows leave lines as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.sheet.grid import THICK
from scorecheck.sheet.layout import Layout

_PX_PER_MM = 4
_STEP_MM = 0.375
_CORNER_MM = 0.6
"""So near to a corner, the line across would be taken for the line along."""
_OFF_MM = 0.5
"""How far from its place a line may be, on bent paper."""
_SIDE_MM = 1.5
"""How far from a line the paper beside it is looked for: beyond a pen's stroke, within a finger."""
_ACROSS = np.arange(-round(_SIDE_MM * _PX_PER_MM), round(_SIDE_MM * _PX_PER_MM) + 1)
"""Pixels of a line's profile, from outside its cell to inside."""
_USUAL_MM = 60.0
_SEEN = 0.35
"""A line this clear, as a share of the lines near it, is seen."""
_THIN = 0.5
"""Blurred, thin lines are so much less clear than thick ones; some printers make them thinner."""


def hidden_borders(flat: Pixels, layout: Layout) -> Array:
    """How much (cells,), in mm, of each cell's border has no line to be seen where one is printed.

    Args:
        flat: the whole page made flat, with its grid in place.
    """
    border = _border_of(layout)
    clear = border.clearness(flat)
    return border.length(clear < _SEEN * border.usual(clear))


@lru_cache(maxsize=8)
def _border_of(layout: Layout) -> _Border:
    return _Border(layout)


class _Border:
    """Places on the printed lines round each cell.

    Attributes:
        places: (n, 2) in mm; `inward` (n, 2) points from each into its cell.
        owner: (n,) the cell's number; `side` 0 top, 1 right, 2 bottom, 3 left.
        thin: (n,) whether the line is one of the thin ones.
    """

    def __init__(self, layout: Layout) -> None:
        self._cells = len(layout.cells)
        boxes = np.array([(c.x, c.y, c.x + c.w, c.y + c.h) for c in layout.cells]).reshape(-1, 4)
        rules = np.array([(r.x1, r.y1, r.x2, r.y2, r.width) for r in layout.rules]).reshape(-1, 5)
        sides = [_side_places(boxes, rules, side) for side in range(4)]
        self.places, self.inward, self.owner, self.side, widths = (
            np.concatenate([one[part] for one in sides]) for part in range(5)
        )
        self.thin = widths < THICK
        self._regions = [
            region
            for upright in range(2)
            for region in _regions(self.places, np.flatnonzero(self.side % 2 == upright))
        ]
        self._size = tuple(int(side * _PX_PER_MM) for side in layout.page_mm)
        self._spots = [self._profiles(upright) for upright in range(2)]

    def clearness(self, flat: Pixels) -> Array:
        """How much darker (n,) the line is than the paper on its brighter side, 0..1.

        One side is enough: on the other there may be ink, or a printed area.
        """
        small = cv2.resize(flat, self._size, interpolation=cv2.INTER_AREA)
        along = 5  # px: noise is averaged along the line
        windows = ((along, 1), (1, along))
        profile = np.zeros((len(self.places), len(_ACROSS)), np.uint8)
        for upright, window in enumerate(windows):
            averaged = cv2.blur(small, window)
            some = self.side % 2 == upright
            profile[some] = averaged.ravel()[self._spots[upright]]
        near = np.abs(_ACROSS) <= _OFF_MM * _PX_PER_MM
        line = profile[:, near].min(axis=1).astype(np.float64)
        beside = np.maximum(profile[:, ~near].max(axis=1), 8).astype(np.float64)
        return np.asarray(np.clip(1 - line / beside, 0, 1))

    def _profiles(self, upright: int) -> NDArray[np.intp]:
        """Where in the small picture, row after row, the profiles of level or upright lines lie."""
        width, height = self._size
        some = self.side % 2 == upright
        px = self.places[some, None] * _PX_PER_MM
        spots = px + self.inward[some, None] * _ACROSS[:, None]
        at = np.clip(np.floor(spots).astype(np.intp), 0, [width - 1, height - 1])
        return np.asarray(at[..., 1] * width + at[..., 0])

    def usual(self, clear: Array) -> Array:
        """How clear lines usually are (n,) around each place, level and upright ones apart.

        Print may be weak on one side, and a camera that moves along one kind smears the other.
        """
        everywhere = float(np.percentile(clear, 75)) if len(clear) else 0.0
        usual = np.zeros(len(clear))
        for here, near in self._regions:
            usual[here] = np.percentile(clear[near], 75)
            thin, thin_near = here[self.thin[here]], near[self.thin[near]]
            if len(thin):
                usual[thin] = max(np.percentile(clear[thin_near], 75), _THIN * usual[thin[0]])
        return np.maximum(usual, 0.3 * everywhere)

    def length(self, unseen: NDArray[np.bool_]) -> Array:
        """How many mm (cells,) round each cell the unseen places (n,) stand for."""
        count = np.bincount(self.owner[unseen], minlength=self._cells)
        return np.asarray(count * _STEP_MM, np.float64)


def _side_places(boxes: Array, rules: Array, side: int) -> tuple[NDArray[Any], ...]:
    """Places on one side of each box: their (x, y), the way into the box, its number, the side and
    how wide the line there is printed."""
    along, across = (0, 1) if side % 2 == 0 else (1, 0)
    at = boxes[:, {0: 1, 1: 2, 2: 3, 3: 0}[side]]
    length = boxes[:, along + 2] - boxes[:, along] - 2 * _CORNER_MM
    count = np.maximum((length / _STEP_MM).astype(np.intp), 0)
    owner = np.repeat(np.arange(len(boxes)), count)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(count) - count, count)
    places = np.zeros((len(owner), 2))
    places[:, along] = boxes[owner, along] + _CORNER_MM + (number + 0.5) * _STEP_MM
    places[:, across] = at[owner]
    widths = _widths(places, rules, along)
    printed = widths > 0
    inward = np.zeros((len(owner), 2))
    inward[:, across] = 1.0 if side in (0, 3) else -1.0
    kept = (places[printed], inward[printed], owner[printed])
    return (*kept, np.full(int(printed.sum()), side), widths[printed])


def _widths(places: Array, rules: Array, along: int) -> Array:
    """How wide in mm the printed line (m, 5) that runs along x (0) or y (1) is at places (n, 2);
    0 where there is none."""
    across = 1 - along
    lines = rules[np.abs(rules[:, across] - rules[:, across + 2]) < 0.01]
    widths = np.zeros(len(places))
    for line in lines:
        low, high = sorted((line[along], line[along + 2]))
        near = np.abs(places[:, across] - line[across]) < 0.3
        on = near & (places[:, along] >= low) & (places[:, along] <= high)
        widths[on] = np.maximum(widths[on], line[4])
    return widths


def _regions(
    places: Array, some: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """For each piece of the page which of some places are on it, and which on it and round it."""
    bins = np.floor(places[some] / _USUAL_MM).astype(np.intp)
    for one in np.unique(bins, axis=0):
        apart = np.abs(bins - one).max(axis=1)
        yield some[apart == 0], some[apart <= 1]
