"""Whether a blurred picture is out of focus or was moved: a motion blurs one way only."""

from __future__ import annotations

import cv2
import numpy as np

from scorecheck.photo.decode import Pixels

_LONGEST = 1600
_WAYS = 12
_UNEVEN = 1.25
"""Out of focus, fine detail is left alike in all directions, within this factor."""


def way_of_motion(grey: Pixels) -> float | None:
    """The direction (radians from x to y, 0..pi) in which a picture was moved, None if it was not.

    Slopes are compared with those of a copy that is blurred more, way by way: along a motion the
    copy loses least, as nothing fine was left that way.
    """
    factor = max(1, round(max(grey.shape) / _LONGEST))
    size = (max(1, grey.shape[1] // factor), max(1, grey.shape[0] // factor))
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
    fine, coarse = (
        _energy(cv2.GaussianBlur(small, (0, 0), 1.0)),
        _energy(cv2.GaussianBlur(small, (0, 0), 4.0)),
    )
    left = fine / np.maximum(coarse, 1e-6)
    least, most = int(left.argmin()), int(left.argmax())
    apart = abs(least - most)
    across = abs(min(apart, _WAYS - apart) - _WAYS / 2) <= 1
    if left[most] < _UNEVEN * left[least] or not across:
        return None
    return float(least * np.pi / _WAYS)


def _energy(picture: cv2.typing.MatLike) -> np.ndarray:
    """How steep a picture is along each of the ways: mean squared slopes (ways,)."""
    x, y = cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    xx, yy, xy = float((x * x).mean()), float((y * y).mean()), float((x * y).mean())
    angles = np.arange(_WAYS) * np.pi / _WAYS
    return np.asarray(
        np.cos(angles) ** 2 * xx
        + np.sin(angles) ** 2 * yy
        + 2 * np.sin(angles) * np.cos(angles) * xy
    )
