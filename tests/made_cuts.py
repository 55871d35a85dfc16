"""Cut-outs of printed cells with a pen's strokes in and round them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.window import HEIGHT, OVERSAMPLE, WIDTH, window_for

WINDOW = window_for(20.0, 9.0)
"""Of the cells, 20 mm wide and 9 mm high."""

Stroke = list[tuple[float, float]]
"""Places in mm from the cell's top left corner."""

_FINE = 4
_PAPER, _PRINT = 235, 128
_SCALE = WINDOW.scale * OVERSAMPLE * _FINE
_LINES: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = (
    ((0, -3), (0, 12)), ((20, -3), (20, 12)), ((-9, 0), (30, 0)), ((-9, 9), (30, 9)),
)  # fmt: skip


def cell(*strokes: Stroke, line: float = 0.25, ink: int = 50) -> NDArray[np.uint8]:
    """A cell with its lines `line` mm wide, and strokes of a pen that leaves `ink` of 255."""
    page = np.full((HEIGHT * OVERSAMPLE * _FINE, WIDTH * OVERSAMPLE * _FINE), _PAPER, np.uint8)
    for ends in _LINES:
        cv2.line(page, *_px(ends), _PRINT, round(line * _SCALE))
    for stroke in strokes:
        inked = np.full_like(page, 255)
        points = np.array(_px(stroke), np.int32)
        cv2.polylines(inked, [points], False, ink, round(0.5 * _SCALE), cv2.LINE_AA)
        page = cv2.multiply(page, inked, scale=1 / 255)  # ink darkens print, too
    size = (WIDTH * OVERSAMPLE, HEIGHT * OVERSAMPLE)
    small = cv2.resize(page, size, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(7).normal(0, 1.5, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


def _px(places: Stroke | tuple[tuple[float, float], ...]) -> list[tuple[int, int]]:
    corner = np.array([WINDOW.left, WINDOW.top]) * OVERSAMPLE * _FINE
    return [(round(x), round(y)) for x, y in (corner + np.array(places) * _SCALE).tolist()]
