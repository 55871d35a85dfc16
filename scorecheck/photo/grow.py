"""Follow the printed lines over bent paper, from the marks inwards.

A line's place is predicted from the segments near it that are known already, and it is looked for
only so far from there that it cannot be taken for its neighbour. So what is known grows over the
page in waves, across folds too, where no smooth surface would lead on. Segments that turn out not
to agree with those around them are let go again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.geometry import Array
from scorecheck.photo.gridlines import LineImage, Segments

_NEIGHBOURS = 32
_OTHERS = 6
_NEAR_MM = 14.0
_ALONG = 2.0
"""Segments of the same line are near each other; those of other lines must be heard as well."""
_NOISE_MM, _SLOPE = 0.25, 0.12
"""How far a known place may be off, and how steeply displacements may change (mm per mm)."""
_WAVES = 45
_REACH_MM = 0.7


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of one direction: displacements (n,) in mm at places (n, 2)."""

    places: Array
    values: Array


class Track:
    """The lines of one way, and which of their segments are known so far."""

    def __init__(self, image: LineImage, segments: Segments, marks: Known) -> None:
        self.segments = segments
        self.places = segments.places
        self.axis = 0 if segments.upright else 1
        self._image = image
        self._everywhere = np.concatenate((self.places, marks.places))
        self._values = np.concatenate((np.zeros(len(self.places)), marks.values))
        self._known = np.concatenate(
            (np.zeros(len(self.places), np.bool_), np.ones(len(marks.places), np.bool_))
        )
        stretch = np.array((1.0, _ALONG) if segments.upright else (_ALONG, 1.0))
        self._near = _nearest(self.places * stretch, self._everywhere * stretch, _NEIGHBOURS)
        step = self._everywhere[self._near] - self.places[:, None]
        self._rows = np.concatenate((np.ones((*step.shape[:2], 1)), step), axis=2)
        self._weight = (1 + (step**2).sum(axis=2) / _NEAR_MM**2) ** -2.0
        self._usual = 0.0

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which segments (n,) are known."""
        return self._known[: len(self.places)]

    @property
    def values(self) -> Array:
        """Displacements (n,) of the segments; 0 where not known."""
        return self._values[: len(self.places)]

    def wave(self, sideways: Array) -> int:
        """Look for segments next to known ones; how many were found.

        `sideways` (n,) is how far each place is displaced the other way.
        """
        at = np.flatnonzero(~self.known)
        expected, deviation, slope = self._predicted(at)
        reach = _REACH_MM + 2.0 * deviation
        sure = reach < 0.46 * self.segments.spacing[at]
        at, expected, reach, slope = at[sure], expected[sure], reach[sure], slope[sure]
        if not len(at):
            return 0
        points = self.segments.points[at] + np.stack((sideways[at], expected), axis=1)
        seen = self._image.measure(points, reach, slope)
        self._usual = max(self._usual, float(np.percentile(seen.strength, 75)))
        clear = seen.strength > max(0.25 * self._usual, 0.015)
        self._values[at[clear]] = (expected + seen.offset)[clear]
        self._known[at[clear]] = True
        return int(clear.sum())

    def let_go(self) -> int:
        """Forget segments that do not agree with those around them; how many."""
        at = np.flatnonzero(self.known)
        expected, deviation, _ = self._predicted(at)
        wrong = at[np.abs(self._values[at] - expected) > 0.6 + 2.0 * deviation]
        self._known[wrong] = False
        return len(wrong)

    def _predicted(self, at: NDArray[np.intp]) -> tuple[Array, Array, Array]:
        """What a local plane through known segments says of others.

        Returns:
            displacements (k,) in mm, their deviations, and the slope of the line there.
        """
        near = self._near[at]
        weight = self._weight[at] * self._known[near]
        rows = self._rows[at]
        weighted = rows * weight[..., None]
        matrix = np.einsum("nki,nkj->nij", weighted, rows)
        matrix += np.diag((1e-4, (_NOISE_MM / _SLOPE) ** 2, (_NOISE_MM / _SLOPE) ** 2))
        right = np.einsum("nki,nk->ni", weighted, self._values[near])
        inverse = np.linalg.inv(matrix)
        plane = np.einsum("nij,nj->ni", inverse, right)
        return plane[:, 0], _NOISE_MM * np.sqrt(inverse[:, 0, 0]), plane[:, 2 - self.axis]


def grow(tracks: Sequence[Track]) -> None:
    """Grow both directions (upright lines first in `tracks`) over the page."""
    upright, level = tracks
    nearest = {
        0: _nearest(upright.places, level.places, _OTHERS),
        1: _nearest(level.places, upright.places, _OTHERS),
    }
    for number in range(_WAVES):
        found = 0
        for track, other in ((upright, level), (level, upright)):
            found += track.wave(_sideways(other, nearest[track.axis]))
        dropped = sum(track.let_go() for track in tracks) if number > 1 else 0
        if found <= dropped:
            break


def _sideways(other: Track, nearest: NDArray[np.intp]) -> Array:
    """The other direction's displacement (n,), from the nearest segments that are known."""
    known = other.known[nearest]
    return np.asarray(
        (other.values[nearest] * known).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    )


def _nearest(places: Array, among: Array, count: int) -> NDArray[np.intp]:
    """Indices (n, count) of the nearest others; a place is not its own neighbour."""
    x, y = among[:, 0].astype(np.float32), among[:, 1].astype(np.float32)
    own = places.astype(np.float32)
    distance = (own[:, :1] - x) ** 2 + (own[:, 1:] - y) ** 2
    distance[distance < 1e-3] = np.inf
    count = min(count, len(among) - 1)
    return np.asarray(np.argpartition(distance, count, axis=1)[:, :count])
