"""Where a photo lost its light tones: the sheet's own grey print is the test card.

In too much light, or behind a filter that whitens paper, all that takes little light becomes as
white as the paper, and what a pencil wrote leaves no trace. White paper alone proves nothing. But
where the tints under the labels are fainter than they should be beside the dark print there, light
has been cut off; where they are gone, the lines of the grid tell how much. Weak toner does no harm,
since tints, lines and dark print are weak together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.line_tone import cut_off_by, line_darkness
from scorecheck.sheet.layout import Ground, Layout

AT_LIMIT = 245
"""Paper of this grey level may have been brighter still."""

_LOST, _LOST_LINES = 0.11, 0.085
"""Pale ink is lost where so much of the paper's light is cut off: as tints tell, which filters may
have taken for shadows, and as lines do, which a phone's sharpening makes darker."""

_GONE = 0.02
"""A tint that takes less than this of the light is gone: more may be cut off than it can tell."""

_LIGHT, _DARK = 0.3, 0.6
"""Tones up to the first are tints, those from the second on are dark."""
_INSET_MM = 0.7
_ACROSS = 0.2
"""How little it matters how far to the side a tint is: all labels stand in one column."""


def lost_tones(flat: Pixels, layout: Layout, px_per_mm: int) -> NDArray[np.bool_]:
    """By which cells (cells,) light tones are lost wherever the paper is at the photo's limit.

    Args:
        flat: the whole page made flat, with its grid in place.
    """
    cells = np.array([(cell.x + cell.w / 2, cell.y + cell.h / 2) for cell in layout.cells])
    seen = [_seen(flat, ground, px_per_mm) for ground in layout.grounds]
    tints = [one for one in seen if 0 < one.tone <= _LIGHT]
    card = [one for one in tints if one.tone == max(other.tone for other in tints)]
    papers = [one for one in seen if one.tone == 0]
    darks = [one for one in seen if one.tone >= _DARK]
    if not (card and papers and darks and len(cells)):
        return np.zeros(len(cells), np.bool_)
    dark = _Dark(
        float(np.median([one.taken(papers) for one in darks])),
        float(np.median([one.tone for one in darks])),
    )
    lost = np.array([_is_lost(one, papers, dark, flat, layout, px_per_mm) for one in card])
    places = np.array([(one.x, one.y) for one in card])
    away = np.abs(cells[:, None] - places) @ [_ACROSS, 1.0]
    return np.asarray(lost[away.argmin(axis=1)], np.bool_)


@dataclass(frozen=True)
class _Seen:
    """A ground as it is seen: its middle in mm, its tone in print, its grey level."""

    x: float
    y: float
    tone: float
    light: float

    def paper(self, papers: Sequence[_Seen]) -> float:
        """The brighter of the two pieces of paper that are nearest."""
        near = sorted(papers, key=lambda one: abs(one.y - self.y) + _ACROSS * abs(one.x - self.x))
        return max(one.light for one in near[:2])

    def taken(self, papers: Sequence[_Seen]) -> float:
        """The share of the paper's light that it takes."""
        return 1 - self.light / max(self.paper(papers), 1.0)


@dataclass(frozen=True)
class _Dark:
    """The dark print: what share of the light it takes, and should take."""

    taken: float
    tone: float

    def cut_off_by_tint(self, taken: float, tone: float) -> float:
        """How much of the paper's light was cut off at least, given what a tint takes.

        What takes `t` of the light takes `(t - c) / (1 - c)` of it where `c` was cut off. Where the
        darkest tones are cut off too, tint and dark print both take more, by one factor.
        """
        seen = min(taken / max(self.taken, 0.01), 0.99)
        return self._of_toner(max(0.0, (tone - seen * self.tone) / (1 - seen)))

    def cut_off_by_lines(self, middle: float, total: float) -> float:
        """The same, given what the grid's lines take."""
        dark = max(self.taken, 0.01)
        return self._of_toner(cut_off_by(middle / dark, total / dark, self.tone))

    def _of_toner(self, cut: float) -> float:
        """Where toner is weak, all print takes less of the light, and so does what was cut off."""
        toner = self.taken / (self.tone - cut * (1 - self.taken))
        return cut * min(1.0, toner)


def _seen(flat: Pixels, ground: Ground, px_per_mm: int) -> _Seen:
    """By the median grey level: words cover less than half of any ground."""
    left, top = ground.x + _INSET_MM, ground.y + _INSET_MM
    right, bottom = ground.x + ground.w - _INSET_MM, ground.y + ground.h - _INSET_MM
    rows, columns = (
        slice(round(first * px_per_mm), round(last * px_per_mm))
        for first, last in ((top, bottom), (left, right))
    )
    light = float(np.median(flat[rows, columns]))
    return _Seen((left + right) / 2, (top + bottom) / 2, ground.tone, light)


def _is_lost(
    tint: _Seen, papers: Sequence[_Seen], dark: _Dark, flat: Pixels, layout: Layout, px_per_mm: int
) -> bool:
    """Whether so much light was cut off beside a tint that pale ink is lost there."""
    if tint.paper(papers) < AT_LIMIT:
        return False
    taken = tint.taken(papers)
    if dark.cut_off_by_tint(taken, tint.tone) >= _LOST:
        return True
    if taken >= _GONE:
        return False
    seen = line_darkness(flat, layout.rules, px_per_mm)
    return dark.cut_off_by_lines(*seen) >= _LOST_LINES
