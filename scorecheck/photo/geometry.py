"""Plane geometry of photos: homographies and points, in float64, with pixel centres at integers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def project(homography: Array, points: Array) -> Array:
    """Map points (..., 2) through a 3 x 3 homography."""
    points = np.asarray(points, np.float64)
    x, y = points[..., 0], points[..., 1]
    h = homography
    w = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    return np.stack(
        (
            (h[0, 0] * x + h[0, 1] * y + h[0, 2]) / w,
            (h[1, 0] * x + h[1, 1] * y + h[1, 2]) / w,
        ),
        axis=-1,
    )


def fit_homography(source: Array, target: Array) -> Array | None:
    """Least-squares homography between two (n, 2) sets of points, n >= 4; None if degenerate."""
    homography, _ = cv2.findHomography(np.asarray(source), np.asarray(target), 0)
    if homography is None or not np.all(np.isfinite(homography)):
        return None
    return np.asarray(homography, np.float64)


def jacobian(homography: Array, points: Array) -> Array:
    """Derivatives (..., 2, 2) of a homography at points (..., 2), as d target / d source."""
    points = np.asarray(points, np.float64)
    h = homography
    x, y = points[..., 0], points[..., 1]
    w = h[2, 0] * x + h[2, 1] * y + h[2, 2]
    target = project(h, points)
    rows = [
        [(h[row, col] - target[..., row] * h[2, col]) / w for col in range(2)] for row in range(2)
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def square(x: float, y: float, size: float) -> Array:
    """Corners (4, 2) of an upright square from its top left corner, clockwise."""
    return np.array([[x, y], [x + size, y], [x + size, y + size], [x, y + size]], np.float64)
