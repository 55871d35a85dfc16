"""A digit 1 that lies in the printed line before an entry: networks see but the line.

A cell's left line is as dark along the whole column. Where it is clearly darker beside an entry,
over the height of a digit, and paper shows between the line and the entry, somebody may have
written a 1 into it: 15 then looks like 5. The reading without that 1 is never sure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.line_ink import LINE_MM, darkest_stretch, share_of_light
from scorecheck.reading.window import OVERSAMPLE, Window

RATE = 0.03
"""The probability of a 1 in such a line: of 124 so seen with sure entries, by writers kept for
tuning, three were there."""

_DIGIT_MM = 2.4
"""A 1 is at least so high."""
_DARKER_MM, _DARKER = 0.05, 0.1
"""The line's ink is greater by so many mm of black, and by so much of what the pen's are dark."""
_INK = 0.45
"""What is darker than this share of the pen's ink is ink."""
_TOUCHING = 0.1
"""Paper is a column of which no more than this share is ink."""
_EDGE_MM, _BESIDE_MM = 0.3, 0.75
"""From here on to here paper shows where the line and the entry are apart."""
_ENTRY_MM = 3.5
"""The entry begins at most so far from the line."""


def strokes_in_left_lines(
    cuts: NDArray[np.uint8], window: Window, lines: Sequence[float]
) -> NDArray[np.bool_]:
    """Which cells of one size have a stroke in their left line, and an entry apart from it.

    Args:
        cuts: grey, (cells, HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), the windows around them.
        window: where the cells lie in them.
        lines: where the left line of each is on the page: cells with the same number share it.
    """
    scale = window.scale * OVERSAMPLE
    left = window.left * OVERSAMPLE
    first = max(0, round(left - LINE_MM * scale))
    last = round(left + min(_ENTRY_MM * scale, window.width * OVERSAMPLE - LINE_MM * scale))
    top = round(window.top * OVERSAMPLE + LINE_MM * scale)
    bottom = round((window.top + window.height) * OVERSAMPLE - LINE_MM * scale)
    ink = share_of_light(cuts[:, top:bottom, first:last])
    inside = round(left - first + LINE_MM * scale)
    pen = np.quantile(ink[:, :, inside:].reshape(len(cuts), -1), 0.97, axis=1)
    line_ink = ink[:, :, :inside]
    starts, more = darkest_stretch(line_ink, _DIGIT_MM, _DARKER_MM, scale, lines)
    seen = more > np.maximum(_DARKER_MM, _DARKER * pen)
    high = round(_DIGIT_MM * scale)
    from_, until = (round(left - first + mm * scale) for mm in (_EDGE_MM, _BESIDE_MM))
    for i in np.flatnonzero(seen).tolist():
        dark = ink[i, :, from_:] > _INK * pen[i]
        beside = dark[starts[i] : starts[i] + high]
        seen[i] = _apart(dark, beside, until - from_)
    return np.asarray(seen)


def _apart(dark: NDArray[np.bool_], beside: NDArray[np.bool_], most: int) -> bool:
    """Whether ink follows right of a line after paper that begins within `most` px of it.

    Args:
        dark: (rows, columns), where ink is to the right of the line; `beside` the rows of them in
            which a stroke is in the line.
    """
    paper = beside.mean(axis=0) <= _TOUCHING
    begins = int(paper.argmax())
    return bool(paper[begins] and begins <= most and dark[:, begins:].any())


def with_leading_one(texts: Mapping[str, float]) -> dict[str, float]:
    """What a cell may say, likeliest first, if a 1 may stand in the line before it."""
    best = next(iter(texts), "")
    if not best.isdigit() or best.startswith("1"):
        return dict(texts)
    longer = f"1{best}"
    moved = RATE * texts[best]
    result = dict(texts)
    result[best] -= moved
    result[longer] = result.get(longer, 0.0) + moved
    return dict(sorted(result.items(), key=lambda item: -item[1]))
