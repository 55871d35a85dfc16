"""Cutting cells and rows out of the photo, upright and flat, for a person to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.report.result import CellResult, Point, SheetResult
from scorecheck.sheet.layout import PAPERS_MM

if TYPE_CHECKING:
    from scorecheck.photo.load import Photo

Picture = NDArray[np.uint8]
"""A colour picture, height x width x 3, in OpenCV's order blue, green, red."""

PhotoLoader = Callable[["Photo"], Picture]
"""A photo without its pixels to its upright colour picture."""

PX_PER_MM = 10.0
_MARGIN_MM = 2.4
"""Writing often runs over a cell's edge."""
_EDGE_MM = 5.0
"""The paper's edge is left out of a row."""


@dataclass(frozen=True)
class SheetView:
    """One sheet in its photo, with the mm of the page as coordinates.

    The page is taken as flat between its corners, which is near enough to show a place; the
    cells' own corners are exact.
    """

    photo: Picture
    sheet: SheetResult

    @cached_property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the page."""
        return PAPERS_MM[self.sheet.paper]

    @cached_property
    def _to_mm(self) -> NDArray[np.float64]:
        width, height = self.page_mm
        page = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        corners = np.array(self.sheet.corners_px, np.float32) / self.sheet.shrink
        return np.asarray(cv2.getPerspectiveTransform(corners, page), np.float64)

    def mm(self, points: Sequence[Point]) -> NDArray[np.float64]:
        """The file's pixels to mm on the page, N x 2."""
        given = np.array(points, np.float64).reshape(-1, 1, 2) / self.sheet.shrink
        on_page = cv2.perspectiveTransform(given, self._to_mm)
        return np.asarray(on_page, np.float64).reshape(-1, 2)

    def cut(self, cells: Sequence[CellResult], margin_mm: float = _MARGIN_MM) -> Picture:
        """The cells and a little around them, upright."""
        points = self.mm([point for cell in cells for point in cell.box_px])
        low, high = points.min(axis=0) - margin_mm, points.max(axis=0) + margin_mm
        return self._strip(low, high)

    def row(self, marked: Sequence[CellResult]) -> Picture:
        """The row of the sheet that has these cells, over the page's whole width, with the cells
        outlined."""
        points = self.mm([point for cell in marked for point in cell.box_px])
        low = np.array([_EDGE_MM, points[:, 1].min() - _MARGIN_MM])
        high = np.array([self.page_mm[0] - _EDGE_MM, points[:, 1].max() + _MARGIN_MM])
        strip = self._strip(low, high)
        for cell in marked:
            outline = np.round((self.mm(cell.box_px) - low) * PX_PER_MM).astype(np.int32)
            cv2.polylines(strip, [outline], True, (40, 40, 205), 5, cv2.LINE_AA)
        return strip

    def _strip(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> Picture:
        """The part of the page between two corners in mm, at `PX_PER_MM`."""
        width, height = np.round((high - low) * PX_PER_MM).astype(int).tolist()
        x, y = -low * PX_PER_MM
        shift = np.array([[PX_PER_MM, 0, x], [0, PX_PER_MM, y], [0, 0, 1]])
        return np.asarray(
            cv2.warpPerspective(
                self.photo,
                shift @ self._to_mm,
                (max(width, 1), max(height, 1)),
                flags=cv2.INTER_AREA,
                borderMode=cv2.BORDER_CONSTANT,
                borderValue=(235, 235, 235),
            ),
            np.uint8,
        )


def jpeg(picture: Picture, quality: int = 88) -> bytes:
    """The picture as a JPEG file."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError("OpenCV could not encode the picture")
    return data.tobytes()


def shrink(picture: Picture, longest: int) -> Picture:
    """The picture with its longer side at most `longest` pixels."""
    factor = longest / max(picture.shape[:2])
    if factor >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA))
