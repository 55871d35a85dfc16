"""How well a sheet can be read from its photo: size, sharpness, light and glare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo import refusals
from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array, jacobian
from scorecheck.photo.limits import LIMITS, Limits, blur_mm, light
from scorecheck.photo.load import Photo
from scorecheck.photo.overlap import covered
from scorecheck.photo.pagemap import PageMap
from scorecheck.photo.straighten import Straightened
from scorecheck.photo.tags import Tag
from scorecheck.photo.tones import AT_LIMIT, lost_tones
from scorecheck.photo.unseen import hidden_borders
from scorecheck.sheet.layout import Layout

_WHITE = 250
_FADED = 0.5
"""Lines this weak, as a share of the sheet's usual lines, have been washed out."""
_LEAST_GRID = 0.5
_OFF_MM, _MOST_OFF = 0.4, 0.2
"""A stroke of ink beside a line can pull one measured piece of it away: that is not yet paper that
lies elsewhere."""


@dataclass(frozen=True)
class Quality:
    """How a photo shows a sheet.

    Attributes:
        px_per_mm: its resolution where and in the direction in which it is poorest.
        blur_mm: standard deviation of the blurring, measured at the marks' edges, in mm on paper.
        light: grey levels between the black and the white of its marks, 0..255.
    """

    px_per_mm: float
    blur_mm: float
    light: float

    def refuse_unreadable(self, photo: Photo, limits: Limits = LIMITS) -> None:
        """Raise an InputError where nobody could read handwriting.

        Raises:
            InputError: `too-small`, `too-dark` or `too-blurred`.
        """
        error = refusals.unreadable(photo, self.px_per_mm, self.blur_mm, self.light, limits)
        if error is not None:
            raise error


@dataclass(frozen=True)
class CellQuality:
    """How well one cell can be trusted to be what the layout says, and to be seen.

    `glare` is the share of its area under glare, 0..1. `grid_seen` is the share of the lines round
    it that were found, `grid_off` the share of those that are not where they should be.
    `hidden_mm` is how much of its border is not seen at all; all of it (inf) beyond the photo.
    `washed` is the share of its area in which pale ink would be as white as the paper.
    """

    glare: float
    grid_seen: float
    grid_off: float
    hidden_mm: float = 0.0
    washed: float = 0.0

    @property
    def placed(self) -> bool:
        """Whether the cell was surely cut where it is printed."""
        return self.grid_seen >= _LEAST_GRID and not self.misplaced

    @property
    def misplaced(self) -> bool:
        """Whether its lines lie elsewhere: what was cut may be a part of the next row's entry, or
        all of it, and then fits that row's rules and sums."""
        return self.grid_off > _MOST_OFF


def measure_quality(grey: Pixels, page: PageMap, tags: Sequence[Tag], layout: Layout) -> Quality:
    """Resolution from the map; blur and light from the marks."""
    width, height = layout.page_mm
    x, y = np.meshgrid(np.linspace(0.05, 0.95, 5) * width, np.linspace(0.05, 0.95, 5) * height)
    sizes = np.linalg.svd(jacobian(page.homography, np.stack((x, y), axis=-1)), compute_uv=False)
    return Quality(
        px_per_mm=float(sizes[..., 1].min()),
        blur_mm=blur_mm(tags, layout),
        light=light(grey, tags),
    )


def cell_qualities(
    grey: Pixels,
    straight: Straightened,
    px_per_mm: int,
    layout: Layout,
    over: Sequence[Array] = (),
) -> dict[str, CellQuality]:
    """Glare and place of every cell of a photo (`grey`), by its id.

    `over` are the outlines (in px) of other sheets that may lie over this one.

    White paper may be at the camera's limit without harm: glare is where it is so and the printed
    lines beside it are gone too.
    """
    boxes = np.array([(cell.x, cell.y, cell.x + cell.w, cell.y + cell.h) for cell in layout.cells])
    boxes = boxes.reshape(-1, 4)
    paper = _paper(straight.flat, px_per_mm)
    white = _shares(paper >= _WHITE, boxes)
    washed = _shares(paper >= AT_LIMIT, boxes)
    if washed.any():
        washed *= lost_tones(straight.flat, layout, px_per_mm)
    hidden = hidden_borders(straight.flat, layout)
    under = covered(straight.page, boxes, over)
    hidden[under] = 2 * (boxes[under, 2:] - boxes[under, :2]).sum(axis=1)
    hidden[_beyond(grey, straight.page, boxes)] = np.inf
    seen = ~np.isnan(straight.left_mm)
    facts = np.stack(
        (
            np.ones(len(seen)),
            seen,
            seen & (np.nan_to_num(straight.left_mm) > _OFF_MM),
            straight.contrast,
        ),
        axis=1,
    )
    lines, found, off, contrast = np.einsum("cs,sf->fc", _round(boxes, straight.places), facts)
    clear = float(np.percentile(straight.contrast, 75)) if len(straight.contrast) else 0.0
    faint = contrast < _FADED * clear * np.maximum(lines, 1)
    return {
        cell.cell: CellQuality(
            glare=float(white[n] * faint[n]),
            grid_seen=float(found[n] / max(lines[n], 1)),
            grid_off=1.0 if straight.astray else float(off[n] / max(found[n], 1)),
            hidden_mm=float(hidden[n]),
            washed=float(washed[n]),
        )
        for n, cell in enumerate(layout.cells)
    }


def _beyond(grey: Pixels, page: PageMap, boxes: Array) -> NDArray[np.bool_]:
    """Which boxes (n, 4 in mm) reach beyond the photo's edge."""
    corners = page.to_photo(boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]])
    size = np.array(grey.shape[::-1]) - 1
    return np.asarray(((corners < 0) | (corners > size)).any(axis=(1, 2)))


def _paper(flat: Pixels, px_per_mm: int) -> Pixels:
    """Brightness of the paper at 1 px per mm: ink and lines are passed over."""
    half = (flat.shape[1] * 2 // px_per_mm, flat.shape[0] * 2 // px_per_mm)
    grown = cv2.dilate(
        cv2.resize(flat, half, interpolation=cv2.INTER_AREA), np.ones((5, 5), np.uint8)
    )
    size = (half[0] // 2, half[1] // 2)
    return np.asarray(cv2.resize(grown, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shares(mask: NDArray[np.bool_], boxes: Array) -> Array:
    """Share (n,) of each box (n, 4 in mm) that a mask of 1 px per mm covers."""
    total = cv2.integral(mask.astype(np.uint8))
    rows, columns = mask.shape
    x1, x2 = (np.clip(boxes[:, n].round().astype(int), 0, columns) for n in (0, 2))
    y1, y2 = (np.clip(boxes[:, n].round().astype(int), 0, rows) for n in (1, 3))
    inside = total[y2, x2] - total[y1, x2] - total[y2, x1] + total[y1, x1]
    return np.asarray(inside / np.maximum((x2 - x1) * (y2 - y1), 1))


def _round(boxes: Array, places: Array) -> Array:
    """1 (boxes, places) where a segment of the grid is at the border of a box, else 0."""
    x, y = places[:, 0], places[:, 1]
    left, top, right, bottom = boxes.T[:, :, None]
    across = (x >= left - 1) & (x <= right + 1)
    return np.asarray(across & (y >= top - 1) & (y <= bottom + 1), np.float64)
