"""Make a found sheet flat: a grey picture of the page with every cell where the layout has it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorecheck.errors import InputError
from scorecheck.languages.phrase import Figure, Joined, Phrase
from scorecheck.photo.decode import Pixels
from scorecheck.photo.find import FoundSheet
from scorecheck.photo.geometry import Array
from scorecheck.photo.limits import LIMITS, Limits
from scorecheck.photo.load import Photo
from scorecheck.photo.pagemap import PageMap
from scorecheck.photo.quality import CellQuality, cell_qualities, measure_quality
from scorecheck.photo.ruling import without_ruling
from scorecheck.photo.scale import Scale, printed_scale
from scorecheck.photo.straighten import FINE_PX_PER_MM, Straightened, straighten
from scorecheck.sheet.layout import Layout

FLAT_PX_PER_MM = FINE_PX_PER_MM
LEAST_SEEN = 0.25
"""With less of the grid found than this, the marks are of another sheet than the grid."""


@dataclass(frozen=True, eq=False)
class FlatSheet:
    """A sheet made flat.

    Attributes:
        grey: uint8; a place at (x, y) mm is at column x * 8 and row y * 8, counted from pixel
            edges, so a cell is `grey[round(y * 8) : round((y + h) * 8), ...]`; the lines of ruled
            paper are taken out.
        layout: what is where on it.
        page: maps mm to px of the grey photo.
        shrink: px of the photo's file per px of its grey picture.
        residual_mm: within this, 95 % of the printed grid is where it should be.

    What is told last is found out when it is asked for: that can be while the cells are read.
    """

    grey: Pixels
    layout: Layout
    page: PageMap
    shrink: float
    residual_mm: float
    _photo: Photo
    _straight: Straightened
    _over: tuple[Array, ...] = ()

    @cached_property
    def scale(self) -> Scale | None:
        """Printed size as a share of nominal, and how that is known; None if it cannot be."""
        return printed_scale(self._photo, self.page, self.layout)

    @cached_property
    def cells(self) -> dict[str, CellQuality]:
        """Glare and trust in its place, by cell id."""
        return cell_qualities(
            self._photo.grey, self._straight, FLAT_PX_PER_MM, self.layout, self._over
        )

    @property
    def px_per_mm(self) -> float:
        """Resolution of `grey`."""
        return FLAT_PX_PER_MM

    def to_photo_px(self, points_mm: Array) -> Array:
        """Points (..., 2) of the page in mm to px of the upright photo, pixel edges at integers."""
        return np.asarray((self.page.to_photo(points_mm) + 0.5) * self.shrink)

    def corners_px(self) -> Array:
        """The page's corners (4, 2) in the photo, clockwise from its own top left."""
        width, height = self.layout.page_mm
        corners = [[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]
        return self.to_photo_px(np.array(corners, np.float64))


def flatten(photo: Photo, found: FoundSheet, layout: Layout, limits: Limits = LIMITS) -> FlatSheet:
    """Flatten a sheet: by its marks first, then by its printed grid.

    Raises:
        InputError: `too-small`, `too-dark`, `too-blurred`, or `grid-lost` where the grid is not
            that of the sheet that the marks name.
    """
    start = PageMap(found.homography, layout.page_mm)
    quality = measure_quality(photo.grey, start, list(found.tags.values()), layout)
    quality.refuse_unreadable(photo, limits)
    straight = straighten(photo.grey, start, layout, found.tags)
    if straight.seen < LEAST_SEEN:
        why = Phrase(
            "the printed grid between the sheet's marks cannot be found ({share}% of its lines)",
            share=Figure(100 * straight.seen, 0),
        )
        raise InputError(
            Joined([photo.path, why], between=": "),
            help=Phrase("photograph the sheet uncovered, sharp and in even light"),
            code="grid-lost",
        )
    return FlatSheet(
        grey=without_ruling(straight.flat, FLAT_PX_PER_MM, layout),
        layout=layout,
        page=straight.page,
        shrink=photo.shrink,
        residual_mm=straight.residual_mm,
        _photo=photo,
        _straight=straight,
        _over=found.over,
    )
