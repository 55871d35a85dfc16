"""Bend a page map until the printed grid lies where the layout has it.

Coarse: from the marks inwards. The field of displacements is known near the marks; only lines
whose place it predicts well enough not to be taken for their neighbours are measured, each makes
the field sure a little further on, and so it grows over the page. Fine: with all lines at full
size and knots closer together, so that folds are followed too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.field import Fit, Lattice, fit_field
from scorecheck.photo.geometry import Array, project, square
from scorecheck.photo.gridlines import LineImage, Segments, segments_of
from scorecheck.photo.pagemap import PageMap, draw_page
from scorecheck.photo.tags import Tag
from scorecheck.sheet.layout import Layout

COARSE_PX_PER_MM = 4
FINE_PX_PER_MM = 8
_COARSE_KNOTS, _COARSE_BEND, _COARSE_STEP = 28.0, 0.8, 8.0
_FINE_KNOTS, _FINE_BEND, _FINE_STEP = 14.0, 0.12, 4.0
_ROUNDS = 9
_LINE_DEVIATION = 0.12
_MARK_DEVIATION = 0.08
_FINE_REACH = 1.2


@dataclass(frozen=True, eq=False)
class _Pulls:
    """What is measured of one direction: displacements (n,) at places (n, 2), all in mm."""

    places: Array
    values: Array
    deviation: float

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, eq=False)
class Straightened:
    """The bent map; how well the grid lies after it.

    `seen` is the share of line segments found; `residual_mm` the median distance of those from
    where the layout has them, times 1.48 (a standard deviation that strays do not touch).
    `contrast` (n,) is the clearness of the line at `places` (n, 2) mm.
    """

    page: PageMap
    seen: float
    residual_mm: float
    places: Array
    contrast: Array


def straighten(grey: Pixels, start: PageMap, layout: Layout, tags: dict[int, Tag]) -> Straightened:
    """Refine `start` on the grid of the layout."""
    page = _coarse(grey, start, layout, tags)
    return _fine(grey, page, layout)


def _coarse(grey: Pixels, start: PageMap, layout: Layout, tags: dict[int, Tag]) -> PageMap:
    flat = draw_page(grey, start, COARSE_PX_PER_MM)
    lattice = Lattice(layout.page_mm, _COARSE_KNOTS)
    prior = lattice.bending()
    marks = _mark_pulls(start, layout, tags)
    level, upright = segments_of(layout, _COARSE_STEP)
    lines = (
        (LineImage(flat, COARSE_PX_PER_MM, True), upright),
        (LineImage(flat, COARSE_PX_PER_MM, False), level),
    )
    fits = [
        _robust(lattice, prior, _COARSE_BEND, [marks[axis]], covariance=True) for axis in range(2)
    ]
    used = [0, 0]
    for _ in range(_ROUNDS):
        tracked = [_tracked(*lines[axis], fits, axis) for axis in range(2)]
        fits = [
            _robust(lattice, prior, _COARSE_BEND, [marks[axis], tracked[axis]], covariance=True)
            for axis in range(2)
        ]
        if [len(pulls) for pulls in tracked] == used:
            break
        used = [len(pulls) for pulls in tracked]
    return start.bent(fits[0], fits[1])


def _mark_pulls(page: PageMap, layout: Layout, tags: dict[int, Tag]) -> tuple[_Pulls, _Pulls]:
    """How far the corners of the marks are from where the homography has them."""
    marks = np.concatenate(
        [square(layout.marks[n].x, layout.marks[n].y, layout.marks[n].size) for n in tags]
    )
    seen = np.concatenate([tag.corners for tag in tags.values()])
    moved = project(np.asarray(np.linalg.inv(page.homography)), seen) - marks
    return (
        _Pulls(marks, moved[:, 0], _MARK_DEVIATION),
        _Pulls(marks, moved[:, 1], _MARK_DEVIATION),
    )


def _tracked(image: LineImage, segments: Segments, fits: list[Fit], axis: int) -> _Pulls:
    """Measure the segments whose place is known well enough not to be taken for another's."""
    places = segments.places
    reach = 2.5 * fits[axis].deviation(places) + 0.5
    sure = reach < 0.46 * segments.spacing
    places, reach = places[sure], reach[sure]
    expected = fits[axis].at(places)
    along = places[:, 1 - axis] + fits[1 - axis].at(places)
    seen = image.measure(np.stack((along, places[:, axis] + expected), axis=1), reach)
    clear = _clear(seen.strength)
    return _Pulls(places[clear], (expected + seen.offset)[clear], _LINE_DEVIATION)


def _clear(strength: Array) -> NDArray[np.bool_]:
    """Segments whose line is clear enough to be a line."""
    if not len(strength):
        return np.zeros(0, np.bool_)
    usual = float(np.percentile(strength, 75))
    return np.asarray(strength > max(0.25 * usual, 0.015))


def _robust(
    lattice: Lattice, prior: Array, bend: float, pulls: list[_Pulls], *, covariance: bool = False
) -> Fit:
    """Fit, then fit again with less trust in what stands off."""
    places = np.concatenate([one.places for one in pulls])
    values = np.concatenate([one.values for one in pulls])
    deviations = np.concatenate([np.full(len(one), one.deviation) for one in pulls])
    fit = fit_field(lattice, places, values, deviations, bend=bend, prior=prior)
    off = np.abs(values - fit.at(places))
    usual = max(1.48 * float(np.median(off)), 0.04)
    trusted = deviations * (1 + (off / (2.5 * usual)) ** 2)
    return fit_field(
        lattice, places, values, trusted, bend=bend, prior=prior, covariance=covariance
    )


def _fine(grey: Pixels, page: PageMap, layout: Layout) -> Straightened:
    flat = draw_page(grey, page, FINE_PX_PER_MM)
    lattice = Lattice(layout.page_mm, _FINE_KNOTS)
    prior = lattice.bending()
    fits: list[Fit] = []
    found: list[_Pulls] = []
    sought: list[Segments] = []
    contrast: list[Array] = []
    for segments in reversed(segments_of(layout, _FINE_STEP)):
        image = LineImage(flat, FINE_PX_PER_MM, segments.upright)
        seen = image.measure(segments.points, np.minimum(_FINE_REACH, 0.4 * segments.spacing))
        clear = _clear(seen.strength)
        found.append(_Pulls(segments.places[clear], seen.offset[clear], _LINE_DEVIATION))
        fits.append(_robust(lattice, prior, _FINE_BEND, [found[-1]]))
        sought.append(segments)
        contrast.append(seen.strength)
    left = np.concatenate(
        [pulls.values - fit.at(pulls.places) for pulls, fit in zip(found, fits, strict=True)]
    )
    return Straightened(
        page.bent(fits[0], fits[1]),
        seen=len(left) / max(sum(len(segments.points) for segments in sought), 1),
        residual_mm=1.48 * float(np.median(np.abs(left))) if len(left) else float("nan"),
        places=np.concatenate([segments.places for segments in sought]),
        contrast=np.concatenate(contrast),
    )
