"""Cells in so little light that an entry may stand there unseen: noise as strong as the pen.

A cell in which a pen's ink takes less than some five times the noise of the photo from the
paper's light may look as empty as one in which nothing stands: of the cells that seem empty there,
half are not (`python -m scorecheck.measure.dim_light`). What counts is the pen, not the lamp: a
felt pen is seen by candle light, where a hard pencil is lost in a lit room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import inf

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.types import ILLEGIBLE_TEXT, Reading

SEEN_FROM = 5.0
"""Ink this many times as strong as the noise is seen."""

LOST_BELOW = 3.6
"""Of ink less strong than this, half the entries and more cannot be read: no sheet for a person to
be asked about cell by cell."""

GREY_LEVELS = 1.0
"""The least noise, in grey levels: what rounding and a phone's smoothing may have taken away."""

FAINTEST = 0.2
"""The ink of the faintest pen, as a share of the paper's light, where a sheet shows none."""

ON_THE_LINE = 0.05
"""No ink so weak can be read: that of an entry that seems so is on its cell's line, where it is not
measured, and tells nothing of the pen."""

STRONGEST = 0.5
"""Stronger ink counts as this strong where nothing is seen: a weaker pen may have helped."""

_MANY = 10
"""So many entries tell whether most of a sheet is lost."""
_NORMAL = 0.3186 * np.sqrt(2)
"""A quarter of the values with normal noise of standard deviation 1 are nearer to each other; the
nearest quarter, since a part of the values is ink."""
_APART = 2
"""Px between two values: nearer ones are not independent."""


def noise(taken: NDArray[np.float32], paper: NDArray[np.float32]) -> NDArray[np.float32]:
    """The noise in each quarter of some cells, (cells, 4), as a share of the paper's light.

    Where ink fills a place, it is measured with the noise; of cells that seem empty it is right.

    Args:
        taken: (cells, rows, columns), the share of the paper's light that is missing in each px of
            the insides of cells; below 0 where a px is brighter than its paper.
        paper: of the same shape, the paper's light in grey levels.
    """
    rows, columns = taken.shape[1] // 2, taken.shape[2] // 2
    result = np.ones((len(taken), 4), np.float32)
    if min(rows, columns) <= _APART:
        return result  # too small to tell: nothing is believed to be seen there
    halves = [(slice(size), slice(size, None)) for size in (rows, columns)]
    for number, (down, across) in enumerate(product(*halves)):
        light = np.maximum(paper[:, down, across].min(axis=(1, 2)), 1)
        result[:, number] = np.hypot(_spread(taken[:, down, across]), GREY_LEVELS / light)
    return result


def _spread(taken: NDArray[np.float32]) -> NDArray[np.float32]:
    """The standard deviation of what varies from px to px along the rows, (cells,)."""
    apart = np.abs(taken[:, :, _APART:] - taken[:, :, :-_APART]).reshape(len(taken), -1)
    middle = apart.shape[1] // 4
    return np.asarray(np.partition(apart, middle, axis=1)[:, middle] / _NORMAL)


def pen_to_noise(
    written: Sequence[bool],
    darkness: Sequence[float],
    noises: Sequence[float],
    columns: Sequence[str],
) -> list[float]:
    """How many times as strong as the noise a cell's ink is, or would be where none is seen; inf
    where there is no noise.

    Args:
        written: whether each cell most likely holds an entry that can be read.
        darkness: of each cell's darkest ink, 0..1.
        noises: of each, as a share of the paper's light.
        columns: the column of each; one hand with one pen fills a column, as a rule, but another
            pen may have helped: the faintest entry counts.
    """
    pens: dict[str, float] = {}
    for ink, dark, column in zip(written, darkness, columns, strict=True):
        if ink and dark >= ON_THE_LINE:
            pens[column] = min(dark, pens.get(column, inf))
    other = min(pens.values(), default=FAINTEST)
    return [
        (dark if ink else min(pens.get(column, other), STRONGEST)) / noise if noise else inf
        for ink, dark, noise, column in zip(written, darkness, noises, columns, strict=True)
    ]


def is_dim(times: float) -> bool:
    """Whether ink so many times as strong as the noise may stand in a cell unseen."""
    return times < SEEN_FROM


def usual_pen_to_noise(reading: Reading) -> float:
    """The median of `pen_to_noise` over the cells that show an entry, or over all where hardly any
    does; inf where it was not measured."""
    shown = [cell.cell for cell in reading.cells if cell.text not in ("", ILLEGIBLE_TEXT)]
    cells = shown if len(shown) >= _MANY else [cell.cell for cell in reading.cells]
    return float(np.median([reading.pen_to_noise.get(cell, inf) for cell in cells or ("",)]))
