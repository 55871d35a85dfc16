"""A dash that lies in the printed line above or below an empty cell: networks see but the line.

A cell whose line is clearly darker than the rest of it, over the length of a dash and with paper on
its other side, is not surely empty: it may be struck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.line_ink import LINE_MM, darkest_stretch, share_of_light
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.reading.window import MARGIN_MM, OVERSAMPLE, Window

STILL_BLANK = 0.6
"""What is left of the probability that nothing is written: not enough to settle on."""

_DASH_MM = 3.0
"""A dash is at least so long."""
_DARKER_MM = 0.05
"""The line's ink is greater by so many mm of black."""
_INSET_MM = 0.6
_PAPER_MM = 2.0
"""So far into the cell its paper is looked for."""
_EDGE_MM = 0.4
_OTHER, _OTHER_INK = 0.3, 0.2
"""Over more than this share of the dash, ink beyond the line is the neighbour's entry."""


def dashes_in_lines(
    cuts: NDArray[np.uint8], window: Window, lines: tuple[Sequence[float], Sequence[float]]
) -> NDArray[np.bool_]:
    """Which cells of one size have a dash in their upper or their lower line.

    Args:
        cuts: grey, (cells, HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), the windows around them.
        window: where the cells lie in them, in their middle.
        lines: where the upper and the lower line of each is on the page.
    """
    turned = cuts.transpose(0, 2, 1)  # so the upper line is an upright one on the left
    upper = _dashes(turned, window, lines[0])
    return np.asarray(upper | _dashes(turned[:, :, ::-1], window, lines[1]))


def _dashes(turned: NDArray[np.uint8], window: Window, lines: Sequence[float]) -> NDArray[np.bool_]:
    scale = window.scale * OVERSAMPLE
    line = window.top * OVERSAMPLE
    first = max(0, round(line - MARGIN_MM * scale))
    left = round(window.left * OVERSAMPLE + _INSET_MM * scale)
    right = round((window.left + window.width) * OVERSAMPLE - _INSET_MM * scale)
    ink = share_of_light(
        np.ascontiguousarray(turned[:, left:right, first : round(line + _PAPER_MM * scale)])
    )
    low, high = (round(line - first + mm * scale) for mm in (-LINE_MM, LINE_MM))
    line_ink = ink[:, :, max(0, low) : high]
    starts, more = darkest_stretch(line_ink, _DASH_MM, _DARKER_MM, scale, lines)
    found = more > _DARKER_MM
    long = round(_DASH_MM * scale)
    edge = max(1, round(line - first - _EDGE_MM * scale))
    for i in np.flatnonzero(found).tolist():
        beyond = ink[i, starts[i] : starts[i] + long, :edge].max(axis=1)
        found[i] = (beyond > _OTHER_INK).mean() < _OTHER
    return np.asarray(found)


def with_dash(texts: Mapping[str, float]) -> dict[str, float]:
    """What a cell may say, likeliest first, if there may be a dash in its line."""
    blank = texts.get("", 0.0)
    if next(iter(texts), "") or blank <= STILL_BLANK:
        return dict(texts)
    moved = blank - STILL_BLANK
    return dict(texts) | {
        "": STILL_BLANK,
        ILLEGIBLE_TEXT: texts.get(ILLEGIBLE_TEXT, 0.0) + moved,
    }
