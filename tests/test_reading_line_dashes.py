"""A dash in the printed line is thought of; a neighbour's entry that touches the line is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorecheck.reading.line_dashes import STILL_BLANK, dashes_in_lines, with_dash
from scorecheck.reading.window import HEIGHT, OVERSAMPLE, WIDTH, window_for

WINDOW = window_for(20.0, 9.0)
SCALE = WINDOW.scale * OVERSAMPLE
Stroke = list[tuple[float, float]]
UPPER: Stroke = [(4.0, 0.0), (11.0, 0.1)]
LOWER: Stroke = [(6.0, 9.1), (12.0, 9.0)]


def cell(*strokes: Stroke, line: float = 0.25, ink: int = 60) -> NDArray[np.uint8]:
    """A cut-out of a printed cell with a pen's strokes, in mm from the cell's top left corner."""
    fine = 4
    page = np.full((HEIGHT * OVERSAMPLE * fine, WIDTH * OVERSAMPLE * fine), 235, np.uint8)
    corner = np.array([WINDOW.left, WINDOW.top]) * OVERSAMPLE * fine

    def at(point: tuple[float, float]) -> tuple[int, int]:
        x, y = corner + np.array(point) * SCALE * fine
        return round(float(x)), round(float(y))

    for a, b in (
        ((0, -3), (0, 12)), ((20, -3), (20, 12)), ((-9, 0), (30, 0)), ((-9, 9), (30, 9)),
    ):  # fmt: skip
        cv2.line(page, at(a), at(b), 128, round(line * SCALE * fine))
    for stroke in strokes:
        inked = np.full_like(page, 255)
        points = np.array([at(point) for point in stroke], np.int32)
        cv2.polylines(inked, [points], False, ink, round(0.5 * SCALE * fine), cv2.LINE_AA)
        page = cv2.multiply(page, inked, scale=1 / 255)
    small = cv2.resize(
        page, (WIDTH * OVERSAMPLE, HEIGHT * OVERSAMPLE), interpolation=cv2.INTER_AREA
    )
    noise = np.random.default_rng(3).normal(0, 1.5, small.shape)
    return np.clip(small + noise, 0, 255).astype(np.uint8)


def found(*cuts: NDArray[np.uint8]) -> list[bool]:
    """For each of the cells, all of one row, whether a dash may be in a line of it."""
    lines = [30.0] * len(cuts), [39.0] * len(cuts)
    return [bool(one) for one in dashes_in_lines(np.stack(cuts), WINDOW, lines)]


@pytest.mark.parametrize("ink", [20, 90, 140, 170])
@pytest.mark.parametrize("dash", [UPPER, LOWER])
def test_a_dash_in_a_line_is_seen(dash: Stroke, ink: int) -> None:
    assert found(cell(dash, ink=ink), cell(), cell()) == [True, False, False]


def test_it_is_seen_where_the_cell_is_alone_and_where_it_fills_the_line_of_one() -> None:
    assert found(cell(UPPER)) == [True]
    assert found(cell([(0.5, 0.0), (19.5, 0.0)]), cell(), cell()) == [True, False, False]


def test_thicker_lines_are_none_where_all_of_them_are() -> None:
    assert found(*[cell(line=0.6)] * 3) == [False] * 3


def test_a_foot_of_the_entry_above_is_none() -> None:
    two: Stroke = [(5.0, -3.0), (8.0, -3.4), (8.2, -1.5), (5.0, 0.0), (9.0, 0.0)]
    loops: Stroke = [(4.0, -2.0), (4.0, 0.0), (7.4, 0.0), (7.4, -2.0)]
    closed = [(x / 2 + 4, -0.8 + 0.8 * (x % 2)) for x in range(10)]
    assert found(cell(two, loops, closed), cell(), cell()) == [False] * 3


def test_a_short_stroke_is_none() -> None:
    assert found(cell([(5.0, 0.0), (7.0, 0.0)]), cell(), cell()) == [False] * 3


def test_an_empty_cell_is_then_not_surely_empty() -> None:
    read = with_dash({"": 0.999, "?": 0.001})
    assert read[""] == STILL_BLANK and read["?"] == pytest.approx(0.4)
    assert with_dash({"": 0.9995})[""] == STILL_BLANK


@pytest.mark.parametrize("texts", [{"15": 0.99, "": 0.01}, {"": 0.5, "-": 0.5}])
def test_other_readings_stay(texts: dict[str, float]) -> None:
    assert with_dash(texts) == texts
