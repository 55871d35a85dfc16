"""Hands that write as the reports tell of: joined or broken digits, corrections, erased pencil."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.simulate import marks
from scorecheck.simulate.hand import Alpha, Hand

_INK = 0.4
"""Where a pen has been for certain."""


class Joining(Hand):
    """Its digits touch: every text is one piece of ink."""

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        row, *others = self._signs(text, w, h, px_per_mm)
        for sign in others:
            row = _touching(row, sign, round(0.15 * px_per_mm))
        return _centred(row, w, h, px_per_mm, margin)

    def _signs(self, text: str, w: float, h: float, px_per_mm: float) -> list[Alpha]:
        return [_cropped(super(Joining, self).write(sign, w, h, px_per_mm)) for sign in text]


class Parting(Joining):
    """Writes 4 and 5 in two strokes that do not meet; its digits stand apart."""

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        signs = self._signs(text, w, h, px_per_mm)
        gap = max(2, round(0.45 * px_per_mm))
        row = np.zeros((max(len(sign) for sign in signs), 1), np.float32)
        for sign, ink in zip(text, signs, strict=True):
            if sign == "5":  # the bar on top comes last, and too high
                parted = np.insert(ink, [round(0.22 * ink.shape[0])] * gap, 0, axis=0)
            elif sign == "4":  # the stem stands off the rest
                parted = np.insert(ink, [round(0.55 * ink.shape[1])] * gap, 0, axis=1)
            else:
                parted = ink
            row = _beside(row, np.asarray(parted, np.float32), round(0.8 * px_per_mm))
        return _centred(row, w, h, px_per_mm, margin)


class Displaced(Hand):
    """Writes over the lower or the upper line of the cell, by all the room that there is."""

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        ink = super().write(text, w, h, px_per_mm, margin, letters=letters)
        rows = np.flatnonzero(ink.max(axis=1) > _INK)
        down = len(ink) - 1 - int(rows[-1]) if len(text) % 2 else -int(rows[0])
        return np.roll(ink, down, axis=0)


class Correcting(Hand):
    """Strikes an old entry out and writes the text beside, above or below it, in turn."""

    old = "12"
    turn = 0

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        self.turn += 1
        # Of each text: its place (x, y, w, h) in the cell, as shares.
        old, new = (
            ((0.0, 0.05, 0.48, 0.9), (0.52, 0.05, 0.48, 0.9)),
            ((0.15, 0.42, 0.6, 0.58), (0.3, -0.14, 0.6, 0.58)),
            ((0.15, 0.0, 0.6, 0.58), (0.3, 0.56, 0.6, 0.58)),
        )[self.turn % 3]
        canvas = _empty(w, h, px_per_mm, margin)
        for entry, (x, y, wide, high) in ((self.old, old), (text, new)):
            ink = super().write(entry, wide * w, high * h, px_per_mm, 0.0)
            _paste(canvas, ink, (y * h + margin) * px_per_mm, (x * w + margin) * px_per_mm)
        box = (old[0] * w, (old[1] + 0.1) * h, old[2] * w, (old[3] - 0.2) * h)
        way = (marks.line_through, marks.cross, marks.line_through)[self.turn // 3 % 3]
        self.draw_strokes(canvas, way(self.rng), box, px_per_mm, margin)
        return canvas


class Overwriting(Hand):
    """Writes an old entry first, and the text over it at the same place."""

    old = "3"

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        first = _cropped(super().write(self.old, w, h, px_per_mm, margin))
        second = _cropped(super().write(text, w, h, px_per_mm, margin, letters=letters))
        size = (round(first.shape[1] * second.shape[0] / first.shape[0]), second.shape[0])
        below = np.asarray(cv2.resize(first, size, interpolation=cv2.INTER_AREA), np.float32)
        row = np.zeros((size[1], max(size[0], second.shape[1])), np.float32)
        _paste(row, below, 0, (row.shape[1] - size[0]) / 2)
        _paste(row, second, 0, (row.shape[1] - second.shape[1]) / 2)
        return _centred(row, w, h, px_per_mm, margin)


class Erasing(Hand):
    """Leaves the smeared ghost of an entry that was rubbed out, and the text over it, if any."""

    old = "12"
    nothing = "erased"
    """Asked to write this, it leaves the ghost only."""

    def write(
        self, text: str, w: float, h: float, px_per_mm: float, margin: float = 2.0,
        *, letters: bool = True,
    ) -> Alpha:  # fmt: skip
        """As `Hand.write`."""
        ghost = super().write(self.old, w, h, px_per_mm, margin)
        smeared = cv2.GaussianBlur(ghost, (0, 0), 0.12 * px_per_mm)
        left = float(self.rng.uniform(0.08, 0.2)) * smeared
        if text == self.nothing:
            return np.asarray(left, np.float32)
        written = super().write(text, w, h, px_per_mm, margin, letters=letters)
        return np.asarray(np.maximum(left, written), np.float32)


def _empty(w: float, h: float, px_per_mm: float, margin: float) -> Alpha:
    sides = (h + 2 * margin, w + 2 * margin)
    return np.zeros([round(side * px_per_mm) for side in sides], np.float32)


def _cropped(ink: Alpha) -> Alpha:
    rows, columns = (np.flatnonzero(ink.max(axis=axis) > _INK / 2) for axis in (1, 0))
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _centred(row: Alpha, w: float, h: float, px_per_mm: float, margin: float) -> Alpha:
    """A line of signs in the middle of its cell, made smaller where it does not fit."""
    canvas = _empty(w, h, px_per_mm, margin)
    fits = min(1.0, 0.96 * w * px_per_mm / row.shape[1], 0.96 * h * px_per_mm / row.shape[0])
    size = (max(1, round(row.shape[1] * fits)), max(1, round(row.shape[0] * fits)))
    small = np.asarray(cv2.resize(row, size, interpolation=cv2.INTER_AREA), np.float32)
    top, left = (np.array(canvas.shape) - small.shape) / 2
    _paste(canvas, small, float(top), float(left))
    return canvas


def _beside(left: Alpha, right: Alpha, gap: int) -> Alpha:
    """Two pieces of ink on one ground line, `gap` px between their boxes (less than 0: over)."""
    rows = max(left.shape[0], right.shape[0])
    row = np.zeros((rows, left.shape[1] + gap + right.shape[1]), np.float32)
    _paste(row, left, rows - left.shape[0], 0)
    _paste(row, right, rows - right.shape[0], left.shape[1] + gap)
    return row


def _touching(left: Alpha, right: Alpha, overlap: int) -> Alpha:
    """Two pieces of ink on one ground line, so near that they run into each other."""
    rows = min(left.shape[0], right.shape[0])
    ends = [_last(row) for row in (left[-rows:] > _INK)]
    starts = [_last(row[::-1]) for row in (right[-rows:] > _INK)]
    spaces = [
        (left.shape[1] - 1 - end) + (right.shape[1] - 1 - start)
        for end, start in zip(ends, starts, strict=True)
        if end is not None and start is not None
    ]
    return _beside(left, right, -min(spaces, default=0) - overlap)


def _last(row: NDArray[np.bool_]) -> int | None:
    """The index of the last place that is true."""
    places = np.flatnonzero(row)
    return int(places[-1]) if len(places) else None


def _paste(canvas: Alpha, ink: Alpha, top: float, left: float) -> None:
    """Lay ink on the canvas, the darker winning; what falls outside is cut off."""
    y, x = round(top), round(left)
    y0, x0 = max(0, y), max(0, x)
    y1, x1 = min(canvas.shape[0], y + ink.shape[0]), min(canvas.shape[1], x + ink.shape[1])
    if y1 > y0 and x1 > x0:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, ink[y0 - y : y1 - y, x0 - x : x1 - x], out=part)
