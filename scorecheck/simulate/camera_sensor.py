"""What lens and sensor do to a picture: blur, noise and its removal, sharpening."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_TILE = 512


def blurred(photo: Pixels, *, softness: float, defocus: float, motion: float, way: float) -> Pixels:
    """Blur a picture.

    Args:
        photo: H x W x 3.
        softness: standard deviation in px that every lens and sensor has.
        defocus: radius in px of the disc that a point becomes out of focus.
        motion: length in px of the line that a point becomes as the hand moves; `way` its angle.
    """
    if defocus > 0.5:
        size = 2 * int(np.ceil(defocus)) + 1
        y, x = np.mgrid[0:size, 0:size] - size // 2
        disc = np.clip(defocus + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
        photo = np.asarray(cv2.filter2D(photo, -1, disc / disc.sum()), np.uint8)
    if motion > 1:
        photo = np.asarray(cv2.filter2D(photo, -1, _line(motion, way)), np.uint8)
    if softness > 0.3:
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), softness), np.uint8)
    return photo


def part_blurred(photo: Pixels, most: float, way: float) -> Pixels:
    """Ever more out of focus towards one side.

    Args:
        photo: H x W x 3.
        most: radius in px of the disc that a point becomes at the far side; the near one is sharp.
        way: the direction of that side, degrees clockwise from up.
    """
    rows, columns = photo.shape[:2]
    y, x = np.mgrid[0:rows:8, 0:columns:8].astype(np.float32)
    turn = np.radians(way)
    along = (x / columns - 0.5) * np.sin(turn) - (y / rows - 0.5) * np.cos(turn)
    share = np.clip((along - along.min()) / np.ptp(along) * 1.3 - 0.3, 0, 1)
    layers = [blurred(photo, softness=0, defocus=most * n / 3, motion=0, way=0) for n in range(4)]
    result = layers[0]
    for number, layer in enumerate(layers[1:]):
        weight = cv2.resize(np.clip(share * 3 - number, 0, 1), (columns, rows))[..., None]
        result = np.asarray(result + (layer.astype(np.float32) - result) * weight).astype(np.uint8)
    return result


def _line(length: float, way: float) -> NDArray[np.float32]:
    size = 2 * int(np.ceil(length / 2)) + 3
    kernel = np.zeros((size, size), np.float32)
    middle = (size - 1) / 2
    for at in np.linspace(-length / 2, length / 2, 8 * size):
        x, y = middle + at * np.cos(way), middle + at * np.sin(way)
        column, row = int(x), int(y)
        for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
            weight = (1 - abs(x - column - across)) * (1 - abs(y - row - down))
            kernel[row + down, column + across] += weight
    return np.asarray(kernel / kernel.sum(), np.float32)


def noisy(photo: Pixels, rng: np.random.Generator, *, noise: float, denoise: bool) -> Pixels:
    """Add sensor noise of `noise` grey levels, and smear it as phones do in dim light."""
    if noise <= 0.1:
        return photo
    rows, columns = photo.shape[:2]
    grain = rng.normal(0, 1, (_TILE, _TILE, 3)).astype(np.float32)
    common = rng.normal(0, 1, (_TILE, _TILE, 1)).astype(np.float32)
    tile = cv2.GaussianBlur(0.5 * grain + 0.85 * common, (0, 0), 0.7)
    tile = tile / tile.std() * noise
    times = (rows // _TILE + 1, columns // _TILE + 1, 1)
    spread = np.tile(np.clip(tile + 128, 0, 255).astype(np.uint8), times)[:rows, :columns]
    photo = np.asarray(cv2.addWeighted(photo, 1.0, spread, 1.0, -128.0), np.uint8)
    if denoise:
        photo = np.asarray(cv2.medianBlur(photo, 5), np.uint8)
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.8), np.uint8)
    return photo


def sharpened(photo: Pixels, amount: float) -> Pixels:
    """The halo that phones draw round edges."""
    if amount <= 0:
        return photo
    soft = cv2.GaussianBlur(photo, (0, 0), 1.4)
    return np.asarray(cv2.addWeighted(photo, 1 + amount, soft, -amount, 0), np.uint8)
