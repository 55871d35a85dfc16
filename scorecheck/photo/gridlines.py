"""Where the printed lines of the grid are in a flat picture of the page.

Lines are measured in short segments: across each, the darkness averaged along the line has a
narrow ridge. Handwriting that crosses a line is averaged away, and an edge of a shadow or of a
tinted area is no ridge, because a ridge must stand out on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.sheet.layout import Layout, Rule

LENGTH_MM = 3.0
_PARTS = 3
_SIDE_MM = 0.5
"""How far from the middle of a line the paper beside it is looked at."""


@dataclass(frozen=True, eq=False)
class Segments:
    """Pieces of the lines that run one way.

    `points` (n, 2) are (along, across) in mm: for upright lines that is (y, x). `spacing` (n,) is
    the distance to the next parallel line, in mm.
    """

    points: Array
    spacing: Array
    upright: bool

    @property
    def places(self) -> Array:
        """The points as (x, y) of the page."""
        return self.points[:, ::-1] if self.upright else self.points

    def thinned(self) -> Segments:
        """Every other segment."""
        return Segments(self.points[::2], self.spacing[::2], self.upright)


@dataclass(frozen=True, eq=False)
class Offsets:
    """How far across (mm) from where it was sought each line was seen, and how clearly.

    `strength` is the darkness of the ridge as a share of the paper's brightness; 0: not seen.
    """

    offset: Array
    strength: Array


def segments_of(layout: Layout, step: float) -> tuple[Segments, Segments]:
    """Upright and level segments of all rules, about every `step` mm, in order along each line."""
    return _segments_of(layout.rules, step)


@lru_cache(maxsize=16)
def _segments_of(lines: tuple[Rule, ...], step: float) -> tuple[Segments, Segments]:
    rules = np.array([(rule.x1, rule.y1, rule.x2, rule.y2) for rule in lines])
    rules = rules.reshape(-1, 4)
    level = np.abs(rules[:, 1] - rules[:, 3]) < 0.01
    upright = ~level & (np.abs(rules[:, 0] - rules[:, 2]) < 0.01)
    return (
        _segments(rules[upright][:, [1, 0, 3, 2]], step, True),
        _segments(rules[level], step, False),
    )


def _segments(rules: Array, step: float, upright: bool) -> Segments:
    """Rules (n, 4) as (along, across) of both ends; one segment where lines lie on each other."""
    start, end = np.minimum(rules[:, 0], rules[:, 2]), np.maximum(rules[:, 0], rules[:, 2])
    pieces = [np.zeros((0, 2))]
    for first, last, across in zip(start, end, rules[:, 1], strict=True):
        room = last - first - LENGTH_MM
        if room >= 0:
            along = np.linspace(first, last - LENGTH_MM, int(room // step) + 1) + LENGTH_MM / 2
            pieces.append(np.stack((along, np.full(len(along), across)), axis=1))
    points = np.concatenate(pieces)
    keys = np.rint(points * [2 / step, 5]).astype(np.int64)
    _, once = np.unique(keys[:, 1] * 100_000 + keys[:, 0], return_index=True)
    points = points[once]
    return Segments(points, _spacing(points, start, end, rules[:, 1]), upright)


def _spacing(points: Array, start: Array, end: Array, across: Array) -> Array:
    """Distance from each point to the nearest other line that passes it, 20 mm at most."""
    along = points[:, :1]
    passes = (start - 2 <= along) & (along <= end + 2)
    distance = np.abs(points[:, 1:] - across)
    distance[~passes | (distance < 0.6)] = np.inf
    return np.asarray(distance.min(axis=1, initial=20.0))


class LineImage:
    """A flat picture prepared for measuring lines that run one way."""

    def __init__(self, flat: Pixels, px_per_mm: int, upright: bool) -> None:
        length = max(1, round(LENGTH_MM / _PARTS * px_per_mm))
        self._px_per_mm = px_per_mm
        self._upright = upright
        window = (1, length) if upright else (length, 1)
        self._averaged = cv2.blur(flat, window, borderType=cv2.BORDER_REPLICATE)

    def measure(self, points: Array, reach: Array, slope: Array | None = None) -> Offsets:
        """Look for a line within `reach` (n,) mm across each of the points (n, 2: along, across).

        A line nearer to the point counts for a little more than one far off. Where the picture is
        not flat yet, `slope` (n,) says how the lines run there, in mm across per mm along.
        """
        scale = self._px_per_mm
        side = max(2, round(_SIDE_MM * scale))
        half = int(np.ceil(reach.max(initial=0.1) * scale)) + 1
        centre = points[:, 1] * scale - 0.5
        wanted = np.rint(centre).astype(np.intp)[:, None] + np.arange(-half - side, half + side + 1)
        profile = self._profile(points[:, 0], wanted, np.zeros(1) if slope is None else slope)
        beside = np.minimum(profile[:, : -2 * side], profile[:, 2 * side :])
        ridge = (beside - profile[:, side:-side]) / np.maximum(profile.max(axis=1), 8)[:, None]
        shift = (wanted[:, side:-side] - centre[:, None]) / scale
        share = np.clip(shift / reach[:, None], -1.0, 1.0)
        allowed = np.abs(shift) <= reach[:, None]
        score = np.where(allowed, np.maximum(ridge, 0) * (1 - 0.4 * share**2), -1.0)
        return _peaks(score, ridge, shift)

    def _profile(self, along: Array, across: NDArray[np.intp], slope: Array) -> Array:
        """Brightness (n, k) at pixels across, averaged along the line, as it runs there."""
        total = np.zeros(across.shape)
        for part in range(_PARTS):
            step = ((part + 0.5) / _PARTS - 0.5) * LENGTH_MM
            at = np.rint((along + step) * self._px_per_mm - 0.5).astype(np.intp)[:, None]
            off = np.rint(step * slope * self._px_per_mm).astype(np.intp)[:, None]
            total += self._look(at, across + off)
        return total / _PARTS

    def _look(self, along: NDArray[np.intp], across: NDArray[np.intp]) -> Array:
        """Brightness (n, k) at pixels; beyond the picture its edge is repeated."""
        rows, columns = self._averaged.shape
        row, column = (along, across) if self._upright else (across, along)
        row, column = np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)
        return np.asarray(self._averaged[row, column], np.float64)


def _peaks(score: Array, ridge: Array, shift: Array) -> Offsets:
    """The best place of each row, refined by the ridge's centre of gravity."""
    row = np.arange(len(score))
    best = np.clip(score.argmax(axis=1), 2, score.shape[1] - 3)
    near = best[:, None] + np.arange(-2, 3)
    mass = np.maximum(ridge[row[:, None], near], 0.0)
    total = mass.sum(axis=1)
    place = (mass * shift[row[:, None], near]).sum(axis=1) / np.maximum(total, 1e-9)
    strength = np.where(score[row, best] > 0, ridge[row, best], 0.0)
    return Offsets(np.where(total > 0, place, 0.0), np.maximum(strength, 0.0))
