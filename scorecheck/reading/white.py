"""Cells in so much light that their paper is white and their printed lines are faint.

Too long an exposure leaves dark ink as dark as it was; glare lies over the ink as over the lines
and makes both faint. So an entry as dark as its hand's others is whole. Where none is seen, none is
there only if the column's faintest ink would still be seen, were it as faint as the lines there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scorecheck.reading.dim import ON_THE_LINE

AS_DARK = 0.8
"""An entry this dark, as a share of its column's usual, has lost nothing."""

LEAST_DARK = 0.4
"""And as a share of the paper's light: a pencil's grey may be what glare has left of a pen."""

LEAST_LEFT = 0.15
"""Ink that would take this share of the paper's light would be seen: in photos with glare, cells
that seemed empty and were not had 0.09 at most."""


@dataclass(frozen=True)
class Ink:
    """What a cell shows.

    Attributes:
        written: whether it most likely holds an entry that can be read.
        darkness: of its darkest ink, as a share of the paper's light.
        contrast: what is left there of the sheet's usual contrast, 0..1.
        white: whether its lines are faint in white paper.
    """

    written: bool
    darkness: float
    contrast: float
    white: bool


def seen_in_white(cells: Sequence[Ink], columns: Sequence[str]) -> list[bool]:
    """Whether the ink of each cell is seen, or would be if any were there, white as its paper is.

    One hand with one pen fills a column, as a rule; into one that shows nothing, the faintest pen
    of the sheet may have written.
    """
    usual: dict[str, list[float]] = defaultdict(list)
    faintest: dict[str, float] = {}
    for cell, column in zip(cells, columns, strict=True):
        if cell.written and cell.darkness >= ON_THE_LINE:
            faintest[column] = min(cell.darkness, faintest.get(column, 1.0))
            if not cell.white:
                usual[column].append(cell.darkness)
    other = min(faintest.values(), default=0.0)
    return [
        _as_dark(cell, usual[column])
        if cell.written
        else faintest.get(column, other) * cell.contrast >= LEAST_LEFT
        for cell, column in zip(cells, columns, strict=True)
    ]


def _as_dark(cell: Ink, others: Sequence[float]) -> bool:
    return bool(others) and cell.darkness >= max(LEAST_DARK, AS_DARK * median(others))
