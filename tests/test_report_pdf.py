"""The PDF report and the picture: everything that a referee needs is on them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pdfplumber
import pytest

from scorecheck import __version__
from scorecheck.batch import check_files
from scorecheck.photo.load import load_colour
from scorecheck.report.again import command
from scorecheck.report.crops import SheetView
from scorecheck.report.dispute import gather
from scorecheck.report.pdf import report_pdf
from scorecheck.report.picture import draw_page, mark_of
from scorecheck.report.result import BatchResult
from tests.made_sheets import WRONG_SUM, KnowingReader, kit_for, make_sheet

AGAIN = command([Path("a.png")])
DOUBTS = {"g1/chance/value": {"?": 0.6, "18": 0.3}}


@pytest.fixture(scope="module")
def batch(tmp_path_factory: pytest.TempPathFactory) -> BatchResult:
    """A sheet on its side with a wrong sum and an illegible cell, and a file that is none."""
    folder = tmp_path_factory.mktemp("photos")
    sheet = make_sheet(cards={"g1": WRONG_SUM}, sheet=12)
    text = folder / "not a photo.jpg"
    text.write_text("nothing\n" * 9)
    paths = [sheet.save(folder / "a.png", turns=1), text]
    return check_files(paths, kit_for(KnowingReader(sheet.texts, DOUBTS)))


@pytest.fixture(scope="module")
def report(batch: BatchResult) -> bytes:
    return report_pdf(gather(batch, AGAIN), load_colour)


@pytest.fixture(scope="module")
def words(report: bytes) -> str:
    with pdfplumber.open(io.BytesIO(report)) as document:
        return " ".join(" ".join(page.extract_text() for page in document.pages).split())


def test_facts_that_tie_the_report_to_the_photo(batch: BatchResult, words: str) -> None:
    assert batch.files[0].sha256 is not None
    for fact in ("Yahtzee, sheet 12", "a.png", batch.files[0].sha256, f"scorecheck {__version__}"):
        assert fact in words


def test_each_finding_with_its_numbers_and_its_rule(batch: BatchResult, words: str) -> None:
    for judged in batch.files[0].sheets[0].cards[0].findings:
        assert judged.finding.message in words
        assert f"{judged.finding.code} " in words
    assert "Right: 63" in words
    assert "Rule S01, sum-wrong" in words


def test_each_doubt_with_what_it_may_say(words: str) -> None:
    assert "What remains in doubt Chance" in words
    assert "picture alone" in words
    assert "not legible" in words


def test_files_that_were_not_read_are_named(words: str) -> None:
    assert "not a photo.jpg" in words


def test_the_same_results_give_the_same_bytes(batch: BatchResult, report: bytes) -> None:
    assert report_pdf(gather(batch, AGAIN), load_colour) == report


def test_letters_are_embedded(report: bytes) -> None:
    with pdfplumber.open(io.BytesIO(report)) as document:
        fonts = {char["fontname"] for page in document.pages for char in page.chars}
    assert fonts
    assert all("Tally" in font for font in fonts)


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
    from dataclasses import replace  # noqa: PLC0415 - only here

    from scorecheck.errors import InputError  # noqa: PLC0415 - only here

    other = make_sheet(cards={}, sheet=1).save(tmp_path / "b.png")
    page = replace(batch.files[0].pages[0], path=other)
    with pytest.raises(InputError, match="changed"):
        load_colour(page)


def test_the_players_of_a_table(tmp_path: Path) -> None:
    few = {"ones/value": "3", "twos/value": "6", "threes/value": "9"}
    sheet = make_sheet(cards={"p1": few, "p2": {"ones/value": "3"}}, mode="players")
    doubts = {"p2/chance/value": {"": 0.6, "18": 0.39}}
    path = sheet.save(tmp_path / "a.png")
    batch = check_files([path], kit_for(KnowingReader(sheet.texts, doubts)))
    with pdfplumber.open(io.BytesIO(report_pdf(gather(batch, AGAIN), load_colour))) as document:
        text = " ".join(" ".join(page.extract_text() for page in document.pages).split())
    assert "Player 1 leads with 18 points; 1 mistake is possible; 1 cell is in doubt." in text
    assert "Player 1 3 of 13 In play, 10 blanks 18" in text
    assert "Rule G01, turn-count-mismatch" in text
    assert "This rests on player 2: Chance, which is in doubt." in text
