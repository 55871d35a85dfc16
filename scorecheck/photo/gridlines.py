"""Where the printed lines of the grid are in a flat picture of the page.

Lines are measured in short segments: across each, the darkness averaged along the line has a
narrow ridge. Handwriting that crosses a line is averaged away, and an edge of a shadow or of a
tinted area is no ridge, because a ridge must stand out on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.sheet.layout import Layout, Rule

LENGTH_MM = 3.0
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


@dataclass(frozen=True, eq=False)
class Offsets:
    """How far across (mm) from where it was sought each line was seen, and how clearly.

    `strength` is the darkness of the ridge as a share of the paper's brightness; 0: not seen.
    """

    offset: Array
    strength: Array


def segments_of(layout: Layout, step: float) -> tuple[Segments, Segments]:
    """Level and upright segments of all rules, about every `step` mm."""
    level = [rule for rule in layout.rules if abs(rule.y1 - rule.y2) < 0.01]
    upright = [
        Rule(rule.y1, rule.x1, rule.y2, rule.x2, rule.width)
        for rule in layout.rules
        if abs(rule.x1 - rule.x2) < 0.01 <= abs(rule.y1 - rule.y2)
    ]
    return _segments(level, step, False), _segments(upright, step, True)


def _segments(rules: list[Rule], step: float, upright: bool) -> Segments:
    points: dict[tuple[int, int], tuple[float, float]] = {}
    for rule in rules:
        start, end = sorted((rule.x1, rule.x2))
        room = end - start - LENGTH_MM
        if room < 0:
            continue
        count = int(room // step) + 1
        for at in np.linspace(start + LENGTH_MM / 2, end - LENGTH_MM / 2, count):
            points[(round(at / step * 2), round(rule.y1 * 5))] = (float(at), rule.y1)
    array = np.array(sorted(points.values()), np.float64).reshape(-1, 2)
    return Segments(array, _spacing(array, rules), upright)


def _spacing(points: Array, rules: list[Rule]) -> Array:
    """Distance from each point to the nearest other line that passes it."""
    if not rules:
        return np.zeros(len(points))
    start = np.array([min(rule.x1, rule.x2) for rule in rules])
    end = np.array([max(rule.x1, rule.x2) for rule in rules])
    across = np.array([rule.y1 for rule in rules])
    along = points[:, :1]
    passes = (start - 2 <= along) & (along <= end + 2)
    distance = np.abs(points[:, 1:] - across)
    distance[~passes | (distance < 0.6)] = np.inf
    return np.asarray(np.minimum(distance.min(axis=1), 20.0))


class LineImage:
    """A flat picture prepared for measuring lines that run one way."""

    def __init__(self, flat: Pixels, px_per_mm: int, upright: bool) -> None:
        picture = np.ascontiguousarray(flat.T) if upright else flat
        length = round(LENGTH_MM * px_per_mm)
        self._px_per_mm = px_per_mm
        self._averaged = cv2.blur(picture, (length, 1), borderType=cv2.BORDER_REPLICATE)

    def measure(self, points: Array, reach: NDArray[np.float64]) -> Offsets:
        """Look for a line within `reach` (n,) mm across each of the points (n, 2: along, across).

        A line nearer to the point counts for a little more than one far off.
        """
        scale = self._px_per_mm
        rows, columns = self._averaged.shape
        side = max(2, round(_SIDE_MM * scale))
        half = int(np.ceil(reach.max(initial=0.1) * scale)) + 1
        centre = points[:, 1] * scale - 0.5
        first = np.rint(centre).astype(np.intp)
        steps = np.arange(-half - side, half + side + 1)
        at = np.clip(np.rint(points[:, 0] * scale - 0.5).astype(np.intp), 0, columns - 1)
        wanted = first[:, None] + steps
        profile = self._averaged[np.clip(wanted, 0, rows - 1), at[:, None]].astype(np.float64)
        beside = np.minimum(profile[:, : -2 * side], profile[:, 2 * side :])
        ridge = (beside - profile[:, side:-side]) / np.maximum(profile.max(axis=1), 8)[:, None]
        shift = (wanted[:, side:-side] - centre[:, None]) / scale
        share = np.clip(shift / reach[:, None], -1.0, 1.0)
        allowed = np.abs(shift) <= reach[:, None]
        score = np.where(allowed, np.maximum(ridge, 0) * (1 - 0.4 * share**2), -1.0)
        return _peaks(score, ridge, shift, scale)


def _peaks(score: Array, ridge: Array, shift: Array, scale: int) -> Offsets:
    """The best place of each row, refined by the ridge's centre of gravity."""
    row = np.arange(len(score))
    best = np.clip(score.argmax(axis=1), 2, score.shape[1] - 3)
    near = best[:, None] + np.arange(-2, 3)
    mass = np.maximum(ridge[row[:, None], near], 0.0)
    total = mass.sum(axis=1)
    place = (mass * shift[row[:, None], near]).sum(axis=1) / np.maximum(total, 1e-9)
    strength = np.where(score[row, best] > 0, ridge[row, best], 0.0)
    return Offsets(np.where(total > 0, place, 0.0), np.maximum(strength, 0.0))
