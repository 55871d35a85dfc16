"""`PageMap`: from places on the printed page to places in the photo, and the picture it gives.

Straight paper needs a homography only. Curl, folds, lenses and printers add a smooth displacement
in the page's plane before it. Maps are evaluated on a coarse mesh and interpolated between: over
2 mm neither perspective nor paper bends by more than a few hundredths of a pixel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorecheck.photo.decode import Pixels
from scorecheck.photo.field import Fit
from scorecheck.photo.geometry import Array, project

_MESH_MM = 2.0
_BAND_ROWS = 256


@dataclass(frozen=True, eq=False)
class PageMap:
    """`homography` maps page mm to px; before it, `fits` displace (x, y) in mm, first one first.

    Both directions of a displacement are on the same lattice.
    """

    homography: Array
    page_mm: tuple[float, float]
    fits: tuple[tuple[Fit, Fit], ...] = ()

    def displaced(self, points: Array) -> Array:
        """Where points (..., 2) of the page lie in its plane, in mm."""
        moved = np.asarray(points, np.float64).reshape(-1, 2)
        for along, down in self.fits:
            basis = along.lattice.basis(moved)
            moved = moved + np.stack((along.on(basis), down.on(basis)), axis=1)
        return moved.reshape(np.shape(points))

    def mesh(self, x: Array, y: Array) -> Array:
        """Where the crossings (rows, columns, 2) of lines of the page (mm) are in the photo, px."""
        crossings = np.stack(np.meshgrid(x, y), axis=-1)
        if not self.fits:
            return project(self.homography, crossings)
        (along, down), *rest = self.fits
        # The first displacement is taken at a regular mesh, which is far quicker.
        moved = crossings + np.stack((along.on_mesh(x, y), down.on_mesh(x, y)), axis=-1)
        return replace(self, fits=tuple(rest)).to_photo(moved)

    def to_photo(self, points: Array) -> Array:
        """Points (..., 2) in mm to px of the grey photo (pixel centres at integers)."""
        return project(self.homography, self.displaced(points))

    def bent(self, along: Fit, down: Fit) -> PageMap:
        """This map with one more displacement, which was measured in the picture that it gives."""
        return replace(self, fits=((along, down), *self.fits))


def draw_page(photo: Pixels, page: PageMap, px_per_mm: int) -> Pixels:
    """The page made flat, in grey or in colour as the photo (rows, columns[, channels]) is:
    (round(h x px_per_mm), round(w x px_per_mm)[, channels]) uint8.

    The pixel in row i and column k shows the page at ((k + ½) / px_per_mm, (i + ½) / px_per_mm) mm.
    Where the page is outside the photo, the photo's edge is repeated.
    """
    columns, rows = (round(side * px_per_mm) for side in page.page_mm)
    flat = np.empty((rows, columns, *photo.shape[2:]), np.uint8)
    for top, map_x, map_y in _bands(page, px_per_mm, rows, columns):
        cv2.remap(
            photo, map_x, map_y, cv2.INTER_LINEAR,
            dst=flat[top : top + map_x.shape[0]], borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
    return flat


def _bands(
    page: PageMap, px_per_mm: int, rows: int, columns: int
) -> Iterator[tuple[int, cv2.typing.MatLike, cv2.typing.MatLike]]:
    """Bands of the page from top to bottom: first row, and the maps that `remap` needs."""
    step = round(_MESH_MM * px_per_mm)
    mesh_rows, mesh_columns = -(-rows // step) + 2, -(-columns // step) + 2
    x = (np.arange(mesh_columns) - 0.5) * step / px_per_mm
    y = (np.arange(mesh_rows) - 0.5) * step / px_per_mm
    mesh = page.mesh(x, y).astype(np.float32)
    mesh_x, mesh_y = np.ascontiguousarray(mesh[..., 0]), np.ascontiguousarray(mesh[..., 1])
    nodes = max(1, _BAND_ROWS // step)
    for first in range(0, mesh_rows - 2, nodes):
        last = min(first + nodes, mesh_rows - 2)
        size = (mesh_columns * step, (last - first + 2) * step)
        top, height = first * step, min((last - first) * step, rows - first * step)
        maps = [
            cv2.resize(part[first : last + 2], size, interpolation=cv2.INTER_LINEAR)[
                step : step + height, step : step + columns
            ]
            for part in (mesh_x, mesh_y)
        ]
        yield top, maps[0], maps[1]
