"""The edges of the paper round a sheet, where the photo shows them.

Each edge is a straight line, nearly parallel to a side of the page, at which the brightness jumps
along most of that side. It is sought in a picture of the page and its surroundings that a
homography has made straight.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, fit_homography, jacobian, project
from scorecheck.photo.pagemap import PageMap
from scorecheck.sheet.layout import Layout

_PX_PER_MM = 2.0
_OUTSIDE_MM = 48.0
_OFF_MARKS_MM = 2.5
"""The search begins this far outside the marks' outer sides."""
_MOST_BENT_MM = 1.2
_RISES = np.linspace(-10, 10, 31)
"""How many px an edge may rise from end to end: pages are printed a little askew."""
_COLUMNS = 40
_CORNER_SHARE = 0.08
_SHARE_UNSEEN = 0.35
"""An edge must be seen on more than the rest of its side."""
_LEAST_STEP = 4.0
_CLEARER = 3.5
"""How much the brightness must jump there: in grey levels, and as a multiple of what is usual."""
_NEARLY = 0.6


def paper_size(grey: Pixels, page: PageMap, layout: Layout) -> tuple[float, float] | None:
    """Width and height of the paper in the page's own mm.

    Returns:
        None unless all four edges are seen and the paper is flat.
    """
    homography = _flat_homography(page, layout)
    if homography is None:
        return None
    width, height = layout.page_mm
    inset = min(min(mark.x, mark.y) for mark in layout.marks) - _OFF_MARKS_MM
    found = []
    for side in range(4):
        to_page, along = _side_of(side, width, height)
        edge = _edge(*_jumps(grey, homography @ to_page, along, inset + _OUTSIDE_MM))
        if edge is None:
            return None
        found.append(edge / _PX_PER_MM - _OUTSIDE_MM)
    top, right, bottom, left = found
    return width - left - right, height - top - bottom


def _side_of(side: int, width: float, height: float) -> tuple[Array, float]:
    """From a strip's px to the page: each side of the page lies on top of its strip.

    Returns:
        the map (3, 3) and the length of the side in mm; sides go clockwise from the top.
    """
    along = width if side % 2 == 0 else height
    corner = np.array([[0, 0], [width, 0], [width, height], [0, height]][side], np.float64)
    right = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]][side], np.float64)
    inward = np.array([-right[1], right[0]])
    start = corner + _CORNER_SHARE * along * right - _OUTSIDE_MM * inward
    step = 1 / _PX_PER_MM
    return np.array(
        [
            [right[0] * step, inward[0] * step, start[0]],
            [right[1] * step, inward[1] * step, start[1]],
            [0.0, 0.0, 1.0],
        ]
    ), along


def _flat_homography(page: PageMap, layout: Layout) -> Array | None:
    """The homography that is nearest to the bent map; None where the paper is far from flat."""
    width, height = layout.page_mm
    x, y = np.meshgrid(np.linspace(0.05, 0.95, 7) * width, np.linspace(0.05, 0.95, 7) * height)
    places = np.stack((x, y), axis=-1).reshape(-1, 2)
    photo = page.to_photo(places)
    homography = fit_homography(places, photo)
    if homography is None:
        return None
    off = project(np.asarray(np.linalg.inv(homography), np.float64), photo) - places
    return homography if float(np.abs(off).max()) < _MOST_BENT_MM else None


def _jumps(
    grey: Pixels, to_photo: Array, along: float, depth: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Jumps of brightness in a strip, rows from far outside inwards, columns along the side.

    Returns:
        the jumps, 0 where the strip is outside the photo; and where it is inside.
    """
    size = (round((1 - 2 * _CORNER_SHARE) * along * _PX_PER_MM), round(depth * _PX_PER_MM))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    strip = cv2.warpPerspective(grey, to_photo, size, flags=flags)
    some = np.linspace(0, size[0] - 1, _COLUMNS).astype(int)
    level = cv2.blur(strip, (9, 1))[:, some].astype(np.float32)
    jump = np.zeros_like(level)
    jump[2:-2] = np.abs(level[4:] + level[3:-1] - level[1:-3] - level[:-4]) / 2
    places = np.stack(np.meshgrid(some, np.arange(size[1])), axis=-1).astype(np.float64)
    seen = project(to_photo, places)
    room = 3 * float(np.abs(jacobian(to_photo, places[0, 0])).max())
    high = np.array([grey.shape[1], grey.shape[0]]) - 1 - room
    inside = np.all((seen >= room) & (seen <= high), axis=-1)
    return jump * inside, inside


def _edge(jump: NDArray[np.float32], inside: NDArray[np.bool_]) -> float | None:
    """The row of the paper's edge in the middle of a side; None if there is no clear one."""
    rows, columns = jump.shape
    spread = np.linspace(-0.5, 0.5, columns)
    row = np.arange(rows)[None, :, None] + _RISES[:, None, None] * spread
    at = np.clip(np.rint(row).astype(np.intp), 0, rows - 1)
    sheared = jump[at, np.arange(columns)]
    rank = int(_SHARE_UNSEEN * columns)
    best = np.partition(sheared, rank, axis=2)[..., rank].max(axis=0)
    usual = float(np.median(jump[inside])) if inside.any() else 0.0
    strongest = float(best.max())
    if strongest < max(_LEAST_STEP, _CLEARER * usual):
        return None
    peak = int(np.flatnonzero(best > _NEARLY * strongest).max())
    window = slice(max(peak - 4, 0), peak + 1)
    peak = int(best[window].argmax()) + window.start
    near = np.arange(max(peak - 2, 0), min(peak + 3, rows))
    return float((near * best[near]).sum() / best[near].sum())
