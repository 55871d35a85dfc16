"""The sheet as the page shows it: flat, in the photo's own colours, each cell where it is said."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorecheck.batch import check_files
from scorecheck.game.catalogue import load_catalogue
from scorecheck.pipeline import Kit
from scorecheck.review.flat_picture import PX_PER_MM, FlatPictures
from scorecheck.sheet.rect import Rect
from tests.made_sheets import CLEAN, KnowingReader, make_sheet
from tests.made_sheets import PX_PER_MM as MADE_PX_PER_MM

LEFT, TOP = 40, 50
"""Pixels of the table beside and above the made sheet."""


def cut(picture: NDArray[np.uint8], place: Rect, px_per_mm: int) -> NDArray[np.float64]:
    """A place of a page: rows, columns, and blue, green and red."""
    left, top, right, bottom = (
        round(v * px_per_mm) for v in (place.x, place.y, place.right, place.bottom)
    )
    return np.asarray(picture[top:bottom, left:right], np.float64)


@pytest.mark.parametrize("turns", [0, 1])
def test_the_picture_has_the_colours_of_the_photo_and_the_places_of_its_cells(
    tmp_path: Path, turns: int
) -> None:
    made = make_sheet(cards={"g1": CLEAN})
    pictures = FlatPictures()
    kit = Kit(load_catalogue(), KnowingReader(made.texts), watchers=(pictures,))
    check_files([made.save(tmp_path / "photo.png", turns=turns)], kit)
    (kept,) = pictures.taken()
    page = np.asarray(cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    width, height = kept.page_mm
    assert page.shape == (round(height * PX_PER_MM), round(width * PX_PER_MM), 3)
    written = made.picture[TOP:, LEFT:]
    blue = set()
    for cell in made.layout.cells:
        if cell.kind != "text":
            place = kept.places[cell.cell]
            shown, was = cut(page, place, PX_PER_MM), cut(written, place, MADE_PX_PER_MM)
            assert shown.mean(axis=(0, 1)) == pytest.approx(was.mean(axis=(0, 1)), abs=6)
            if (shown[:, :, 0] - shown[:, :, 2]).max() > 40:
                blue.add(cell.cell)
    assert blue == set(made.texts)
    assert pictures.taken() == ()
