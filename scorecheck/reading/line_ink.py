"""Ink that lies in a printed line: there the line is darker than along the rest of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

LINE_MM = 0.5
"""Within this, the line and what is written on it."""

_USUAL = 35
"""The percentile of a line's darkness that is its print: ink crosses it here and there."""
_MOST = 0.85
"""Of a stroke's length, so much is darker than the line alone."""


class Darkest(NamedTuple):
    """The stretch of each cell's line in which it is darkest: where it begins (cells,) in px, and
    by how many mm of black there is more than the line's print."""

    starts: NDArray[np.intp]
    more: NDArray[np.float32]


def share_of_light(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What share of the light of its row's paper each pixel lacks, (cells, rows, columns)."""
    tall = grey.reshape(-1, grey.shape[2])  # one below the other: their ends hardly mix
    brightest = cv2.blur(tall, (3, 3)).max(axis=1).reshape(grey.shape[:2])
    paper = np.maximum(brightest, 8).astype(np.float32)[:, :, None]
    return np.asarray(np.maximum(1 - grey / paper, 0), np.float32)


def darkest_stretch(
    ink: NDArray[np.float32], length_mm: float, least: float, scale: float, lines: Sequence[float]
) -> Darkest:
    """Where upright lines are darkest over such a length.

    Args:
        ink: (cells, rows, columns), the lines with what is within `LINE_MM` of them.
        least: what is less than this may be told as nothing, which is quicker.
        scale: px per mm.
        lines: where the line of each cell is on the page: cells with the same number share it.
    """
    along = ink.sum(axis=2) / scale
    more = along - _print(along, lines)[:, None]
    length = min(round(length_mm * scale), more.shape[1])
    windows = np.lib.stride_tricks.sliding_window_view(more, length, axis=1)
    result = Darkest(np.zeros(len(ink), np.intp), np.zeros(len(ink), np.float32))
    # If most of a stretch is so dark, its mean is about as dark.
    for i in np.flatnonzero(windows.mean(axis=2).max(axis=1) > _MOST * least).tolist():
        low = np.quantile(windows[i], 1 - _MOST, axis=1)
        result.starts[i] = low.argmax()
        result.more[i] = low.max()
    return result


def _print(along: NDArray[np.float32], lines: Sequence[float]) -> NDArray[np.float32]:
    """How dark each cell's line is printed: as it is along most of it."""
    own = np.percentile(along, _USUAL, axis=1)
    place = np.round(np.asarray(lines), 2)
    result = np.empty(len(own), np.float32)
    for one in set(place.tolist()):
        result[place == one] = np.median(own[place == one])
    return result
