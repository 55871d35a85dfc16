"""Light over the table, as gains on a small copy of the photo: lamps, shadows, glare, bent paper.

A gain of 1 leaves a pixel as it is. Everything is worked out at an eighth of the photo's size.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Gain = NDArray[np.float32]


def lamp(shape: tuple[int, int], rng: np.random.Generator, depth: float) -> Gain:
    """Brighter towards one side; `depth` is the loss at the far side, 0..1."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (x / columns - 0.5) * np.cos(angle) + (y / rows - 0.5) * np.sin(angle)
    along = (along - along.min()) / np.ptp(along)
    return np.asarray(1 - depth * along ** rng.uniform(0.8, 1.6), np.float32)


def vignette(shape: tuple[int, int], depth: float) -> Gain:
    """Corners darker than the middle, as lenses make them."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    r2 = ((x / columns - 0.5) ** 2 + (y / rows - 0.5) ** 2) * 2
    return np.asarray(1 - depth * r2, np.float32)


def hand_shadow(
    shape: tuple[int, int], rng: np.random.Generator, depth: float, soft: float
) -> Gain:
    """The shadow of a hand and arm that reach in from one side.

    `soft` is the softness of its edge as a share of the picture's longer side.
    """
    rows, columns = shape
    mask = np.zeros(shape, np.uint8)
    size = max(shape)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    middle = np.array([columns, rows]) * rng.uniform(0.35, 0.65, 2)
    palm = middle + way * size * rng.uniform(0.0, 0.15)
    arm = palm + way * size * 1.2
    cv2.line(mask, _point(palm), _point(arm), 255, int(size * rng.uniform(0.16, 0.24)))
    cv2.circle(mask, _point(palm), int(size * rng.uniform(0.11, 0.16)), 255, -1)
    for finger in rng.uniform(-0.9, 0.9, 4):
        turned = np.array([np.cos(angle + np.pi + finger), np.sin(angle + np.pi + finger)])
        tip = palm + turned * size * rng.uniform(0.2, 0.32)
        cv2.line(mask, _point(palm), _point(tip), 255, int(size * 0.045))
    spread = cv2.GaussianBlur(mask, (0, 0), max(0.6, soft * size)).astype(np.float32) / 255
    return np.asarray(1 - depth * spread, np.float32)


def object_shadow(shape: tuple[int, int], rng: np.random.Generator, depth: float) -> Gain:
    """A straight hard edge, as of a phone or a shelf: one side of it is in the shade."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = (x - columns * rng.uniform(0.3, 0.7)) * np.cos(angle)
    along += (y - rows * rng.uniform(0.3, 0.7)) * np.sin(angle)
    return np.asarray(1 - depth / (1 + np.exp(-along / rng.uniform(0.4, 2.0))), np.float32)


def glare_spot(shape: tuple[int, int], rng: np.random.Generator, strength: float) -> Gain:
    """Light that a shiny print throws back: what is added, as a share of full white."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    at = np.array([columns, rows]) * rng.uniform(0.3, 0.7, 2)
    size = max(shape) * rng.uniform(0.06, 0.12, 2)
    angle = rng.uniform(0, np.pi)
    u = (x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)
    v = (y - at[1]) * np.cos(angle) - (x - at[0]) * np.sin(angle)
    return np.asarray(strength * np.exp(-((u / size[0]) ** 2 + (v / size[1]) ** 2)), np.float32)


def window_glare(shape: tuple[int, int], rng: np.random.Generator, strength: float) -> Gain:
    """A window or a lamp mirrored in a shiny sheet: light with edges, panes and a soft surround."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    at = np.array([columns, rows]) * rng.uniform(0.25, 0.75, 2)
    size = max(shape) * rng.uniform(0.03, 0.11, 2)
    angle, edge = rng.uniform(0, np.pi), rng.uniform(0.03, 0.3)
    u = ((x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)) / size[0]
    v = ((y - at[1]) * np.cos(angle) - (x - at[0]) * np.sin(angle)) / size[1]
    sides = np.maximum(np.abs(u), np.abs(v)) if rng.random() < 0.6 else np.hypot(u, v)
    inside = 1 / (1 + np.exp(np.clip((sides - 1) / edge * 4, -30, 30)))
    if rng.random() < 0.5:  # the bar of a window
        inside *= 1 - 0.7 * np.exp(-((u / 0.06) ** 2))
    surround = 0.15 * np.exp(-((sides / 2.2) ** 2))
    return np.asarray(strength * (inside + surround), np.float32)


def shading(steepness: NDArray[np.float64], rng: np.random.Generator) -> Gain:
    """How bent paper (gradient (..., 2) of its height) catches light that comes from one side."""
    angle, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.0)
    light = np.array([np.cos(angle) * low, np.sin(angle) * low, 1.0])
    normal = np.concatenate((-steepness, np.ones((*steepness.shape[:-1], 1))), axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    diffuse = np.maximum(normal @ light, 0.0)
    return np.asarray(np.clip(0.45 + 0.55 * diffuse, 0.3, 1.25), np.float32)


def _point(place: NDArray[np.float64]) -> tuple[int, int]:
    return int(place[0]), int(place[1])
