"""The sheet as the page shows it: the photo made flat, in colour, with the place of every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorecheck.photo.find import FoundSheet
from scorecheck.photo.flatten import FlatSheet
from scorecheck.photo.load import Photo, load_colour
from scorecheck.photo.pagemap import draw_page
from scorecheck.report.crops import Picture, jpeg
from scorecheck.report.result import SheetResult
from scorecheck.sheet.rect import Rect

PX_PER_MM = 10
"""About what a photo of 12 megapixels has to give."""

_QUALITY = 84


@dataclass(frozen=True)
class SheetPicture:
    """One flat sheet as a JPEG file; it shows the whole page, of `page_mm` width and height.

    `places` are the cells' rectangles on it by cell id.
    """

    jpeg: bytes
    page_mm: tuple[float, float]
    places: Mapping[str, Rect]


@dataclass
class FlatPictures:
    """Keeps a picture of every sheet that passes through the pipeline and was judged."""

    _kept: list[SheetPicture] = field(default_factory=list)
    _flat: FlatSheet | None = None
    _colour: tuple[tuple[str, int], Picture] | None = None

    def taken(self) -> tuple[SheetPicture, ...]:
        """The pictures kept since the last time, in the order of the sheets."""
        kept, self._kept, self._colour = tuple(self._kept), [], None
        return kept

    def found(self, photo: Photo, found: FoundSheet) -> None:
        """Nothing is kept of this step."""

    def flattened(self, photo: Photo, flat: FlatSheet) -> None:
        """Hold on to the flat sheet until it has been judged."""
        self._flat = flat

    def judged(self, photo: Photo, result: SheetResult) -> None:
        """Keep the sheet's picture."""
        flat = self._flat
        if flat is None:
            return
        self._flat = None
        page = draw_page(self._photo_in_colour(photo), flat.page, PX_PER_MM)
        places = {cell.cell: Rect(cell.x, cell.y, cell.w, cell.h) for cell in flat.layout.cells}
        self._kept.append(SheetPicture(jpeg(page, _QUALITY), flat.layout.page_mm, places))

    def _photo_in_colour(self, photo: Photo) -> Picture:
        """The photo's pixels, decoded once for all the sheets on it."""
        key = (str(photo.path), photo.page)
        if self._colour is None or self._colour[0] != key:
            self._colour = (key, load_colour(photo))
        return self._colour[1]
