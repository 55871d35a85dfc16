"""The size a sheet was printed at, as far as a photo can tell.

A printer that shrinks a page shrinks its marks and cells alike, so nothing on the page tells. Two
things beside it do: the edges of the paper, because papers have standard sizes, and the stated
resolution of a scan.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from scorecheck.photo.geometry import jacobian
from scorecheck.photo.load import Photo
from scorecheck.photo.pagemap import PageMap
from scorecheck.photo.paper import paper_size
from scorecheck.sheet.layout import PAPERS_MM, Layout

_LIKELY = (0.87, 1.12)
_MOST_UNEVEN = 0.015
_MOST_SHEAR = 0.008


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
    size = paper_size(photo.grey, page, layout)
    scale = _by_paper(size, layout) if size is not None else None
    if scale is None and photo.dpi is not None:
        scale = _by_resolution(photo.dpi, page, layout)
    return scale


def _by_resolution(dpi: float, page: PageMap, layout: Layout) -> Scale | None:
    """A scan seen straight on states how many pixels are a mm of paper."""
    middle = np.array([layout.page_mm[0] / 2, layout.page_mm[1] / 2])
    sizes = np.linalg.svd(jacobian(page.homography, middle), compute_uv=False)
    if sizes[0] / sizes[1] > 1 + _MOST_SHEAR:
        return None
    value = math.sqrt(float(sizes[0] * sizes[1])) / (dpi / 25.4)
    return Scale(value, "scan resolution") if _LIKELY[0] < value < _LIKELY[1] else None


def _by_paper(size: tuple[float, float], layout: Layout) -> Scale | None:
    """Compare the paper, measured in the page's mm, with standard papers."""
    fits = []
    for name, (width, height) in PAPERS_MM.items():
        across, down = width / size[0], height / size[1]
        value = math.sqrt(across * down)
        if abs(across / down - 1) < _MOST_UNEVEN and _LIKELY[0] < value < _LIKELY[1]:
            fits.append((name != layout.paper, Scale(value, "paper edges", name)))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None
