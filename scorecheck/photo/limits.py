"""How good a photo must be, as measured at the marks of a sheet, and the measures themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.photo.decode import Pixels
from scorecheck.photo.tags import MODULES, Tag
from scorecheck.sheet.layout import Layout


@dataclass(frozen=True)
class Limits:
    """Beyond these handwriting is no longer read (`python -m scorecheck.measure.limits`).

    Attributes:
        px_per_mm: least resolution. A 5 mm digit is then 10 px high, in the direction that the
            tilt shortens most. Of 100 cells that are read right from nearer, 89 still are.
        blur_mm: most blur, as measured at a mark. What is measured grows more slowly than the
            blur, as a mark's modules run into each other. Of 100 cells that are read right in a
            sharp photo, some 60 still are.
        light: least grey levels between the black and the white of a mark, as phones show a dark
            room, smeared and with noise. Of 100 cells that are read right by day, 50 still are.
    """

    px_per_mm: float = 2.0
    blur_mm: float = 0.42
    light: float = 20.0


LIMITS = Limits()


def blur_mm(tags: Sequence[Tag], layout: Layout) -> float:
    """Standard deviation of the blurring at the edges of marks, in mm on the paper."""
    blurs = [
        tag.blur * layout.marks[tag.corner].size / max(tag.side, 1e-6)
        for tag in tags
        if tag.blur > 0
    ]
    return float(np.median(blurs)) if blurs else 0.0


def light(grey: Pixels, tags: Sequence[Tag]) -> float:
    """Grey levels between the black and the white of marks and the paper round them."""
    return float(np.median([_contrast(grey, tag) for tag in tags]))


def _contrast(grey: Pixels, tag: Tag) -> float:
    low = np.floor(tag.corners.min(axis=0) - tag.side / MODULES).astype(int)
    high = np.ceil(tag.corners.max(axis=0) + tag.side / MODULES).astype(int) + 1
    (left, top), (right, bottom) = np.maximum(low, 0), np.maximum(high, 1)
    part = grey[top:bottom, left:right]
    return float(np.ptp(np.percentile(part, (10, 90)))) if part.size else 0.0
