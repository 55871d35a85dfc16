"""The pictures of a report: cells cut out of the photo, and the readings drawn over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorecheck.batch import check_files
from scorecheck.errors import InputError
from scorecheck.photo.load import load_colour
from scorecheck.report.cell_marks import Mark, MarkedCell, draw_cells
from scorecheck.report.crops import Picture, SheetView
from scorecheck.report.picture import draw_page, mark_of
from scorecheck.report.result import BatchResult
from tests.made_sheets import WRONG_SUM, KnowingReader, kit_for, make_sheet


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> BatchResult:
    """A sheet on its side with a wrong sum and an illegible cell."""
    sheet = make_sheet(cards={"g1": WRONG_SUM}, sheet=12)
    path = sheet.save(tmp_path_factory.mktemp("photos") / "a.png", turns=1)
    doubts = {"g1/chance/value": {"?": 0.6, "18": 0.3}}
    return check_files([path], kit_for(KnowingReader(sheet.texts, doubts)))


def test_a_cut_shows_the_cell_upright(batch: BatchResult) -> None:
    file = batch.files[0]
    (sheet,) = file.sheets
    view = SheetView(load_colour(file.pages[0]), sheet)
    cell = sheet.cards[0].cell("upper_sum", "sum")
    assert cell is not None
    cut = view.cut([cell])
    assert cut.shape[1] > cut.shape[0]
    ink = np.argwhere(cut.min(axis=2) < 110)
    assert len(ink) > 50
    assert view.row([cell]).shape[1] > 3 * cut.shape[1]


def test_the_picture_stands_upright_and_marks_what_is_wrong(batch: BatchResult) -> None:
    file = batch.files[0]
    photo = load_colour(file.pages[0])
    assert photo.shape[1] > photo.shape[0]
    picture = draw_page(photo, list(file.sheets))
    assert picture.shape[0] > picture.shape[1]
    blue, green, red = (picture[:, :, n].astype(int) for n in range(3))
    assert ((red > 180) & (green < 60) & (blue < 70)).sum() > 500
    assert ((green > 110) & (red < 60) & (blue < 90)).sum() > 500


def test_what_each_cell_is_marked_with(batch: BatchResult) -> None:
    card = batch.files[0].sheets[0].cards[0]
    labels = {}
    for cell in card.cells:
        mark = mark_of(card, cell)
        labels[cell.cell] = mark.label if mark else None
    assert labels["g1/upper_sum/sum"] == "62 → 63"
    assert labels["g1/ones/value"] == "3"
    assert "?" in str(labels["g1/chance/value"])
    assert labels["g1/chips/1"] is None


def test_a_photo_that_changed_since_is_not_shown_as_evidence(
    batch: BatchResult, tmp_path: Path
) -> None:
    other = make_sheet(cards={}, sheet=1).save(tmp_path / "b.png")
    page = replace(batch.files[0].pages[0], path=other)
    with pytest.raises(InputError, match="changed"):
        load_colour(page)


WIDE, TALL = 90, 60
RED = (205, 25, 35)


def _row_of_cells(filled: int) -> tuple[Picture, list[MarkedCell]]:
    """A sheet of paper with three cells side by side: one written full, one half."""
    picture = np.full((200, 600, 3), 230, np.uint8)
    cells = []
    for number in range(3):
        x, y = 60 + number * WIDE, 80
        points = [(x, y), (x + WIDE, y), (x + WIDE, y + TALL), (x, y + TALL)]
        corners = np.array(points, np.float32)
        cv2.polylines(picture, [corners.astype(np.int32)], True, (120, 120, 120), 2)
        cells.append(MarkedCell(corners, "ones", None))
    x = 60 + filled * WIDE
    for left in range(x + 4, x + WIDE - 3, 8):
        cv2.line(picture, (left, 82), (left + 2, 80 + TALL - 2), (60, 40, 40), 2)
    return picture, cells


@pytest.mark.parametrize("filled", [0, 1, 2])
def test_where_writing_fills_a_cell_its_label_stands_beside_the_table(filled: int) -> None:
    picture, cells = _row_of_cells(filled)
    cells[filled] = replace(cells[filled], mark=Mark(RED, 3, "37? → 46", fill=True))
    before = picture.min(axis=2) < 90
    draw_cells(picture, cells)
    written = np.zeros_like(before)
    written[86 : 80 + TALL - 6, 66 + filled * WIDE : 54 + (filled + 1) * WIDE] = True
    assert (picture[before & written].max(axis=1) < 120).all()  # tinted, and still dark
    outside = np.ones_like(before)
    outside[76 : 84 + TALL, 56 : 64 + 3 * WIDE] = False
    red = (picture[:, :, 2] > 180) & (picture[:, :, 1] < 90)
    assert (red & outside).sum() > 150


@pytest.mark.parametrize("text", ["18", "37? → 46"])
def test_a_label_in_its_cell_leaves_the_writing_visible(text: str) -> None:
    picture, cells = _row_of_cells(0)
    picture[75:150, :] = 230
    cv2.putText(picture, "37", (110, 112), cv2.FONT_HERSHEY_SIMPLEX, 1, (40, 40, 40), 2)
    ink = picture.min(axis=2) < 60
    cells[0] = replace(cells[0], mark=Mark(RED, 1, text, fill=text != "18"))
    draw_cells(picture, cells)
    assert (picture[ink].max(axis=1) < 120).all()
    assert (picture[:, :, 2].astype(int) - picture[:, :, 1] > 100).sum() > 100
