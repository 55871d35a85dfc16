"""A printed page on its paper: the printer's faults, and paper that is tinted, ruled or creased.

All of it happens on the page's raster, before paper is bent and seen by a camera.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate.camera_paper import PrintedPaper
from scorecheck.simulate.camera_scene import Crease, Ruling, Scene

Pixels = NDArray[np.uint8]

_CREASE_MM = 0.35
"""Half the width of the strip in which a crease breaks the print off."""


def printed(raster: Pixels, px_per_mm: float, paper: PrintedPaper, scene: Scene) -> Pixels:
    """The raster on its paper: scaled, shifted, stretched, faded, tinted, ruled, creased.

    Args:
        raster: H x W grey or H x W x 3 BGR of the page, at `px_per_mm`.

    Returns:
        The paper, H x W x 3 BGR, of its own size at the same resolution.
    """
    colour = cv2.cvtColor(raster, cv2.COLOR_GRAY2BGR) if raster.ndim == 2 else raster
    if scene.toner_fade:
        colour = _faded(np.asarray(colour, np.uint8), scene.toner_fade)
    size = tuple(round(side * px_per_mm) for side in paper.paper_mm)
    plain = scene.print_scale == 1 and scene.stretch == 0 and scene.print_shift == (0.0, 0.0)
    if not (plain and paper.paper_mm == paper.page_mm):
        rows = (np.arange(size[1]) + 0.5) * paper.paper_mm[1] / size[1]
        columns = (np.arange(size[0]) + 0.5) * paper.paper_mm[0] / size[0]
        page = np.linspace(0, paper.page_mm[1], 400)
        down = paper.on_paper(np.stack((np.zeros(400), page), axis=1))[:, 1]
        per_mm = raster.shape[0] / paper.page_mm[1]
        page_y = np.interp(rows, down, page, left=-9e3, right=9e3) * per_mm - 0.5
        left = float(paper.on_paper(np.zeros((1, 2)))[0, 0])
        page_x = (columns - left) / paper.scale * raster.shape[1] / paper.page_mm[0] - 0.5
        colour = cv2.remap(
            colour,
            np.broadcast_to(page_x.astype(np.float32), (size[1], size[0])).copy(),
            np.broadcast_to(page_y.astype(np.float32)[:, None], (size[1], size[0])).copy(),
            cv2.INTER_LINEAR,
            borderValue=(255, 255, 255),
        )
    if scene.ruling is not None:
        colour = _ruled(np.asarray(colour, np.uint8), paper, scene.ruling)
    for crease in scene.creases:
        colour = _creased(np.asarray(colour, np.uint8), paper, crease)
    if scene.paper_tint != (1.0, 1.0, 1.0):
        tint = np.array(scene.paper_tint) * np.arange(256)[:, None]
        colour = cv2.LUT(colour, tint.astype(np.uint8)[None])
    return np.asarray(colour, np.uint8)


def _faded(page: Pixels, fade: float) -> Pixels:
    """Toner that grows weak towards the right edge."""
    keep = np.clip(1.15 - np.linspace(0, fade + 0.15, page.shape[1]), 1 - fade, 1)
    kept = np.broadcast_to((keep * 255).astype(np.uint8)[None, :, None], page.shape)
    return np.asarray(255 - cv2.multiply(255 - page, kept, scale=1 / 255), np.uint8)


def _ruled(page: Pixels, paper: PrintedPaper, ruling: Ruling) -> Pixels:
    """Print on the paper of an exercise book: its lines lie under everything."""
    px_per_mm = page.shape[1] / paper.paper_mm[0]
    under = np.full_like(page, 255)
    slope = float(np.tan(np.radians(ruling.skew)))
    height, width = page.shape[:2]

    def line(at: float, *, upright: bool, colour: tuple[int, int, int]) -> None:
        along = height if upright else width
        first, last = (at * px_per_mm, 0.0), (at * px_per_mm + slope * along, along)
        ends = [tuple(round(16 * part) for part in end) for end in (first, last)]
        ends = ends if upright else [end[::-1] for end in ends]
        cv2.line(under, ends[0], ends[1], colour, max(1, round(0.22 * px_per_mm)), cv2.LINE_AA, 4)

    for at in np.arange(ruling.start, paper.paper_mm[1], ruling.step):
        line(float(at), upright=False, colour=ruling.colour)
    if ruling.squared:
        for at in np.arange(ruling.start, paper.paper_mm[0], ruling.step):
            line(float(at), upright=True, colour=ruling.colour)
    else:
        line(25.0, upright=True, colour=(150, 140, 235))
    return np.asarray(cv2.multiply(page, under, scale=1 / 255), np.uint8)


def _creased(page: Pixels, paper: PrintedPaper, crease: Crease) -> Pixels:
    """Where paper was folded, fibres show through broken print, and dirt darkens the fold."""
    px_per_mm = page.shape[1] / paper.paper_mm[0]
    height, width = page.shape[:2]
    x = (np.arange(width, dtype=np.float32) + 0.5) / px_per_mm - paper.paper_mm[0] / 2
    y = (np.arange(height, dtype=np.float32) + 0.5) / px_per_mm - paper.paper_mm[1] / 2
    away = x[None] * np.cos(crease.angle) + y[:, None] * np.sin(crease.angle) - crease.at
    rows, columns = np.nonzero(np.abs(away) < 4 * _CREASE_MM)
    grain = np.random.default_rng(round(abs(crease.at) * 1000)).standard_normal((512, 512))
    rough = cv2.GaussianBlur(grain, (0, 0), 2.0)
    rough = rough[rows % 512, columns % 512] / rough.std()
    at = away[rows, columns] + 0.08 * rough
    broken = np.exp(-((at / _CREASE_MM) ** 2)) * np.clip(crease.broken + 0.3 * rough, 0, 1)
    dirt = 1 - crease.dirt * np.exp(-(((at - 0.3) / 0.25) ** 2))
    old = page[rows, columns].astype(np.float32)
    page = page.copy()
    new = (old + (250 - old) * broken[:, None]) * dirt[:, None]
    page[rows, columns] = np.clip(new, 0, 255).astype(np.uint8)
    return page
