"""The network's window: a cell with a little of its surroundings, brought to one size and contrast.

Training composes the same window, so what the network learns is what it will see.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 40, 104
"""The network's input in px."""

MARGIN_MM = 0.8
"""How much of the cell's surroundings the window shows above and below it."""

OVERSAMPLE = 2
"""Windows are cut at twice the network's resolution and then averaged down."""

_FAINTEST = 0.10
# Ink fainter than this share of the paper's light is not brought to full contrast, so that an
# empty cell's paper grain stays grain.


@dataclass(frozen=True)
class Window:
    """How a cell of some size lies in the network's input.

    `scale` is px per mm of the network's input; `left` and `top` are the cell's top left
    corner in it, in px; `width` and `height` the cell's size in it, in px.
    """

    scale: float
    left: float
    top: float
    width: float
    height: float


_TRACE, _TRACE_PX = 0.35, 5
# So many px of so much ink are a trace of a pen; ink is in shares of `_FAINTEST` where it is faint.
_LINE_MM = 0.5  # how far a printed line may stand from its place


def window_for(cell_w: float, cell_h: float) -> Window:
    """The window of a cell of `cell_w` x `cell_h` mm: the cell stands in its middle."""
    scale = min(HEIGHT / (cell_h + 2 * MARGIN_MM), WIDTH / (cell_w + 2 * MARGIN_MM))
    width, height = cell_w * scale, cell_h * scale
    return Window(scale, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)


def prepare(cut: NDArray[np.uint8], window: Window) -> NDArray[np.float32]:
    """Turn a cut-out into the network's input: see `prepare_with_darkness`."""
    return prepare_with_darkness(cut, window)[0]


def prepare_with_darkness(
    cut: NDArray[np.uint8], window: Window
) -> tuple[NDArray[np.float32], float]:
    """Turn a cut-out into the network's input.

    Args:
        cut: grey, (HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), the window around a cell.
        window: where the cell lies in it.

    Returns:
        Ink, float32 (HEIGHT, WIDTH): 0 is paper, 1 the darkest ink of the cell. The paper's
        own light is divided out, so a shadow or a lamp leaves little trace. Outside the cell
        and its margin the input is 0.
        And how dark that darkest ink is: the share of the paper's light that it takes, 0..1.
    """
    grey = cv2.resize(cut, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    margin = MARGIN_MM * window.scale
    x0 = max(0, round(window.left - margin))
    x1 = min(WIDTH, round(window.left + window.width + margin))
    y0 = max(0, round(window.top - margin))
    y1 = min(HEIGHT, round(window.top + window.height + margin))
    seen = grey[y0:y1, x0:x1]
    ink = np.clip(1 - seen / np.maximum(_paper(seen), 8), 0, 1)
    # The contrast comes from the cell's inside: the printed line must not set it.
    inset = max(2, round(0.9 * window.scale))
    inside = ink[
        int(window.top) - y0 + inset : int(window.top + window.height) - y0 - inset + 1,
        int(window.left) - x0 + inset : int(window.left + window.width) - x0 - inset + 1,
    ]
    darkest = float(np.partition(inside.ravel(), -12)[-12]) if inside.size > 12 else 1.0
    result = np.zeros((HEIGHT, WIDTH), np.float32)
    result[y0:y1, x0:x1] = np.minimum(ink / max(darkest, _FAINTEST), 1.5)
    return result, darkest


def has_ink(ink: NDArray[np.float32], window: Window) -> bool:
    """Whether anything at all stands in a prepared cell, away from its printed lines.

    Said for the many cells where plainly nothing does, so that the network need not look: half of
    the faintest pencil's ink is enough for yes.
    """
    inset = max(1, round(_LINE_MM * window.scale))
    inside = ink[
        int(window.top) + inset : int(window.top + window.height) - inset + 1,
        int(window.left) + inset : int(window.left + window.width) - inset + 1,
    ]
    return bool(np.count_nonzero(inside > _TRACE) >= _TRACE_PX)


def _paper(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """The paper's light under and around the ink, same shape as `grey`."""
    small = cv2.resize(
        grey, (max(3, grey.shape[1] // 4), max(3, grey.shape[0] // 4)), interpolation=cv2.INTER_AREA
    )
    bright = cv2.dilate(small, np.ones((5, 5), np.uint8))
    smooth = cv2.blur(bright, (3, 3))
    return np.asarray(
        cv2.resize(smooth, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR)
    )
