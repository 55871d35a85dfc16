"""The pictures of a report: cells cut out of the photo, and the readings drawn over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorecheck.batch import check_files
from scorecheck.errors import InputError
from scorecheck.photo.load import load_colour
from scorecheck.report.crops import SheetView
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
