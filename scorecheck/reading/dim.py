"""Cells in so little light that an entry may stand there unseen: noise as strong as the pen.

A cell in which a pen's ink takes less than some eight times the noise of the photo from the
paper's light may look as empty as one in which nothing stands: of the cells that seem empty there,
half are not (`python -m scorecheck.measure.dim_light`). What counts is the pen, not the lamp: a
felt pen is seen by candle light, where a hard pencil is lost in a lit room.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.types import Reading

SEEN_FROM = 8.0
"""Ink this many times as strong as the noise is seen."""

LOST_BELOW = 5.0
"""Of ink less strong than this, half the entries and more cannot be read: no sheet for a person to
be asked about cell by cell."""

GREY_LEVELS = 1.0
"""The least noise, in grey levels: what rounding and a phone's smoothing may have taken away."""

FAINTEST = 0.2
"""The ink of the faintest pen, as a share of the paper's light, where a sheet shows none."""

_ENOUGH = 3
"""From so many entries on, it is known how strong a pen's ink is."""
_NORMAL = 0.3186 * np.sqrt(2)
"""A quarter of the values with normal noise of standard deviation 1 are nearer to each other; the
nearest quarter, since even half of a filled box is ink."""
_MANY = 10
_MOST = 2.0
"""Noise is much the same over a photo: where more than so many times the usual grey levels vary
from px to px, it is ink that fills the place."""
_APART = 2
"""Px between two values: nearer ones are not independent."""


def noise(ink: NDArray[np.float32], paper: NDArray[np.float32]) -> NDArray[np.float32]:
    """The noise in each quarter of some cells, (cells, 4), as a share of the paper's light.

    Args:
        ink: (cells, rows, columns), the share of the paper's light that is missing in each px of
            the insides of cells.
        paper: of the same shape, the paper's light in grey levels.
    """
    rows, columns = ink.shape[1] // 2, ink.shape[2] // 2
    if not len(ink) or min(rows, columns) <= _APART:
        return np.zeros((len(ink), 4), np.float32)
    quarters = [
        (slice(None), down, across)
        for down in (slice(rows), slice(rows, None))
        for across in (slice(columns), slice(columns, None))
    ]
    light = np.stack([paper[quarter].min(axis=(1, 2)) for quarter in quarters], axis=1)
    light = np.maximum(light, 1)
    levels = light * np.stack([_spread(ink[quarter]) for quarter in quarters], axis=1)
    levels = np.minimum(levels, _MOST * np.median(levels))
    return np.asarray(np.hypot(levels, GREY_LEVELS) / light, np.float32)


def _spread(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """The standard deviation of what varies from px to px, (cells,)."""
    apart = np.abs(ink[:, :, _APART:] - ink[:, :, :-_APART]).reshape(len(ink), -1)
    middle = apart.shape[1] // 4
    return np.asarray(np.partition(apart, middle, axis=1)[:, middle] / _NORMAL)


def pen_to_noise(
    written: Sequence[bool],
    darkness: Sequence[float],
    noises: Sequence[float],
    columns: Sequence[str],
) -> list[float]:
    """How many times as strong as the noise a cell's ink would be; inf where there is no noise.

    Args:
        written: whether ink is what each cell most likely shows.
        darkness: of each cell's darkest ink, 0..1.
        noises: of each, as a share of the paper's light.
        columns: the column of each; one hand with one pen fills a column, as a rule.
    """
    pens = {name: _pen(written, darkness, columns, name) for name in set(columns)}
    known = [pen for pen in pens.values() if pen is not None]
    other = min(known) if known else FAINTEST
    return [
        (other if (pen := pens[column]) is None else pen) / noise if noise else inf
        for column, noise in zip(columns, noises, strict=True)
    ]


def usual_pen_to_noise(reading: Reading) -> float:
    """The median of `pen_to_noise` over the cells that show an entry; inf where hardly any does."""
    shown = [reading.pen_to_noise.get(cell.cell, inf) for cell in reading.cells if cell.text]
    return float(np.median(shown)) if len(shown) >= _MANY else inf


def _pen(
    written: Sequence[bool], darkness: Sequence[float], columns: Sequence[str], name: str
) -> float | None:
    """The ink of a column's fainter entries; None where it has too few."""
    there = [
        dark
        for ink, dark, column in zip(written, darkness, columns, strict=True)
        if ink and column == name
    ]
    return float(np.percentile(there, 25)) if len(there) >= _ENOUGH else None
