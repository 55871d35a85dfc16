"""How well a sheet can be read from its photo: size, sharpness, glare and shadow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scorecheck.errors import InputError
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, jacobian
from scorecheck.photo.pagemap import PageMap
from scorecheck.photo.straighten import Straightened
from scorecheck.photo.tags import Tag
from scorecheck.sheet.layout import Cell, Layout

LEAST_PX_PER_MM = 2.4
"""A 5 mm digit is then 12 px high, in the direction that the tilt shortens most."""
MOST_BLUR_MM = 0.75
"""Standard deviation of the blur; a pen's line is 0.4 to 0.8 mm wide."""
_WHITE = 250
_DEEP_SHADOW = 0.3
"""Paper this dark, as a share of the sheet's usual paper, leaves few grey levels for ink."""
_FADED = 0.3
"""Lines this weak, as a share of the sheet's usual lines, have been washed out."""


@dataclass(frozen=True)
class Quality:
    """`px_per_mm`: the photo's resolution where and in the direction in which it is poorest.

    `usual_px_per_mm` is that in the middle of the page; `blur_mm` the standard deviation of the
    blurring, measured at the marks' edges, in mm on the paper.
    """

    px_per_mm: float
    usual_px_per_mm: float
    blur_mm: float

    def refuse_unreadable(self, path: Path) -> None:
        """Raise an InputError where nobody could read handwriting."""
        if self.px_per_mm < LEAST_PX_PER_MM:
            raise InputError(
                f"{path}: the sheet is too small in the photo: {self.px_per_mm:.1f} pixels per mm, "
                f"{LEAST_PX_PER_MM:.1f} are needed",
                help="photograph the sheet from nearer, so that it fills the picture",
                code="too-small",
            )
        if self.blur_mm > MOST_BLUR_MM:
            raise InputError(
                f"{path}: the photo is too blurred to read handwriting",
                help="hold the phone still, let it focus, use more light, and photograph again",
                code="too-blurred",
            )


@dataclass(frozen=True)
class CellLight:
    """What the light does to a cell: shares of its area, 0..1."""

    glare: float
    shadow: float


def measure_quality(page: PageMap, tags: Sequence[Tag], layout: Layout) -> Quality:
    """Resolution from the map, blur from the edges of the marks."""
    width, height = layout.page_mm
    x, y = np.meshgrid(np.linspace(0.05, 0.95, 5) * width, np.linspace(0.05, 0.95, 5) * height)
    sizes = np.linalg.svd(jacobian(page.homography, np.stack((x, y), axis=-1)), compute_uv=False)
    by_corner = {tag.corner: tag for tag in tags}
    blurs = [
        tag.blur * layout.marks[corner].size / max(tag.side, 1e-6)
        for corner, tag in by_corner.items()
        if tag.blur > 0
    ]
    return Quality(
        px_per_mm=float(sizes[..., 1].min()),
        usual_px_per_mm=float(np.median(sizes[..., 1])),
        blur_mm=float(np.median(blurs)) if blurs else 0.0,
    )


def cell_light(
    flat: Pixels, px_per_mm: int, straight: Straightened, layout: Layout
) -> dict[str, CellLight]:
    """Glare and shadow of every cell, from the flat picture.

    White paper may be at the camera's limit without harm: glare is where it is so and the printed
    lines beside it are gone too.
    """
    paper = _paper(flat, px_per_mm)
    usual = float(np.median(paper))
    clear = float(np.percentile(straight.contrast, 75)) if len(straight.contrast) else 0.0
    return {cell.cell: _light_of(cell, paper, usual, straight, clear) for cell in layout.cells}


def _paper(flat: Pixels, px_per_mm: int) -> Pixels:
    """Brightness of the paper at 1 px per mm: ink and lines are passed over."""
    small = cv2.resize(flat, None, fx=2 / px_per_mm, fy=2 / px_per_mm, interpolation=cv2.INTER_AREA)
    grown = cv2.dilate(small, np.ones((5, 5), np.uint8))
    size = (flat.shape[1] // px_per_mm, flat.shape[0] // px_per_mm)
    return np.asarray(cv2.resize(grown, size, interpolation=cv2.INTER_AREA), np.uint8)


def _light_of(
    cell: Cell, paper: Pixels, usual: float, straight: Straightened, clear: float
) -> CellLight:
    part = paper[
        int(cell.y) : int(np.ceil(cell.y + cell.h)), int(cell.x) : int(np.ceil(cell.x + cell.w))
    ]
    if not part.size:
        return CellLight(0.0, 0.0)
    white = float((part >= _WHITE).mean())
    glare = white if white > 0 and _lines_gone(cell, straight, clear) else 0.0
    return CellLight(glare, float((part < _DEEP_SHADOW * usual).mean()))


def _lines_gone(cell: Cell, straight: Straightened, clear: float) -> bool:
    near = _near(cell, straight.places)
    return bool(near.any()) and float(np.median(straight.contrast[near])) < _FADED * clear


def _near(cell: Cell, places: Array) -> Array:
    x, y = places[:, 0], places[:, 1]
    return np.asarray(
        (cell.x - 1 <= x)
        & (x <= cell.x + cell.w + 1)
        & (cell.y - 1 <= y)
        & (y <= cell.y + cell.h + 1)
    )
