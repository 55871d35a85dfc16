"""Find the paper's own lines: those of a ruled or squared sheet.

They run straight through the whole page, under print and ink alike, in regular steps and all of one
tone; nothing that is printed or written on a sheet does.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.polynomial import Polynomial
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array
from scorecheck.sheet.layout import Rule

Strips = NDArray[np.float32]

STRIP_MM = 9
"""A strip is so many mm wide; its columns are means over one mm."""
_NEAR_MM = 2.0
"""The paper's light is the brightest within this distance, above and below."""
_LEAST_TONE = 0.03
"""A line takes at least this share of the light."""
_STEEPEST = 0.03
"""The paper may have been fed this much askew: mm of rise for each mm."""
_PRINTED_MM = 0.6
"""So near a printed line nobody can tell one from the other."""
_FEWEST_STRIPS = 5
_SEEN = 0.7
"""In this share of the strips where it can be told, a line is there."""
_FEWEST_LINES = 5
_FEWEST_BESIDE = 2
"""So many lines run where nobody writes numbers: pen lines through every box do not."""
_STEP_MM = (3.5, 13.0)
_UNEVEN_MM = 0.6
"""How far one line may stand from its place among the others."""
_ASTRAY_PX = 3


@dataclass(frozen=True)
class PageRows:
    """The page reduced to columns of one mm: `tone` (rows, columns), share of light taken."""

    tone: NDArray[np.float32]
    px_per_mm: float
    rules: tuple[Rule, ...]
    """The printed lines along its rows, in mm."""
    boxes: tuple[float, float]
    """From where to where along the page, in mm, people write other things than words."""

    def strips(self) -> tuple[Strips, NDArray[np.bool_]]:
        """(strips, rows): how dark each row is all through a strip; and where that tells of the
        paper, because no printed line is near."""
        rows, columns = self.tone.shape
        count = columns // STRIP_MM
        parts = cv2.transpose(self.tone)[: count * STRIP_MM].reshape(count, 3, STRIP_MM // 3, rows)
        a, b, c = (part.min(axis=1) for part in parts.swapaxes(0, 1))
        # A line runs through at least two thirds of the strip: the median of their palest columns.
        dark = np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))
        told = np.ones(dark.shape, np.bool_)
        for rule in self.rules:
            first, last = int(rule.x1) // STRIP_MM, int(np.ceil(rule.x2)) // STRIP_MM + 1
            near = _PRINTED_MM + rule.width / 2
            top, bottom = (round((rule.y1 + by) * self.px_per_mm) for by in (-near, near))
            told[first:last, max(0, top) : bottom + 1] = False
        return dark, told

    def beside(self, rows: NDArray[np.intp], rise: float) -> NDArray[np.bool_]:
        """Which rows of the page's middle are of lines with this rise (px) that meet no box."""
        first, last = self.boxes
        reach = rise / 2 + _ASTRAY_PX + _PRINTED_MM * self.px_per_mm
        return (rows + reach < first * self.px_per_mm) | (rows - reach > last * self.px_per_mm)


@dataclass(frozen=True)
class PaperLine:
    """A line of the paper: its row at every strip's middle (px), (strips,)."""

    at: Array


def page_rows(
    grey: Pixels, px_per_mm: float, rules: tuple[Rule, ...], boxes: tuple[float, float]
) -> PageRows:
    """Reduce a flat page (H, W) to columns of one mm.

    Args:
        rules: the printed lines along its rows.
        boxes: where along the page (mm) the first box for other things than words begins and the
            last one ends.
    """
    height, width = grey.shape
    reduced = cv2.resize(grey, (round(width / px_per_mm), height), interpolation=cv2.INTER_AREA)
    reach = 2 * round(_NEAR_MM * px_per_mm) + 1
    paper = cv2.blur(cv2.dilate(reduced, np.ones((reach, 1), np.uint8)), (1, reach))
    tone = 1 - reduced.astype(np.float32) / np.maximum(paper, 8)
    return PageRows(np.clip(tone, 0, 1), px_per_mm, rules, boxes)


def ruled_lines(view: PageRows, *, alone: bool = False) -> list[PaperLine]:
    """The paper's lines along the rows; `alone`: also a single one that meets no box.

    A line that is seen only where people write may be a strike.
    """
    dark, told = view.strips()
    if not alone and not _may_be_ruled(dark, told):
        return []
    wide = np.asarray(cv2.dilate(dark, np.ones((1, 3), np.uint8)), np.float32)
    best_rows: NDArray[np.intp] = np.empty(0, np.intp)
    best_rise, best = 0.0, 0.0
    rise_most = _STEEPEST * dark.shape[0] * STRIP_MM * view.px_per_mm
    for rise in np.arange(-rise_most, rise_most + 1, 2.0):
        seen, tone = _seen_at(wide, told, float(rise))
        rows = _peaks(np.where(seen >= _SEEN, tone, 0), view.px_per_mm)
        strength = float(tone[rows].sum())
        if strength > best:
            best_rows, best_rise, best = rows, float(rise), strength
    beside = view.beside(best_rows, abs(best_rise))
    regular = np.isin(best_rows, _regular(best_rows, view.px_per_mm))
    if np.count_nonzero(regular & beside) < _FEWEST_BESIDE:
        regular[:] = False
    best_rows = best_rows[regular | beside if alone else regular]
    shifts = _shifts(len(dark), best_rise)
    return [PaperLine(_followed(dark, told, row + shifts)) for row in best_rows]


