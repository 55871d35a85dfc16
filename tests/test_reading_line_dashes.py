"""A dash in the printed line is thought of; a neighbour's entry that touches the line is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scorecheck.reading.line_dashes import STILL_BLANK, dashes_in_lines, with_dash
from tests.made_cuts import WINDOW, Stroke, cell

UPPER: Stroke = [(4.0, 0.0), (11.0, 0.1)]
LOWER: Stroke = [(6.0, 9.1), (12.0, 9.0)]


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
