"""An empty sheet of every variant, language and paper reads as blank everywhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import Kit, check_photo, make_kit
from scorecheck.reading.types import State
from scorecheck.report.result import CardVerdict
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.plan import columns_that_fit
from scorecheck.sheet.render import render_page

TEMPLATES = load_catalogue().all()
SHEETS = [
    (template, lang, paper)
    for template in TEMPLATES
    if template.printable
    for paper in PAPERS_MM
    for lang in template.languages
]


@cache
def kit() -> Kit:
    return make_kit()


@pytest.mark.parametrize(("template", "lang", "paper"), SHEETS, ids=lambda x: getattr(x, "id", x))
def test_blank(template, lang: str, paper: str, tmp_path: Path) -> None:
    columns = columns_that_fit(template, paper)
    identity = sheet_identity(template, paper, lang, columns=columns, mode="games")
    page = render_page(draw_sheets(template, identity), 0, 6)
    file = tmp_path / "blank.png"
    cv2.imwrite(str(file), page)
    (photo,) = iter_photos(file)
    (sheet,) = check_photo(photo, kit())
    assert len(sheet.cards) == columns
    for card in sheet.cards:
        assert all(cell.state is State.BLANK for cell in card.cells), [
            (cell.cell, cell.text) for cell in card.cells if cell.state is not State.BLANK
        ]
        assert card.verdict is CardVerdict.CLEAN