def _may_be_ruled(dark: Strips, told: NDArray[np.bool_]) -> bool:
    """Whether most strips have some lines of their own; said without a look at how they lie."""
    there = (dark >= _LEAST_TONE) & told
    starts = there[:, 1:] & ~there[:, :-1]
    return bool(np.mean(np.count_nonzero(starts, axis=1) >= _FEWEST_LINES) >= _SEEN)


def _shifts(strips: int, rise: float) -> NDArray[np.intp]:
    return np.round(np.linspace(-rise / 2, rise / 2, strips)).astype(np.intp)


def _seen_at(
    dark: Strips, told: NDArray[np.bool_], rise: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """By row in the page's middle, of lines with this rise (px over the page): in which share of
    the strips that tell it is seen, and its mean tone there."""
    rows = dark.shape[1]
    count, seen, tone = (np.zeros(rows, np.float32) for _ in range(3))
    for strip, shift in enumerate(_shifts(len(dark), rise).tolist()):
        here = slice(max(0, -shift), min(rows, rows - shift))
        there = slice(here.start + shift, here.stop + shift)
        known = told[strip, there]
        value = np.where(known, dark[strip, there], 0)
        count[here] += known
        seen[here] += value >= _LEAST_TONE
        tone[here] += np.minimum(value, 0.3)
    enough = count >= _FEWEST_STRIPS
    whole = np.maximum(count, 1)
    return np.where(enough, seen / whole, 0), np.where(enough, tone / whole, 0)


def _peaks(strength: NDArray[np.float32], px_per_mm: float) -> NDArray[np.intp]:
    """The rows that are strongest within half of the smallest step."""
    reach = 2 * round(_STEP_MM[0] / 2 * px_per_mm) + 1
    highest = cv2.dilate(strength[None], np.ones((1, reach), np.uint8))[0]
    rows = np.flatnonzero((strength > 0) & (strength == highest))
    return rows[np.diff(rows, prepend=-reach) > reach // 2]


def _regular(rows: NDArray[np.intp], px_per_mm: float) -> NDArray[np.intp]:
    """Those of the rows that stand in one regular step; none if they are no ruling."""
    if len(rows) < _FEWEST_LINES:
        return rows[:0]
    step = float(np.median(np.diff(rows)))
    if not _STEP_MM[0] <= step / px_per_mm <= _STEP_MM[1]:
        return rows[:0]
    step = _refined(rows, step)
    phase = np.angle(np.exp(2j * np.pi * rows / step).mean()) / (2 * np.pi) * step
    off = (rows - phase + step / 2) % step - step / 2
    fits = rows[np.abs(off) <= _UNEVEN_MM * px_per_mm]
    most = (rows[-1] - rows[0]) / step + 1
    regular = len(fits) >= max(_FEWEST_LINES, 0.6 * len(rows), 0.5 * most)
    return fits if regular else rows[:0]


def _refined(rows: NDArray[np.intp], step: float) -> float:
    """The step that fits all rows best, within two per cent."""
    steps = step * np.linspace(0.98, 1.02, 161)
    return float(steps[np.abs(np.exp(2j * np.pi * rows / steps[:, None]).mean(1)).argmax()])


def _followed(dark: Strips, told: NDArray[np.bool_], rows: NDArray[np.intp]) -> Array:
    """Where the line really runs, by strip: a smooth curve within three px of the straight one."""
    strips = np.arange(len(dark))
    offsets = np.arange(-_ASTRAY_PX, _ASTRAY_PX + 1)
    places = np.clip(rows[:, None] + offsets, 0, dark.shape[1] - 1)
    found = np.where(told[strips[:, None], places], dark[strips[:, None], places], 0.0) ** 2
    weights = found.sum(axis=1)
    known = weights > _LEAST_TONE**2
    if np.count_nonzero(known) < _FEWEST_STRIPS:
        return rows.astype(np.float64)
    off = (found * offsets).sum(axis=1)[known] / weights[known]
    padded = np.pad(off, 2, mode="edge")
    steady = np.median(np.lib.stride_tricks.sliding_window_view(padded, 5), axis=1)
    curve = Polynomial.fit(strips[known], rows[known] + steady, 3)
    return np.asarray(np.clip(curve(strips), rows - _ASTRAY_PX, rows + _ASTRAY_PX))
