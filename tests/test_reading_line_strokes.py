"""A 1 in the printed line is thought of; an entry across the line, or beside it, is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorecheck.game.catalogue import load_catalogue
from scorecheck.reading.line_strokes import RATE, strokes_in_left_lines, with_leading_one
from scorecheck.reading.policy import Seen
from scorecheck.reading.read import read_sheet
from scorecheck.reading.types import State
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import draw_sheets
from scorecheck.sheet.render import render_page
from tests.made_cuts import WINDOW, Stroke, cell

ONE: Stroke = [(0.05, 2.0), (0.0, 6.8)]
FIVE: Stroke = [(4.2, 2.2), (2.2, 2.2), (2.0, 4.2), (3.6, 4.6), (3.8, 6.2), (1.9, 6.6)]


def found(*cuts: NDArray[np.uint8], lines: list[float] | None = None) -> list[bool]:
    """For each of the cells, all of one column unless it is said, whether a 1 may be there."""
    at = lines or [30.0] * len(cuts)
    return [bool(one) for one in strokes_in_left_lines(np.stack(cuts), WINDOW, at)]


def moved(stroke: Stroke, by: float) -> Stroke:
    """The stroke so many mm farther to the right."""
    return [(x + by, y) for x, y in stroke]


def test_a_one_in_the_line_is_seen() -> None:
    assert found(cell(ONE, FIVE), cell(FIVE), cell(), cell(moved(FIVE, 3))) == [
        True, False, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("ink", [20, 70, 110, 150])
def test_it_is_seen_of_every_pen(ink: int) -> None:
    assert found(cell(ONE, FIVE, ink=ink), cell(FIVE, ink=ink), cell(FIVE, ink=ink))[0]


def test_it_is_seen_in_a_cell_alone() -> None:
    assert found(cell(ONE, FIVE)) == [True]


def test_an_entry_across_the_line_is_none() -> None:
    four: Stroke = [(1.2, 2.0), (-0.8, 4.6), (1.8, 4.6), (0.6, 4.6), (0.6, 2.4), (0.5, 7.0)]
    assert found(cell(four), cell(moved(FIVE, -2.1)), cell(FIVE)) == [False, False, False]


def test_a_thicker_line_is_none_where_all_of_it_is() -> None:
    thick = [cell(FIVE, line=0.6), cell(line=0.6), cell(moved(FIVE, 1), line=0.6)]
    thin = [cell(FIVE), cell()]
    assert found(*thick, *thin, lines=[12.0, 12.0, 12.0, 42.0, 42.0]) == [False] * 5


def test_a_neighbours_digit_that_ends_in_the_line_is_none_in_an_empty_cell() -> None:
    assert found(cell(ONE), cell(), cell(FIVE)) == [False, False, False]


def test_a_short_stroke_is_none() -> None:
    assert found(cell([(0.0, 3.0), (0.0, 4.2)], FIVE), cell(FIVE)) == [False, False]


def test_what_is_read_keeps_room_for_the_one() -> None:
    read = with_leading_one({"5": 0.99, "15": 0.004, "": 0.006})
    assert read["15"] == pytest.approx(0.004 + RATE * 0.99)
    assert sum(read.values()) == pytest.approx(1)
    assert list(read)[:2] == ["5", "15"]


@pytest.mark.parametrize("text", ["15", "1", "X", "", "?"])
def test_other_texts_stay(text: str) -> None:
    assert with_leading_one({text: 0.99, "7": 0.01}) == {text: 0.99, "7": 0.01}


@dataclass(frozen=True)
class Page:
    """A flat page, seen as it is."""

    grey: NDArray[np.uint8]
    px_per_mm: float = 8.0
    cells: Mapping[str, Seen] = field(default_factory=dict)

    def to_photo_px(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """mm to px."""
        return points * self.px_per_mm


def test_a_printed_sheet_is_read_with_it() -> None:
    """Of two fives, both sure, the one beside a darker line may be a fifteen."""
    identity = SheetIdentity("yatzy", 1, "a4", "en", 4)
    template = load_catalogue().get("yatzy")
    identity = replace(identity, template_version=template.version)
    layout = make_layout(template, identity)
    grey = render_page(draw_sheets(template, identity), 0, 8.0)
    alone, after_one = [cell for cell in layout.cells if cell.column == layout.columns[1]][1:3]
    for cell_, strokes in ((alone, [FIVE]), (after_one, [ONE, FIVE])):
        for stroke in strokes:
            points = (np.array(stroke) + np.array([cell_.x, cell_.y])) * 8
            cv2.polylines(grey, [points.round().astype(np.int32)], False, 40, 4, cv2.LINE_AA)

    def fives(ink: NDArray[np.float32], kinds: Sequence[str]) -> list[dict[str, float]]:
        return [{"5": 0.9999, "": 0.0001} for _ in kinds]

    cells = {cell.cell: cell for cell in read_sheet(Page(grey), layout, fives).cells}
    assert (cells[alone.cell].text, cells[alone.cell].state) == ("5", State.SURE)
    assert (cells[after_one.cell].text, cells[after_one.cell].state) == ("5", State.DOUBTFUL)
    assert {c.text for c in cells[after_one.cell].candidates} >= {"5", "15"}
