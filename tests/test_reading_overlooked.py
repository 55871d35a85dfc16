"""A long stroke is never surely nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.reading.overlooked import keep_open
from scorecheck.reading.window import HEIGHT, WIDTH, window_for

WINDOW = window_for(20.0, 9.0)
BLANK = {"": 0.999, "?": 0.0006, "-": 0.0004}


def stroke(first: tuple[float, float], last: tuple[float, float]) -> np.ndarray:
    """Ink of a stroke between two places of the cell, in mm from its top left corner."""
    drawn = np.zeros((HEIGHT, WIDTH), np.uint8)
    ends = [
        (round(WINDOW.left + x * WINDOW.scale), round(WINDOW.top + y * WINDOW.scale))
        for x, y in (first, last)
    ]
    cv2.line(drawn, *ends, 255, 2, cv2.LINE_AA)
    return drawn.astype(np.float32) / 255


@pytest.mark.parametrize(
    ("first", "last"),
    [((8, 4.5), (20, 4.5)), ((0, 6), (9, 6.5)), ((8, 8), (12, 2)), ((5, 1.5), (10, 7))],
)
def test_an_empty_cell_with_a_long_stroke_is_asked_about(
    first: tuple[float, float], last: tuple[float, float]
) -> None:
    found = keep_open(BLANK, stroke(first, last), WINDOW)
    assert found[""] < 0.9 and found["?"] > 0.3
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("first", "last"),
    [((0, 0), (20, 0)), ((20, 0), (20, 9)), ((12, -1), (12.5, 2)), ((19.5, 3), (21, 6))],
)
def test_lines_and_the_neighbours_ink_are_nothing(
    first: tuple[float, float], last: tuple[float, float]
) -> None:
    assert keep_open(BLANK, stroke(first, last), WINDOW) == BLANK


def test_what_is_read_as_an_entry_stays() -> None:
    read = {"-": 0.99, "": 0.01}
    assert keep_open(read, stroke((4, 4), (16, 4)), WINDOW) == read


@pytest.mark.parametrize("lean", [(0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (-2.0, 1.0)])
def test_smooth_shading_is_no_stroke_and_hides_none(lean: tuple[float, float]) -> None:
    """Curled paper and shadows without an edge shade an empty cell from one side to the other."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    slope = lean[0] * x / WINDOW.width + lean[1] * y / WINDOW.height
    shade = (slope - slope.min()) / np.ptp(slope)
    assert keep_open(BLANK, shade, WINDOW) == BLANK
    drawn = np.maximum(stroke((6, 4.5), (14, 4.5)), shade * 0.4)
    assert keep_open(BLANK, drawn, WINDOW)[""] < 0.9
