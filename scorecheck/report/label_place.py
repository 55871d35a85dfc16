"""Where the small letters of a reading may stand on the photo without covering what is written.

A label belongs in or at the edge of its cell. Where writing fills the cell, it moves beside the
sheet's table, and a thin line along the row's border leads to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.report.crops import Picture

CELL = 96
"""A cell's own drawing is this tall, however large the cell is in the photo."""

_PAPER_CELLS = 0.6
"""What is narrower than this share of a cell and darker than around it, is ink."""
_INK = 0.1
"""Ink is darker than the paper by this share; pencil is hardly darker."""
_BORDER_CELLS = 0.07
"""Printed lines lie this near to a cell's border, in heights of a cell: no writing."""
_OVER_EDGE = 0.3
"""A label may stand over its cell's edge by this share of its shorter side."""
_STEP = 4
_GAP, _REACH = 22, 900
"""How far beside the table a label stands at least and at most."""
_SPECK = 0.004
"""So small a share of a label's area is no writing but dust."""

Size = tuple[int, int]


@dataclass(frozen=True)
class Place:
    """Where a label stands: its left, top, width and height in the drawing of a cell, which of
    the sizes asked for it has, and how much ink it covers, 0..1."""

    left: int
    top: int
    size: Size
    choice: int
    covers: float

    @property
    def free(self) -> bool:
        """Whether it covers no writing."""
        return self.covers <= _SPECK

    def corners(self) -> NDArray[np.float32]:
        """Its corners in the drawing, clockwise from the top left."""
        (width, height), x, y = self.size, self.left, self.top
        points = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return np.array(points, np.float32)


def frame_size(corners: NDArray[np.float32]) -> Size:
    """Width and height of a cell's drawing: as tall as the constant says, as wide as the cell."""
    across = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    down = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    ratio = float(across) / max(float(down), 1e-6)
    return int(np.clip(ratio, 0.3, 12) * CELL), CELL


def to_photo(corners: NDArray[np.float32]) -> NDArray[np.float64]:
    """From a cell's drawing to its place in the photo."""
    width, height = frame_size(corners)
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, corners), np.float64)


def moved(points: NDArray[np.float32], matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    """Points through a perspective matrix."""
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float32), matrix)[0])


class Room:
    """What of a photo is taken: by writing, by print outside the cells, and by labels."""

    def __init__(self, picture: Picture, cells: Sequence[NDArray[np.float32]]) -> None:
        heights = [float(np.linalg.norm(cell[3] - cell[0])) for cell in cells]
        tall = float(np.median(heights)) if heights else 40.0
        self._taken = _ink(picture, tall)
        self._cells = np.zeros_like(self._taken)
        weight = max(1, round(2 * _BORDER_CELLS * tall))
        for cell in cells:
            points = np.round(cell).astype(np.int32)
            cv2.fillConvexPoly(self._cells, points, (1,))
            cv2.polylines(self._taken, [points], True, (0,), weight)

    def at_cell(self, corners: NDArray[np.float32], sizes: Sequence[Size]) -> Place:
        """The best place for a label of one of these sizes, the first that is free, in its cell
        or over the edge of it, as near as can be to the top right corner."""
        width, height = frame_size(corners)
        places = []
        for choice, size in enumerate(sizes):
            over = round(_OVER_EDGE * min(size))
            low, high = (-over, -over), (width + over, height + over)
            found = _places(self._window(self._taken, corners, low, high), low, size)
            far = abs(found.left + size[0] - width) + 1.5 * abs(found.top)
            places.append(found.best(far, choice))
            if places[-1].free:
                return places[-1]
        return min(places, key=lambda place: place.covers)

    def beside(self, corners: NDArray[np.float32], size: Size, *, right: bool) -> Place | None:
        """A free place outside all cells, level with the top of the outermost cell of a row."""
        width, _ = frame_size(corners)
        left = width + _GAP if right else -_GAP - _REACH
        top = -size[1] // 2
        high = (left + _REACH, top + size[1] + CELL // 2)
        everything = np.maximum(self._taken, self._cells)
        found = _places(self._window(everything, corners, (left, top), high), (left, top), size)
        away = found.left - width if right else -found.left - size[0]
        place = found.best(away + 2.0 * (found.top - top), 0)
        return place if place.free else None

    def take(self, points: NDArray[np.float32]) -> None:
        """A label stands there now."""
        cv2.fillConvexPoly(self._taken, np.round(points).astype(np.int32), (1,))

    def _window(
        self, mask: NDArray[np.uint8], corners: NDArray[np.float32], low: Size, high: Size
    ) -> NDArray[np.uint8]:
        """Part of a mask as it lies in a cell's drawing; what is beyond the photo is taken."""
        shift = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]], np.float64)
        return np.asarray(
            cv2.warpPerspective(
                mask,
                to_photo(corners) @ shift,
                (high[0] - low[0], high[1] - low[1]),
                flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=(1,),
            ),
            np.uint8,
        )


@dataclass(frozen=True)
class _Places:
    """All places for a label of one size, as two-dimensional tables."""

    size: Size
    left: NDArray[np.int64]
    top: NDArray[np.int64]
    covers: NDArray[np.float64]

    def best(self, far: NDArray[np.float64], choice: int) -> Place:
        """The nearest of those that cover the least, where a speck is nothing."""
        least = max(_SPECK, float(self.covers.min()))
        at = np.unravel_index(np.argmin(np.where(self.covers <= least, far, np.inf)), far.shape)
        left, top, covers = (table[at] for table in (self.left, self.top, self.covers))
        return Place(int(left), int(top), self.size, choice, float(covers))


def _places(taken: NDArray[np.uint8], origin: Size, size: Size) -> _Places:
    """All places in a window that begins at `origin`."""
    width, height = min(size[0], taken.shape[1]), min(size[1], taken.shape[0])
    sums = cv2.integral(taken).astype(np.float64)
    inside = sums[height:, width:] - sums[:-height, width:]
    inside += sums[:-height, :-width] - sums[height:, :-width]
    covers = inside[::_STEP, ::_STEP] / (width * height)
    top, left = np.mgrid[0 : inside.shape[0] : _STEP, 0 : inside.shape[1] : _STEP]
    return _Places(size, left + origin[0], top + origin[1], covers)


def _ink(picture: Picture, cell_px: float) -> NDArray[np.uint8]:
    """1 where something darker than the paper is, thin as a line of writing."""
    dark = cv2.GaussianBlur(picture.min(axis=2), (0, 0), max(0.6, cell_px / 60))
    side = max(5, round(_PAPER_CELLS * cell_px)) | 1
    paper = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    found = paper.astype(np.int16) - dark > np.maximum(8, _INK * paper)
    return np.asarray(found, np.uint8)
