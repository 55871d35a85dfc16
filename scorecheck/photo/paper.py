"""The edges of the paper round a sheet, where the photo shows them.

Each edge is a straight line, nearly parallel to a side of the page, at which the brightness jumps
along most of that side. It is sought in a picture of the page and its surroundings that a
homography has made straight.
"""

from __future__ import annotations

import cv2
import numpy as np

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, fit_homography, project
from scorecheck.photo.pagemap import PageMap
from scorecheck.sheet.layout import Layout

_PX_PER_MM = 2.0
_OUTSIDE_MM = 48.0
_OFF_MARKS_MM = 2.5
"""The search begins this far outside the marks' outer sides."""
_MOST_BENT_MM = 1.2
_SLOPES = np.linspace(-0.025, 0.025, 31)
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
    around, inside_photo = _surroundings(grey, homography, layout)
    width, height = layout.page_mm
    inset = min(min(mark.x, mark.y) for mark in layout.marks) - _OFF_MARKS_MM
    depth = round((inset + _OUTSIDE_MM) * _PX_PER_MM)
    found = []
    for turns, along in ((0, width), (1, height), (2, width), (3, height)):
        side = _side(around, inside_photo, turns, depth, along)
        edge = _edge(*side)
        if edge is None:
            return None
        found.append(edge / _PX_PER_MM - _OUTSIDE_MM)
    top, right, bottom, left = found
    return width - left - right, height - top - bottom


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


def _surroundings(grey: Pixels, homography: Array, layout: Layout) -> tuple[Pixels, Pixels]:
    """The page with a margin all round, straight, at `_PX_PER_MM`; and where the photo ends."""
    step, edge = 1 / _PX_PER_MM, -_OUTSIDE_MM
    to_photo = homography @ np.array([[step, 0, edge], [0, step, edge], [0, 0, 1.0]])
    size = [round((side + 2 * _OUTSIDE_MM) * _PX_PER_MM) for side in layout.page_mm]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    around = cv2.warpPerspective(grey, to_photo, size, flags=flags)
    rows, columns = grey.shape
    smaller = np.diag([15 / (columns - 1), 15 / (rows - 1), 1.0])
    there = cv2.warpPerspective(
        np.full((16, 16), 255, np.uint8), smaller @ to_photo, size, flags=flags
    )
    return np.asarray(around, np.uint8), np.asarray(there, np.uint8)


def _side(
    around: Pixels, there: Pixels, turns: int, depth: int, along: float
) -> tuple[Array, Array]:
    """One side of the surroundings, turned to lie on top, without the corners.

    Returns:
        jumps of brightness (rows from far outside inwards, columns along the side), and 1 where
        they are inside the photo.
    """
    corner = round((_OUTSIDE_MM + 0.08 * along) * _PX_PER_MM)
    strips = []
    for picture in (around, there):
        strip = np.rot90(picture, turns)[:depth, corner:-corner]
        strips.append(cv2.blur(np.ascontiguousarray(strip), (5, 1)).astype(np.float64))
    jump = np.zeros_like(strips[0])
    jump[2:-2] = np.abs(strips[0][4:] + strips[0][3:-1] - strips[0][1:-3] - strips[0][:-4]) / 2
    valid = (cv2.erode(strips[1], np.ones((9, 1), np.uint8)) > 254).astype(np.float64)
    return jump * valid, valid


def _edge(jump: Array, valid: Array) -> float | None:
    """The row of the paper's edge in the middle of a side; None if there is no clear one."""
    rows, columns = jump.shape
    some = np.linspace(0, columns - 1, 48).astype(int)
    jump, valid = jump[:, some], valid[:, some]
    offset = (some - columns / 2)[None, :] * _SLOPES[:, None]
    row = np.arange(rows)[None, :, None] + offset[:, None, :]
    at = np.clip(np.rint(row).astype(int), 0, rows - 1)
    sheared = jump[at, np.arange(len(some))]
    support = np.quantile(sheared, _SHARE_UNSEEN, axis=2)
    usual = float(np.median(jump[valid > 0])) if valid.any() else 0.0
    best = support.max(axis=0)
    strongest = float(best.max())
    if strongest < max(_LEAST_STEP, _CLEARER * usual):
        return None
    peak = int(np.flatnonzero(best > _NEARLY * strongest).max())
    window = slice(max(peak - 4, 0), peak + 1)
    peak = int(best[window].argmax()) + window.start
    near = np.arange(max(peak - 2, 0), min(peak + 3, rows))
    return float((near * best[near]).sum() / best[near].sum()) + 0.5
