"""Composed number cells, and pictures of them as other readers of text like them best.

Other readers see the cell as it was cut out, at twice the resolution that our network sees, and
without the printed frame, which they would read as signs. What each likes best was tried on the
split `tune`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.measure.composed import composed_by
from scorecheck.reading.window import OVERSAMPLE
from scorecheck.simulate.cell import MadeCell
from scorecheck.simulate.glyphs import GlyphBook

Picture = NDArray[np.uint8]

INSET_MM = 0.4
"""What is left away along the frame of a grey picture."""

_INK_INSET_MM = 0.6
_INK_PX, _WHITE_PX, _SOFT_PX = 44, 16, 1.2
_FAINTEST = 0.1
_LEAST_PX = 25  # smaller spots are dirt
_INK = 110  # of 255


def number_cells(book: GlyphBook, cells: int, seed: int) -> list[MadeCell]:
    """The first `cells` number cells that `scorecheck.measure.reading` composes from a seed."""
    return list(islice(_number_cells(book, seed), cells))


def _number_cells(book: GlyphBook, seed: int) -> Iterator[MadeCell]:
    for number in count():
        yield from (cell for cell, _ in composed_by(book, seed, number) if cell.kind == "number")


def grey(cell: MadeCell, inset_mm: float = INSET_MM) -> Picture:
    """The inside of the cell as it was photographed, grey (H, W)."""
    window, inset = cell.window, inset_mm * cell.window.scale
    left, top = (round((at + inset) * OVERSAMPLE) for at in (window.left, window.top))
    right = round((window.left + window.width - inset) * OVERSAMPLE)
    bottom = round((window.top + window.height - inset) * OVERSAMPLE)
    return cell.cut[max(0, top) : bottom, max(0, left) : right]


def black_on_white(cell: MadeCell) -> Picture:
    """The ink alone, black on white (H, W): the light divided out, cropped to the signs."""
    white = 255 - _ink(grey(cell, _INK_INSET_MM))
    left, top, right, bottom = _bounds(white)
    signs = white[top:bottom, left:right]
    zoom = _INK_PX / signs.shape[0]
    size = (max(1, round(signs.shape[1] * zoom)), _INK_PX)
    large = cv2.resize(signs, size, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), _SOFT_PX)
    around = (_WHITE_PX,) * 4
    return np.asarray(cv2.copyMakeBorder(soft, *around, cv2.BORDER_CONSTANT, value=255), np.uint8)


def _ink(picture: Picture) -> Picture:
    """0 where there is paper, 255 where the darkest ink is."""
    bright = cv2.dilate(picture, np.ones((25, 25), np.uint8)).astype(np.float32)
    paper = cv2.blur(bright, (15, 15))
    ink = np.clip(1 - picture / np.maximum(paper, 8), 0, 1)
    darkest = max(float(np.quantile(ink, 0.995)), _FAINTEST)
    return np.asarray(255 * np.minimum(ink / darkest, 1), np.uint8)


def _bounds(white: Picture) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is written; all of the picture where nothing is."""
    height, width = white.shape
    found, _, stats, _ = cv2.connectedComponentsWithStats((white < 255 - _INK).astype(np.uint8))
    signs = [stats[i] for i in range(1, found) if stats[i][cv2.CC_STAT_AREA] > _LEAST_PX]
    if not signs:
        return 0, 0, width, height
    left = min(int(one[cv2.CC_STAT_LEFT]) for one in signs)
    top = min(int(one[cv2.CC_STAT_TOP]) for one in signs)
    right = max(int(one[cv2.CC_STAT_LEFT] + one[cv2.CC_STAT_WIDTH]) for one in signs)
    bottom = max(int(one[cv2.CC_STAT_TOP] + one[cv2.CC_STAT_HEIGHT]) for one in signs)
    return left, top, right, bottom
