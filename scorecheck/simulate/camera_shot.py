"""A made photo and the truth about it: where its sheets are, and what of them cannot be seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.camera_optics import Camera
from scorecheck.simulate.camera_paper import PrintedPaper
from scorecheck.simulate.camera_scene import Scene

Pixels = NDArray[np.uint8]
Array = NDArray[np.float64]

LIGHT_STEP = 8
"""Light is worked out on a copy of the photo that is smaller by this."""


@dataclass(frozen=True, eq=False)
class ShotSheet:
    """One sheet in a made photo: the truth of where it is."""

    paper: PrintedPaper
    camera: Camera

    def to_photo(self, points: Array) -> Array:
        """Places of the page (..., 2) in mm as px of the photo, pixel edges at integers."""
        space = self.paper.in_space(self.paper.on_paper(np.asarray(points, np.float64)))
        return np.asarray(self.camera.see(space) + 0.5)


@dataclass(frozen=True, eq=False)
class Shot:
    """A made photo (H x W x 3 BGR), as decoded from the JPEG `jpeg`, and the truth about it."""

    photo: Pixels
    jpeg: bytes
    sheets: tuple[ShotSheet, ...]
    scene: Scene
    hidden: Pixels
    """H x W, 255 where a finger or a die is before the sheet."""
    washed: NDArray[np.float32]
    """Light that glare adds, as shares of full white, at an eighth of the photo's size."""

    def hidden_share(self, boxes: Array, sheet: int = 0) -> Array:
        """Share (n,) of each box (n, 4: x, y, right, bottom in mm of the page) that is not seen.

        It lies under a finger or a die, or beyond the picture's edge.
        """
        at, inside = self._looked_at(boxes, sheet, 1)
        height, width = self.hidden.shape
        spots = self.hidden[np.clip(at[..., 1], 0, height - 1), np.clip(at[..., 0], 0, width - 1)]
        return np.asarray(((spots > 0) | ~inside).mean(axis=1))

    def washed_share(self, boxes: Array, sheet: int = 0, least: float = 0.5) -> Array:
        """Share (n,) of each box to which glare adds at least `least` of full white."""
        at, _ = self._looked_at(boxes, sheet, LIGHT_STEP)
        height, width = self.washed.shape
        spots = self.washed[np.clip(at[..., 1], 0, height - 1), np.clip(at[..., 0], 0, width - 1)]
        return np.asarray((spots >= least).mean(axis=1))

    def _looked_at(
        self, boxes: Array, sheet: int, step: int
    ) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Pixels (n, k, 2) in each box, of a copy smaller by `step`; which are in the photo."""
        share = (np.arange(16) + 0.5) / 16
        u, v = (part.ravel() for part in np.meshgrid(share, share))
        boxes = np.asarray(boxes, np.float64)
        x = boxes[:, :1] + (boxes[:, 2:3] - boxes[:, :1]) * u
        y = boxes[:, 1:2] + (boxes[:, 3:] - boxes[:, 1:2]) * v
        at = self.sheets[sheet].to_photo(np.stack((x, y), axis=-1))
        inside = np.all((at >= 0) & (at < self.photo.shape[1::-1]), axis=-1)
        return np.floor(at / step).astype(np.intp), inside
