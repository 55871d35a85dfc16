"""The printed page: looked at as a picture and as text."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest
import zxingcpp

from scorecheck.game.catalogue import load_catalogue
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import PAPERS_MM, Layout
from scorecheck.sheet.letters import to_letters
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page

PX_PER_MM = 6.0
VARIANTS = ("yahtzee", "yatzy", "power", "maxi", "yacht", "triple", "yamb")
_each_page = pytest.mark.parametrize(
    ("variant", "paper"), [(variant, paper) for variant in VARIANTS for paper in PAPERS_MM]
)


@cache
def _page(variant: str, paper: str) -> tuple[SheetIdentity, Layout, np.ndarray]:
    template = load_catalogue().get(variant)
    identity = sheet_identity(template, paper, "en", columns=6, sheet=37)
    pdf = draw_sheets(template, identity)
    return identity, make_layout(template, identity), render_page(pdf, 0, PX_PER_MM)


def _texts(pdf: bytes) -> list[str]:
    document = pdfium.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return texts


@_each_page
def test_the_page_has_the_size_of_the_paper(variant: str, paper: str) -> None:
    _, layout, grey = _page(variant, paper)
    assert grey.dtype == np.uint8
    assert abs(grey.shape[1] / PX_PER_MM - layout.page_mm[0]) < 0.4
    assert abs(grey.shape[0] / PX_PER_MM - layout.page_mm[1]) < 0.4


@_each_page
def test_cells_are_empty_and_white_inside(variant: str, paper: str) -> None:
    _, layout, grey = _page(variant, paper)
    for cell in layout.cells:
        inside = _cut(
            grey, cell.x + 0.5, cell.y + 0.5, cell.x + cell.w - 0.5, cell.y + cell.h - 0.5
        )
        assert inside.min() == 255, cell.cell


@_each_page
def test_every_rule_is_printed_mid_grey_where_the_layout_says(variant: str, paper: str) -> None:
    _, layout, grey = _page(variant, paper)
    for rule in layout.rules:
        xs = np.linspace(rule.x1, rule.x2, 25)[1:-1]
        ys = np.linspace(rule.y1, rule.y2, 25)[1:-1]
        ink = [_darkness(grey, x, y, rule.width / 2 + 0.3) for x, y in zip(xs, ys, strict=True)]
        # Over 0.6 mm and the line's width, a line of half black leaves this much ink.
        assert min(ink) > 0.35 * rule.width, rule


@_each_page
def test_marks_and_code_are_found_and_say_what_they_should(variant: str, paper: str) -> None:
    identity, layout, grey = _page(variant, paper)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, ids, _ = cv2.aruco.ArucoDetector(family).detectMarkers(grey)
    found = dict(zip(np.ravel(ids).tolist(), corners, strict=True))
    assert set(found) == {mark.id for mark in layout.marks}
    for mark in layout.marks:
        first = np.reshape(found[mark.id], (4, 2))[0] / PX_PER_MM
        assert np.abs(first - (mark.x, mark.y)).max() < 0.3
    codes = [code.text for code in zxingcpp.read_barcodes(grey)]
    assert codes == [identity.to_text()]


def test_the_letters_and_the_number_are_printed() -> None:
    template = load_catalogue().get("yatzy")
    identity = sheet_identity(template, "a5", "no", columns=4, mode="players", sheet=7)
    texts = _texts(draw_sheets(template, identity, sheets=2))
    assert to_letters(identity) in texts[0]
    assert "Nr. 7" in texts[0] and "Nr. 8" in texts[1]


@pytest.mark.parametrize("variant", [*VARIANTS, "kniffel", "jamb"])
def test_every_label_is_printed_whole_in_every_language(variant: str) -> None:
    template = load_catalogue().get(variant)
    for lang in template.languages:
        for paper in PAPERS_MM:
            identity = sheet_identity(template, paper, lang, columns=6)
            text = _texts(draw_sheets(template, identity))[0]
            assert "…" not in text, (lang, paper)
            assert template.title(lang) in text
            sums = [part for part in (*template.sums, *template.overall) if part.printed]
            for part in (*template.boxes, *sums, *template.columns):
                assert template.label(part.id, lang) in text, (lang, paper, part.id)
                assert template.hint(part.id, lang) in text, (lang, paper, part.id)


@pytest.mark.parametrize("paper", PAPERS_MM)
@pytest.mark.parametrize("columns", [1, 2, 4])
def test_the_letters_of_the_power_die_are_explained(paper: str, columns: int) -> None:
    """D, F and P stood there with a factor only."""
    template = load_catalogue().get("power")
    (text,) = _texts(draw_sheets(template, sheet_identity(template, paper, "sv", columns=columns)))[
        :1
    ]
    assert {"Double", "Freeze", "Power"} <= set(text.split())


def test_the_same_input_gives_the_same_bytes() -> None:
    template = load_catalogue().get("power")
    identity = sheet_identity(template, "letter", "de", columns=3, mode="players")
    once, again = (
        draw_sheets(template, identity, names=["Ann", "Bo"], sheets=3, title="Final")
        for _ in range(2)
    )
    assert once == again


def test_many_sheets_stay_small() -> None:
    template = load_catalogue().get("yahtzee")
    identity = sheet_identity(template, "a4", "en", columns=6)
    one = len(draw_sheets(template, identity))
    many = draw_sheets(template, identity, sheets=40)
    assert (len(many) - one) / 39 < 3000
    texts = _texts(many)
    assert [text.count(f"No. {n}") for n, text in enumerate(texts, start=1)] == [1] * 40


def test_columns_go_on_over_sheets() -> None:
    template = load_catalogue().get("power")
    names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    identity = sheet_identity(template, "a4", "en", columns=len(names), mode="players")
    texts = _texts(draw_sheets(template, identity, names=names, columns=len(names), sheets=2))
    assert len(texts) == 4
    assert "Ann" in texts[0] and "Di" in texts[1] and "Ann" in texts[2]
    assert "Player 6" in texts[1]
    assert [f"No. {n}" in text for n, text in enumerate(texts, start=1)] == [True] * 4


@pytest.mark.parametrize(
    ("name", "shown", "noted"),
    [
        ("Åsa Łukasz Őry", "Åsa Łukasz Őry", False),
        ("A\u030asa", "Åsa", False),
        ("Zoë\u200b\u202e\n\tK", "Zoë K", False),
        ("Νίκος Иван", "Νίκος Иван", False),
        ("Ann 🎲", "Ann □", True),
        ("שלום 東京", "Player 1", True),
        ("👩‍👩‍👧", "Player 1", True),
        ("  ", "Player 1", False),
        ("A" * 300, "AAAA", True),
        ("<b>&amp;(\\)", "<b>&amp;(\\)", False),
    ],
)
def test_odd_names_are_printed_or_replaced_and_said_so(name: str, shown: str, noted: bool) -> None:
    template = load_catalogue().get("yahtzee")
    identity = sheet_identity(template, "a4", "en", columns=6, mode="players")
    notes: list[str] = []
    text = _texts(draw_sheets(template, identity, names=[name], notes=notes))[0]
    assert shown in text
    assert bool(notes) == noted, notes
    assert not noted or "player 1" in notes[0]


def test_names_leave_the_cells_empty() -> None:
    template = load_catalogue().get("yatzy")
    identity = sheet_identity(template, "a4", "sv", columns=2, mode="players")
    pdf = draw_sheets(template, identity, names=["Ann", "Björn" * 9], title="Finalen " * 20)
    grey = render_page(pdf, 0, PX_PER_MM)
    for cell in make_layout(template, identity).cells:
        inside = _cut(
            grey, cell.x + 0.5, cell.y + 0.5, cell.x + cell.w - 0.5, cell.y + cell.h - 0.5
        )
        assert inside.min() == 255, cell.cell


def test_colour_pages_are_bgr() -> None:
    template = load_catalogue().get("yatzy")
    identity = sheet_identity(template, "a5", "en", columns=1)
    picture = render_page(draw_sheets(template, identity), 0, 2, colour=True)
    assert picture.shape[2] == 3
    blue, _, red = picture[picture.sum(axis=2).argmin() // picture.shape[1]].mean(axis=0)
    assert blue >= red


def _cut(grey: np.ndarray, x1: float, y1: float, x2: float, y2: float) -> np.ndarray:
    left, top = int(np.ceil(x1 * PX_PER_MM)), int(np.ceil(y1 * PX_PER_MM))
    return grey[top : int(y2 * PX_PER_MM), left : int(x2 * PX_PER_MM)]


def _darkness(grey: np.ndarray, x: float, y: float, reach: float) -> float:
    """Ink round a point in mm of full black, across the thinner direction."""
    patch = _cut(grey, x - reach, y - reach, x + reach, y + reach)
    across = 255 - patch.astype(float)
    return float(max(across.mean(axis=0).max(), across.mean(axis=1).max()) / 255)
