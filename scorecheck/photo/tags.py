"""Seeing AprilTags: on a small copy of the photo first, their corners refined at full size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.photo.decode import Pixels
from scorecheck.photo.geometry import Array

MODULES = 8
"""A 36h11 tag is 8 modules wide, its black border included."""
_SAMPLES = 24
_DEPTHS = 17
_LEAST_ROUND_PX = 48
"""All round a tag: with less its modules are smaller than 1.5 px. (Seen aslant, it is narrower.)"""


@dataclass(frozen=True, eq=False)
class Tag:
    """A mark seen: its id and its corners (4, 2) in px, from the tag's own top left, clockwise.

    `blur` is the width of its edges: the standard deviation of the blurring, in px.
    """

    id: int
    corners: Array
    blur: float = 0.0

    @property
    def corner(self) -> int:
        """Which corner of its sheet it marks: 0 top left, 1 top right, 2 bottom right, 3 left."""
        return self.id % 4

    @property
    def centre(self) -> Array:
        """Its middle in px."""
        return np.asarray(self.corners.mean(axis=0), np.float64)

    @property
    def side(self) -> float:
        """Its mean side in px."""
        return float(np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1).mean())


def see_tags(grey: Pixels, longest: int, *, thorough: bool = False) -> list[Tag]:
    """Find tags on a copy of the picture whose longer side is about `longest` px.

    Args:
        grey: H x W uint8.
        longest: size of the copy; tags below some 16 px in it are not seen.
        thorough: try several threshold windows.
    """
    factor = max(1, round(max(grey.shape) / longest))
    small = grey
    if factor > 1:
        size = (grey.shape[1] // factor, grey.shape[0] // factor)
        if min(size) == 0:  # a strip of a picture
            return []
        small = _smaller(grey[: size[1] * factor, : size[0] * factor], factor)
    corners, ids = _Detector(thorough, max(small.shape))(small)
    return [
        Tag(int(tag), (quad + 0.5) * factor - 0.5) for tag, quad in zip(ids, corners, strict=True)
    ]


def _smaller(grey: Pixels, factor: int) -> Pixels:
    """Means of squares of pixels. Halving several times is much quicker than one large step."""
    while factor % 2 == 0:
        half = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = np.asarray(cv2.resize(grey, half, interpolation=cv2.INTER_AREA), np.uint8)
        factor //= 2
    size = (grey.shape[1] // factor, grey.shape[0] // factor)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


class _Detector:
    """OpenCV's detector with its parameters; a call gives float corners (4, 2) and ids.

    OpenCV's is not safe under threads, and making one costs nothing: one for each picture.
    """

    def __init__(self, thorough: bool, longest: int) -> None:
        parameters = cv2.aruco.DetectorParameters()
        parameters.adaptiveThreshWinSizeMin = 7 if thorough else 15
        parameters.adaptiveThreshWinSizeMax = 39 if thorough else 15
        parameters.adaptiveThreshWinSizeStep = 16
        parameters.adaptiveThreshConstant = 4 if thorough else 7
        parameters.minMarkerPerimeterRate = 0.02 if thorough else _LEAST_ROUND_PX / longest
        parameters.minOtsuStdDev = 3.0
        parameters.perspectiveRemovePixelPerCell = 6
        parameters.errorCorrectionRate = 0.6
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)

    def __call__(self, grey: Pixels) -> tuple[list[Array], list[int]]:
        corners, ids, _ = self._detector.detectMarkers(grey)
        if ids is None:
            return [], []
        return (
            [np.asarray(quad, np.float64).reshape(4, 2) for quad in corners],
            [int(tag) for tag in np.asarray(ids).ravel()],
        )


def refine(grey: Pixels, tag: Tag) -> Tag:
    """Fit the four outer edges at full size and intersect them.

    Where an edge is too weak to be fitted, the tag comes back as it was.
    """
    corners, blur = tag.corners, tag.blur
    for reach in (0.9, 0.45):
        fitted = _fit_edges(grey, corners, reach * tag.side / MODULES)
        if fitted is None:
            break
        moved = float(np.abs(fitted[0] - tag.corners).max())
        if moved > 1.2 * tag.side / MODULES:
            break
        corners, blur = fitted[0], blur or fitted[1]
    return Tag(tag.id, corners, blur)


def _fit_edges(grey: Pixels, corners: Array, reach: float) -> tuple[Array, float] | None:
    """Corners and blur from profiles that cross each side, `reach` px to both sides of it."""
    ends = np.roll(corners, -1, axis=0)
    along = ends - corners
    length = np.linalg.norm(along, axis=1, keepdims=True)
    if length.min() < 4:
        return None
    inward = _inward(corners, along / length)
    share = np.linspace(0.1, 0.9, _SAMPLES)[None, :, None]
    points = corners[:, None, :] + share * along[:, None, :]
    depths = np.linspace(-reach, reach, _DEPTHS)
    places = points[:, :, None, :] + depths[None, None, :, None] * inward[:, None, None, :]
    at = places.astype(np.float32).reshape(4 * _SAMPLES, _DEPTHS, 2)
    values = cv2.remap(
        grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    drop = np.maximum(-np.diff(values.astype(np.float64), axis=1), 0.0)
    drop = drop.reshape(4, _SAMPLES, _DEPTHS - 1)
    strength = drop.sum(axis=2)
    if _median(strength.ravel()) < 12:
        return None
    middles = (depths[1:] + depths[:-1]) / 2
    offset = (drop * middles).sum(axis=2) / np.maximum(strength, 1e-6)
    lines = _fit_lines(points + offset[..., None] * inward[:, None, :], strength)
    fitted = _meetings(*lines) if lines is not None else None
    if fitted is None:
        return None
    spread = (drop * (middles - offset[..., None]) ** 2).sum(axis=2) / np.maximum(strength, 1e-6)
    return fitted, float(np.sqrt(_median(spread.ravel())))


def _inward(corners: Array, along: Array) -> Array:
    """Unit normals of the sides that point into the tag, whichever way round it is."""
    normals = np.stack((-along[:, 1], along[:, 0]), axis=1)
    towards = corners.mean(axis=0) - corners
    return np.asarray(normals * np.sign((normals * towards).sum(axis=1, keepdims=True)))


def _fit_lines(points: Array, weights: Array) -> tuple[Array, Array] | None:
    """Points (4, 2) and directions (4, 2) of the lines through points (4, n, 2), each refitted
    once without the points that stand off; None where too few are left of one."""
    every = np.ones(weights.shape, np.bool_)
    kept = weights > 0.3 * _median_of(weights, every)[:, None]
    for _ in range(2):
        count = kept.sum(axis=1)
        if count.min() < _SAMPLES // 3:
            return None
        middle = (points * kept[..., None]).sum(axis=1) / count[:, None]
        step = (points - middle[:, None]) * kept[..., None]
        xx, yy, xy = (
            (step[..., i] * step[..., k]).sum(axis=1) for i, k in ((0, 0), (1, 1), (0, 1))
        )
        angle = np.arctan2(2 * xy, xx - yy) / 2
        direction = np.stack((np.cos(angle), np.sin(angle)), axis=1)
        away = points - middle[:, None]
        off = np.abs(away[..., 1] * direction[:, None, 0] - away[..., 0] * direction[:, None, 1])
        kept &= off <= np.maximum(2.5 * _median_of(off, kept), 0.1)[:, None]
    return middle, direction


def _meetings(middles: Array, directions: Array) -> Array | None:
    """Where each line meets the one before it, (4, 2); None where two are nearly parallel."""
    before, back = np.roll(middles, 1, axis=0), np.roll(directions, 1, axis=0)
    turn = back[:, 0] * directions[:, 1] - back[:, 1] * directions[:, 0]
    if np.abs(turn).min() < 0.05:
        return None
    away = middles - before
    share = (away[:, 0] * directions[:, 1] - away[:, 1] * directions[:, 0]) / turn
    return np.asarray(before + share[:, None] * back)


def _median(values: Array) -> float:
    """The median of a line of values; numpy's own takes ten times as long on few of them."""
    return float(_median_of(values[None], np.ones((1, len(values)), np.bool_))[0])


def _median_of(values: Array, chosen: NDArray[np.bool_]) -> Array:
    """The median (rows,) of the chosen values of each row; each row has some."""
    ordered = np.sort(np.where(chosen, values, np.inf), axis=1)
    count = chosen.sum(axis=1)
    row = np.arange(len(values))
    return np.asarray((ordered[row, (count - 1) // 2] + ordered[row, count // 2]) / 2)
