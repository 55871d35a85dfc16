"""The size a sheet was printed at, as far as a photo can tell.

A printer that shrinks a page shrinks its marks and cells alike, so nothing inside the page tells.
Two things outside do: the edges of the paper, because papers have standard sizes, and the stated
resolution of a scan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, jacobian
from scorecheck.photo.load import Photo
from scorecheck.photo.pagemap import PageMap
from scorecheck.sheet.layout import PAPERS_MM, Layout

_OUTSIDE_MM = 45.0
_LIKELY = (0.86, 1.12)
_ASPECT_SLACK = 0.012
_MOST_SHEAR = 0.004


@dataclass(frozen=True)
class Scale:
    """`value`: printed size / nominal size. `known_by`: `paper edges` or `scan resolution`.

    `paper` is the paper that it was printed on, where its edges are seen.
    """

    value: float
    known_by: str
    paper: str | None = None


def printed_scale(photo: Photo, page: PageMap, layout: Layout) -> Scale | None:
    """The printed scale, or None where the photo does not tell."""
    if photo.dpi is not None:
        return _by_resolution(photo.dpi, page, layout)
    return _by_paper(photo.grey, page, layout)


def _by_resolution(dpi: float, page: PageMap, layout: Layout) -> Scale | None:
    """A scan seen straight on states how many pixels are a mm of paper."""
    middle = np.array([layout.page_mm[0] / 2, layout.page_mm[1] / 2])
    sizes = np.linalg.svd(jacobian(page.homography, middle), compute_uv=False)
    if sizes[0] / sizes[1] > 1 + 2 * _MOST_SHEAR:
        return None
    value = math.sqrt(float(sizes[0] * sizes[1])) / (dpi / 25.4)
    return Scale(value, "scan resolution") if _LIKELY[0] < value < _LIKELY[1] else None


def _by_paper(grey: Pixels, page: PageMap, layout: Layout) -> Scale | None:
    """Find the four edges of the paper in the page's plane and compare with standard papers."""
    return None
