"""A long stroke in a cell is never surely nothing, whatever the networks say.

A dash that runs to the cell's line looks like the paper's own line or like a neighbour's ink, and
networks that have learnt to look past those may take it for no entry. An empty cell with such a
stroke is therefore asked about: it may be a strike.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.reading.window import Window

LONG_MM = 3.5
"""A stroke from this length on may be a strike; less hangs in from a neighbour's digit."""

_INSET_MM = 1.0
_BROAD_MM = 2.5
_DARK, _FAINTEST = 0.5, 0.2
_NO_GRAIN = 3.5
"""What is so many times as strong as the noise is not noise."""
_STILL_BLANK = 0.6
"""What is left of the probability that nothing is written: not enough to settle on."""


def keep_open(
    texts: dict[str, float], ink: NDArray[np.float32], window: Window, grain: float = 0.0
) -> dict[str, float]:
    """What a cell may say, likeliest first, with room for a stroke that the networks looked past.

    Args:
        ink: (HEIGHT, WIDTH), as the networks saw it.
        grain: the noise in it.
    """
    blank = texts.get("", 0.0)
    if blank <= _STILL_BLANK or longest_stroke_mm(ink, window, grain) < LONG_MM:
        return texts
    spared = blank - _STILL_BLANK
    return texts | {"": _STILL_BLANK, ILLEGIBLE_TEXT: texts.get(ILLEGIBLE_TEXT, 0.0) + spared}


def longest_stroke_mm(ink: NDArray[np.float32], window: Window, grain: float = 0.0) -> float:
    """The longest way, level or upright, that one piece of ink goes inside the cell."""
    # In an empty cell the paper's own shading is brought to full contrast; it is broad, as a
    # stroke never is.
    broad = round(_BROAD_MM * window.scale)
    inked = np.zeros_like(ink)
    shown = np.ascontiguousarray(ink[window.seen])
    shade = cv2.morphologyEx(shown, cv2.MORPH_OPEN, np.ones((broad, broad), np.uint8))
    inked[window.seen] = shown - shade
    inside = inked[window.inside(round(_INSET_MM * window.scale))]
    darkest = float(inside.max(initial=0.0))
    needed = max(_DARK * darkest, _FAINTEST, _NO_GRAIN * grain)
    dark = (inside > needed).astype(np.uint8)
    if not dark.any():
        return 0.0
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    sizes = stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]]
    return float(sizes.max()) / window.scale
