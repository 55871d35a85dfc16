"""Bend a page map until the printed grid lies where the layout has it.

Coarse: on most photos the paper is nearly flat, all lines are near where the marks say, and one
stiff fit to all of them is enough. If it is not, the lines are followed from the marks inwards; but
writing that crosses many lines can lead astray, from one row into the next, so that what fits more
lines is kept.

Fine: with all lines at full size and knots closer together; once more with knots closer still
where that leaves something, as folds do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.field import Basis, Fit, Lattice, fit_field
from scorecheck.photo.geometry import Array, project, square
from scorecheck.photo.gridlines import LineImage, Offsets, Segments, segments_of
from scorecheck.photo.grow import Known, Track, grow
from scorecheck.photo.pagemap import PageMap, draw_page
from scorecheck.photo.tags import Tag
from scorecheck.sheet.layout import Layout

COARSE_PX_PER_MM = 4
FINE_PX_PER_MM = 8
_STEP = 4.0
_COARSE_KNOTS = 28.0
_STIFF_BEND, _SOFT_BEND = 0.15, 0.8
_FINE_KNOTS, _FINE_BEND = 14.0, 0.2
_PASSES = ((_FINE_KNOTS, _FINE_BEND), (9.0, 0.4), (9.0, 0.4), (9.0, 0.4))
_LINE_DEVIATION = 0.12
_MARK_DEVIATION = 0.08
_FINE_REACH = 1.2
_AGREED_MM = 0.5
_AGREED_SHARE = 0.975
_WORTH_MM = 0.09
"""A correction smaller than some half a pixel of the flat picture is not worth drawing again."""
_NEARLY_ALL = 99.6
_SETTLED_MM, _LEFT_MM = 0.2, 0.15
"""After a larger correction, or with more left, another pass is."""
_STRAY_MM = 0.5
"""What is further off than this is more likely handwriting than paper."""
_JUMP_MM = 0.25
_SEEN_OF_A_BEND, _MOST_STRETCHED, _STRETCH_MM = 0.97, 1.15, 4.0
"""Bent paper shows nearly all its lines where they are looked for (of 40 curled and folded sheets
the worst 98.8 %), and is seldom stretched by so much; a grid that was followed into the next row
does not, and is."""


@dataclass(frozen=True, eq=False)
class Straightened:
    """The bent map and the page drawn by it; how well the grid lies in it.

    `seen` is the share of line segments found; `residual_mm` the distance within which 95 % of
    them are from where the layout has them. `contrast` (n,) is the clearness of the lines at
    `places` (n, 2) mm, and `left_mm` (n,) the distance of each (nan: not seen). `stretched` is how
    many times as far from each other as nearby places are the map shows some places at most.
    """

    page: PageMap
    flat: Pixels
    seen: float
    residual_mm: float
    places: Array
    contrast: Array
    left_mm: Array
    stretched: float = 1.0

    @property
    def astray(self) -> bool:
        """Whether the grid may have been followed from one row into the next."""
        return self.seen < _SEEN_OF_A_BEND and self.stretched > _MOST_STRETCHED


def straighten(grey: Pixels, start: PageMap, layout: Layout, tags: dict[int, Tag]) -> Straightened:
    """Refine `start` on the grid of the layout."""
    segments = segments_of(layout, _STEP)
    page = _coarse(grey, start, layout, segments, tags)
    flat = draw_page(grey, page, FINE_PX_PER_MM)
    for knots, bend in _PASSES:
        seen = [_measured(flat, one) for one in segments]
        if _off(seen) < _WORTH_MM:
            break
        fits, moved, left = _fine(layout, segments, seen, knots, bend)
        page = page.bent(*fits)
        flat = draw_page(grey, page, FINE_PX_PER_MM)
        if moved < _SETTLED_MM and left < _LEFT_MM:
            seen = [_measured(flat, one) for one in segments]
            break
    else:
        seen = [_measured(flat, one) for one in segments]
    return _judged(page, flat, segments, seen)


def _coarse(
    grey: Pixels, start: PageMap, layout: Layout, segments: tuple[Segments, ...],
    tags: dict[int, Tag],
) -> PageMap:  # fmt: skip
    flat = draw_page(grey, start, COARSE_PX_PER_MM)
    marks, moved = _mark_shifts(start, layout, tags)
    images = [LineImage(flat, COARSE_PX_PER_MM, one.upright) for one in segments]
    stiff, agreed = _stiff(layout, segments, images, marks, moved)
    if agreed >= _AGREED_SHARE:
        return start.bent(*stiff)
    grown = _grown(layout, segments, images, marks, moved)
    pages = start.bent(*stiff), start.bent(*grown)
    return max(pages, key=lambda page: _in_place(grey, page, segments))


def _in_place(grey: Pixels, page: PageMap, segments: tuple[Segments, ...]) -> float:
    """The share of all line segments that are seen where the layout has them."""
    flat = draw_page(grey, page, COARSE_PX_PER_MM)
    found = []
    for one in segments:
        image = LineImage(flat, COARSE_PX_PER_MM, one.upright)
        seen = image.measure(one.points, np.minimum(_FINE_REACH, 0.4 * one.spacing))
        found.append(_clear(seen) & (np.abs(seen.offset) < _AGREED_MM))
    return float(np.concatenate(found).mean()) if found else 0.0


def _mark_shifts(page: PageMap, layout: Layout, tags: dict[int, Tag]) -> tuple[Array, Array]:
    """Corners of the marks on the page, and how far off the homography has them, in mm."""
    marks = np.concatenate(
        [square(layout.marks[n].x, layout.marks[n].y, layout.marks[n].size) for n in tags]
    )
    seen = np.concatenate([tag.corners for tag in tags.values()])
    return marks, project(np.asarray(np.linalg.inv(page.homography)), seen) - marks


def _stiff(
    layout: Layout, segments: tuple[Segments, ...], images: list[LineImage],
    marks: Array, moved: Array,
) -> tuple[tuple[Fit, Fit], float]:  # fmt: skip
    """One fit to all lines near where the marks say, and the share of them that agree with it."""
    lattice = Lattice(layout.page_mm, _COARSE_KNOTS)
    fixed = lattice.basis(marks)
    fits, agreed = [], 1.0
    for number, (one, image) in enumerate(zip(segments, images, strict=True)):
        some = one.thinned()
        seen = image.measure(some.points, np.minimum(2.5, 0.4 * some.spacing))
        clear = _clear(seen)
        basis = fixed.join(lattice.basis(some.places[clear]))
        values = np.concatenate((moved[:, number], seen.offset[clear]))
        deviations = np.full(len(values), _LINE_DEVIATION)
        deviations[: len(marks)] = _MARK_DEVIATION
        fit = _robust(lattice, basis, values, deviations, _STIFF_BEND)
        off = np.abs(values - fit.on(basis))
        agreed = min(agreed, float((off < _AGREED_MM).mean()))
        fits.append(fit)
    return (fits[0], fits[1]), agreed


def _grown(
    layout: Layout, segments: tuple[Segments, ...], images: list[LineImage],
    marks: Array, moved: Array,
) -> tuple[Fit, Fit]:  # fmt: skip
    """A soft fit to lines that were followed from the marks inwards."""
    tracks = [
        Track(image, one.thinned(), Known(marks, moved[:, number]))
        for number, (one, image) in enumerate(zip(segments, images, strict=True))
    ]
    grow(tracks)
    lattice = Lattice(layout.page_mm, _FINE_KNOTS)
    fits = []
    for number, track in enumerate(tracks):
        basis = lattice.basis(np.concatenate((marks, track.places[track.known])))
        values = np.concatenate((moved[:, number], track.values[track.known]))
        deviations = np.full(len(values), _LINE_DEVIATION)
        fits.append(fit_field(lattice, basis, values, deviations, _SOFT_BEND))
    return fits[0], fits[1]


def _robust(lattice: Lattice, basis: Basis, values: Array, deviations: Array, bend: float) -> Fit:
    """Fit; where something stands off, fit again with less trust in that."""
    fit = fit_field(lattice, basis, values, deviations, bend)
    off = values - fit.on(basis)
    if np.abs(off).max(initial=0.0) < _STRAY_MM / 2:
        return fit
    trusted = deviations * (1 + (off / _STRAY_MM) ** 2)
    return fit_field(lattice, basis, values, trusted, bend)


def _clear(seen: Offsets) -> NDArray[np.bool_]:
    """Segments whose line is clear enough to be a line."""
    if not len(seen.strength):
        return np.zeros(0, np.bool_)
    usual = float(np.percentile(seen.strength, 75))
    return np.asarray(seen.strength > max(0.25 * usual, 0.015))


def _fine(
    layout: Layout, segments: tuple[Segments, ...], seen: list[Offsets], knots: float, bend: float
) -> tuple[tuple[Fit, Fit], float, float]:
    """Fits (x, y) to what is off in the flat picture.

    Returns:
        the fits; how far in mm they move nearly all lines at most; what they leave of 97 %.
    """
    lattice = Lattice(layout.page_mm, knots)
    fits, moved, left = [], [np.zeros(1)], [np.zeros(1)]
    for one, offsets in zip(segments, seen, strict=True):
        steady = _clear(offsets) & _steady(one, offsets)
        basis, offset = lattice.basis(one.places[steady]), offsets.offset[steady]
        deviations = np.full(len(offset), _LINE_DEVIATION)
        fits.append(_robust(lattice, basis, offset, deviations, bend))
        shift = fits[-1].on(basis)
        moved.append(np.abs(shift))
        left.append(np.abs(offset - shift))
    return (
        (fits[0], fits[1]),
        float(np.percentile(np.concatenate(moved), _NEARLY_ALL)),
        float(np.percentile(np.concatenate(left), 97)),
    )


def _measured(flat: Pixels, segments: Segments) -> Offsets:
    image = LineImage(flat, FINE_PX_PER_MM, segments.upright)
    return image.measure(segments.points, np.minimum(_FINE_REACH, 0.4 * segments.spacing))


def _off(seen: list[Offsets]) -> float:
    """How far nearly all lines are off at most, in mm."""
    offset = np.concatenate([np.abs(one.offset[_clear(one)]) for one in seen])
    return float(np.percentile(offset, _NEARLY_ALL)) if len(offset) else 0.0


def _steady(segments: Segments, seen: Offsets) -> NDArray[np.bool_]:
    """Segments that agree with the one before or after them on their line."""
    jump = np.abs(np.diff(seen.offset))
    jump[np.abs(np.diff(segments.points[:, 1])) > 0.01] = np.inf
    before, after = np.append(np.inf, jump), np.append(jump, np.inf)
    alone = np.isinf(before) & np.isinf(after)
    return np.asarray(alone | (np.minimum(before, after) < _JUMP_MM))


def _judged(
    page: PageMap, flat: Pixels, segments: tuple[Segments, ...], seen: list[Offsets]
) -> Straightened:
    """What the last measurement says of the finished picture."""
    clear = np.concatenate([_clear(one) for one in seen])
    off = np.abs(np.concatenate([one.offset for one in seen]))
    return Straightened(
        page,
        flat,
        seen=float(clear.mean()) if len(clear) else 0.0,
        residual_mm=float(np.percentile(off[clear], 95)) if clear.any() else float("nan"),
        places=np.concatenate([one.places for one in segments]),
        contrast=np.concatenate([one.strength for one in seen]),
        left_mm=np.where(clear, off, np.nan),
        stretched=_stretched(page),
    )


def _stretched(page: PageMap) -> float:
    """The largest stretch of the page's map along x or y, over steps of `_STRETCH_MM`."""
    x, y = (np.arange(_STRETCH_MM, side, _STRETCH_MM) for side in page.page_mm)
    lies = page.displaced(np.stack(np.meshgrid(x, y), axis=-1))
    along, down = np.diff(lies[..., 0], axis=1), np.diff(lies[..., 1], axis=0)
    return float(max(along.max(), down.max())) / _STRETCH_MM
