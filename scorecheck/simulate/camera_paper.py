"""Paper in space: a printed page on a sheet of paper that is bent only as paper can be.

Paper does not stretch. Each bend is a cylinder: along one direction the paper follows a curve of
its own length, across it stays straight. Lengths are mm; z is height over the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_REACH = 420.0
_STEPS = 1681


@dataclass(frozen=True, eq=False)
class Bend:
    """A curve that the paper follows in one direction.

    `angle` is that direction in the paper (radians from x to y); `s` the length along it from the
    paper's middle; `x`, `z` and `slope` the curve's place and steepness there.
    """

    angle: float
    s: Array
    x: Array
    z: Array
    slope: Array

    def along(self, points: Array) -> Array:
        """Length along the bend's direction of points (..., 2), counted from the middle."""
        return np.asarray(points[..., 0] * np.cos(self.angle) + points[..., 1] * np.sin(self.angle))


def bend(angle: float, curvature: Callable[[Array], Array]) -> Bend:
    """A bend from its curvature (1/mm) as a function of the length along it."""
    s = np.linspace(-_REACH, _REACH, _STEPS)
    step = s[1] - s[0]
    slope = np.cumsum(curvature(s)) * step
    slope -= slope[_STEPS // 2]
    x = np.cumsum(np.cos(slope)) * step
    z = np.cumsum(np.sin(slope)) * step
    return Bend(angle, s, x - x[_STEPS // 2], z, np.tan(slope))


def arch(angle: float, radius: float) -> Bend:
    """The paper's middle stands up like a bridge (radius > 0) or its edges do (radius < 0)."""
    return bend(angle, lambda s: np.full_like(s, -1 / radius))


def wave(angle: float, radius: float, length: float, phase: float) -> Bend:
    """Paper that was damp: gentle waves of the given length."""
    return bend(angle, lambda s: np.cos(2 * np.pi * s / length + phase) / radius)


def lifted_corner(angle: float, start: float, radius: float) -> Bend:
    """Beyond `start` mm from the middle, in the given direction, the paper rolls up."""
    return bend(angle, lambda s: np.where(s > start, 1 / radius, 0.0))


def fold(angle: float, at: float, degrees: float) -> Bend:
    """A sharp fold (3 mm round) across the direction; positive degrees make a valley."""
    width = 3.0
    turn = np.radians(degrees)
    return bend(angle, lambda s: turn / width * (np.abs(s - at) < width / 2))


@dataclass(frozen=True, eq=False)
class PrintedPaper:
    """A page on paper.

    Attributes:
        page_mm, paper_mm: sizes of the page as designed and of the paper it is on.
        scale: printed size as a share of nominal; `shift` moves the print on the paper, in mm.
        stretch: how much too long the middle of the page was fed, as a share.
        bends: what the paper does.
        turn, place: how it lies on the table: radians, and where its middle is, in mm.
    """

    page_mm: tuple[float, float]
    paper_mm: tuple[float, float]
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    stretch: float = 0.0
    bends: tuple[Bend, ...] = ()
    turn: float = 0.0
    place: tuple[float, float] = (0.0, 0.0)

    def on_paper(self, points: Array) -> Array:
        """Places of the page (..., 2) as places on the paper, from its top left corner, in mm."""
        page = np.array(self.page_mm)
        middle = np.array(self.paper_mm) / 2 + np.array(self.shift)
        down = points[..., 1] / page[1] - 0.5
        longer = self.stretch * page[1] / (4 * np.pi) * np.sin(2 * np.pi * np.clip(down, -0.5, 0.5))
        moved = (points - page / 2) * self.scale + middle
        moved[..., 1] += longer
        return np.asarray(moved)

    def in_space(self, paper: Array) -> Array:
        """Places on the paper (..., 2) as points over the table (..., 3), in mm."""
        flat = paper - np.array(self.paper_mm) / 2
        moved, z = flat.copy(), np.zeros(flat.shape[:-1])
        for one in self.bends:
            s = one.along(flat)
            shorter = np.interp(s, one.s, one.x) - s
            moved[..., 0] += shorter * np.cos(one.angle)
            moved[..., 1] += shorter * np.sin(one.angle)
            z += np.interp(s, one.s, one.z)
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        x = moved[..., 0] * cos - moved[..., 1] * sin + self.place[0]
        y = moved[..., 0] * sin + moved[..., 1] * cos + self.place[1]
        return np.stack((x, y, z - self._lowest), axis=-1)

    @property
    def _lowest(self) -> float:
        """The paper rests on the table with its lowest point."""
        width, height = np.array(self.paper_mm) / 2
        x, y = np.meshgrid(np.linspace(-width, width, 9), np.linspace(-height, height, 9))
        points = np.stack((x, y), axis=-1)
        z = np.zeros(x.shape)
        for one in self.bends:
            z += np.interp(one.along(points), one.s, one.z)
        return float(z.min())

    def steepness(self, paper: Array) -> Array:
        """Gradient (..., 2) of the height at places on the paper, in directions of the table."""
        flat = paper - np.array(self.paper_mm) / 2
        gradient = np.zeros(flat.shape)
        for one in self.bends:
            slope = np.interp(one.along(flat), one.s, one.slope)
            gradient[..., 0] += slope * np.cos(one.angle + self.turn)
            gradient[..., 1] += slope * np.sin(one.angle + self.turn)
        return gradient
