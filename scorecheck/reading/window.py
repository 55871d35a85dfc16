"""The network's window: a cell with a little of its surroundings, brought to one size and contrast.

Training composes the same window, so what the network learns is what it will see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.dim import noise

HEIGHT, WIDTH = 40, 104
"""The network's input in px."""

MARGIN_MM = 0.8
"""How much of the cell's surroundings the window shows above and below it."""

OVERSAMPLE = 2
"""Windows are cut at twice the network's resolution and then averaged down."""

_FAINTEST = 0.10
_GRAIN, _MOST_GRAIN = 2.5, 0.25
# Ink fainter than this share of the paper's light, or than so many times the noise, is not brought
# to full contrast, so that an empty cell's paper grain stays grain. More than the last of these is
# ink that fills the cell.
_DARKEST_PX = 12


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

    @cached_property
    def seen(self) -> tuple[slice, slice]:
        """Rows and columns of the input that show anything: the cell and its margin."""
        margin = MARGIN_MM * self.scale
        return (
            _within(self.top - margin, self.top + self.height + margin, HEIGHT),
            _within(self.left - margin, self.left + self.width + margin, WIDTH),
        )

    def inside(self, inset: int) -> tuple[slice, slice]:
        """Rows and columns of the cell itself, but for `inset` px at its border."""
        return (
            slice(int(self.top) + inset, int(self.top + self.height) - inset + 1),
            slice(int(self.left) + inset, int(self.left + self.width) - inset + 1),
        )


def _within(first: float, last: float, size: int) -> slice:
    return slice(max(0, round(first)), min(size, round(last)))


_TRACE, _TRACE_PX = 0.35, 5
# So many px of so much ink are a trace of a pen; ink is in shares of `_FAINTEST` where it is faint.
_LINE_MM = 0.5  # how far a printed line may stand from its place


@lru_cache(maxsize=256)
def window_for(cell_w: float, cell_h: float) -> Window:
    """The window of a cell of `cell_w` x `cell_h` mm: the cell stands in its middle."""
    scale = min(HEIGHT / (cell_h + 2 * MARGIN_MM), WIDTH / (cell_w + 2 * MARGIN_MM))
    width, height = cell_w * scale, cell_h * scale
    return Window(scale, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)


class Prepared(NamedTuple):
    """Cells as the network sees them, and what was taken out of sight.

    Attributes:
        ink: float32 (cells, HEIGHT, WIDTH): 0 is paper, 1 the darkest ink of the cell. The paper's
            own light is divided out, so a shadow or a lamp leaves little trace. Outside the cell
            and its margin it is 0.
        darkest: (cells,), how dark that darkest ink is: what share of the paper's light it takes.
        noise: (cells,), the photo's noise in the noisiest quarter of the cell as such a share.
        grain: (cells,), the same noise as it is in `ink`.
    """

    ink: NDArray[np.float32]
    darkest: NDArray[np.float32]
    noise: NDArray[np.float32]
    grain: NDArray[np.float32]


def prepare(cut: NDArray[np.uint8], window: Window) -> NDArray[np.float32]:
    """Turn one cut-out into the network's input: see `prepare_cells`."""
    return np.asarray(prepare_cells(cut[None], window).ink[0])


def prepare_cells(cuts: NDArray[np.uint8], window: Window) -> Prepared:
    """Turn the cut-outs of cells of one size into the network's input.

    Args:
        cuts: grey, (cells, HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), the windows around them.
        window: where the cells lie in them.
    """
    # One below the other: as a window is of whole squares, they do not mix.
    tall = cuts.reshape(-1, WIDTH * OVERSAMPLE)
    size = (WIDTH, len(tall) // OVERSAMPLE)
    grey = np.asarray(cv2.resize(tall, size, interpolation=cv2.INTER_AREA))
    seen = grey.reshape(-1, HEIGHT, WIDTH)[:, *window.seen].astype(np.float32)
    paper = np.stack([_paper(one) for one in seen])
    result = np.zeros((len(cuts), HEIGHT, WIDTH), np.float32)
    ink = result[:, *window.seen]
    ink[:] = 1 - seen / np.maximum(paper, 8)
    # The contrast comes from the cell's inside: the printed line must not set it.
    rows, columns = window.inside(max(2, round(0.9 * window.scale)))
    light = paper[:, _from(rows, window.seen[0]), _from(columns, window.seen[1])]
    strength = noise(result[:, rows, columns], light)
    np.clip(ink, 0, 1, out=ink)
    inside = result[:, rows, columns].reshape(len(cuts), -1)
    darkest = np.ones(len(cuts), np.float32)
    if inside.shape[1] > _DARKEST_PX:
        darkest = np.partition(inside, -_DARKEST_PX, axis=1)[:, -_DARKEST_PX]
    grain = np.minimum(_GRAIN * strength.min(axis=1), _MOST_GRAIN)
    contrast = np.maximum(np.maximum(darkest, _FAINTEST), grain)
    ink /= contrast[:, None, None]
    np.minimum(ink, 1.5, out=ink)
    strongest = strength.max(axis=1)
    return Prepared(result, darkest, strongest, strongest / contrast)


def _from(part: slice, whole: slice) -> slice:
    """The same rows or columns, counted from where `whole` begins."""
    return slice(max(0, part.start - whole.start), max(0, part.stop - whole.start))


def has_ink(ink: NDArray[np.float32], window: Window) -> NDArray[np.bool_]:
    """Whether anything at all stands in prepared cells (..., HEIGHT, WIDTH), away from their lines.

    Said for the many cells where plainly nothing does, so that the network need not look: half of
    the faintest pencil's ink is enough for yes.
    """
    inside = ink[..., *window.inside(max(1, round(_LINE_MM * window.scale)))]
    return np.asarray(np.count_nonzero(inside > _TRACE, axis=(-2, -1)) >= _TRACE_PX)


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
