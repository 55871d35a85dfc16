"""Which sheets may lie over which: cells under another sheet show that sheet's entries.

The rows of two sheets of a kind can fall on each other, so that the printed grid looks right.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.geometry import Array
from scorecheck.photo.groups import Group
from scorecheck.photo.pagemap import PageMap


def lying_over(group: Group, groups: Sequence[Group]) -> tuple[Array, ...]:
    """The outlines (4, 2 in px) of the other sheets, but for those that lie below for certain."""
    others = (other for other in groups if other is not group)
    return tuple(other.outline() for other in others if not _on_top(group, other))


def _on_top(group: Group, other: Group) -> bool:
    """Whether a sheet shows a mark where the other lies, and the other none where it lies."""
    return _shows_within(group, other.outline()) and not _shows_within(other, group.outline())


def _shows_within(group: Group, outline: Array) -> bool:
    middles = np.array([tag.centre for tag in group.tags.values()])
    return bool(inside(middles, outline).any())


def inside(points: Array, outline: Array) -> NDArray[np.bool_]:
    """Which of the points (..., 2) are in a polygon (n, 2)."""
    polygon = np.asarray(outline, np.float32)
    flat = [
        cv2.pointPolygonTest(polygon, (float(x), float(y)), False) > 0
        for x, y in points.reshape(-1, 2)
    ]
    return np.array(flat, bool).reshape(points.shape[:-1])


def covered(page: PageMap, boxes: Array, outlines: Sequence[Array]) -> NDArray[np.bool_]:
    """Which boxes (n, 4 in mm of the page) reach below one of the outlines (in px)."""
    under = np.zeros(len(boxes), bool)
    if outlines:
        corners = page.to_photo(boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]])
        for outline in outlines:
            under |= inside(corners, outline).any(axis=1)
    return under
