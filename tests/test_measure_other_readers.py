"""Other readers beside ours: the same cells, fair pictures, clear words where one is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorecheck.errors import MissingToolError
from scorecheck.measure import other_readers, rapidocr_cells, tesseract_cells
from scorecheck.measure.cell_pictures import black_on_white, grey, number_cells
from scorecheck.measure.composed import composed_by
from scorecheck.reading.window import HEIGHT, OVERSAMPLE, WIDTH, window_for
from scorecheck.simulate.cell import MadeCell
from scorecheck.simulate.glyphs import GlyphBook
from tests.made_glyphs import write_folder

DIGITS = "0123456789"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> GlyphBook:
    return GlyphBook(write_folder(tmp_path_factory.mktemp("glyphs")), "final")


def printed(text: str) -> MadeCell:
    """A cell of 20 x 9 mm with a frame and a text in a plotter font, in dim light."""
    window = window_for(20, 9)
    cut = np.full((HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), 180, np.uint8)
    left, top, right, bottom = (
        round(at * OVERSAMPLE)
        for at in (
            window.left, window.top, window.left + window.width, window.top + window.height,
        )
    )  # fmt: skip
    cv2.rectangle(cut, (left, top), (right, bottom), 90, 2)
    cv2.putText(
        cut, text, (left + 20, bottom - 17), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 40, 3, cv2.LINE_AA
    )
    return MadeCell(cut, window, text, "number")


def test_the_cells_are_the_number_cells_that_the_reader_is_measured_on(book: GlyphBook) -> None:
    composed = [cell for n in range(4) for cell, _ in composed_by(book, 77, n)]
    numbers = [cell for cell in composed if cell.kind == "number"]
    found = number_cells(book, 6, 77)
    assert len(found) == 6 < len(numbers)
    for cell, other in zip(found, numbers, strict=False):
        assert cell.text == other.text and np.array_equal(cell.cut, other.cut)


def test_pictures_hold_the_entry_and_not_the_frame() -> None:
    cell = printed("42")
    inside = grey(cell)
    assert set(np.unique(inside[:3])) == set(np.unique(inside[:, :3])) == {180}
    assert inside.min() == 40
    white = black_on_white(cell)
    assert white[:10].min() == white[:, -10:].min() == 255
    assert white.min() < 40
    signs = white[16:-16, 16:-16] < 128
    assert signs.any(axis=0)[:4].any() and signs.any(axis=0)[-4:].any()
    assert signs.any(axis=1)[:4].any() and signs.any(axis=1)[-4:].any()


def test_an_empty_cell_has_a_picture_too() -> None:
    white = black_on_white(printed(""))
    assert white.shape[0] > 44 and white.shape[1] > 44


def test_the_best_path_drops_repeats_and_places_without_a_sign() -> None:
    path = [0, 2, 2, 0, 2, 3, 3, 0]
    chances = np.full((len(path), 11), 0.01, np.float32)
    chances[np.arange(len(path)), path] = 0.9
    assert rapidocr_cells.best_path(chances, DIGITS) == "112"
    assert rapidocr_cells.best_path(chances[:1], DIGITS) == ""


def test_rapidocr_sees_pictures_side_by_side_in_the_order_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A made network that answers every picture with the digit that its first pixel stands for."""

    class Input:
        name = "x"

    class Session:
        def __init__(self) -> None:
            self.widths: list[int] = []

        def get_inputs(self) -> list[Input]:
            return [Input()]

        def run(self, _: None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
            batch = feed["x"]
            self.widths.append(batch.shape[3])
            seen = np.zeros((len(batch), 3, 13), np.float32)
            shown = np.rint((batch[:, 0, 0, 0] + 1) * 127.5).astype(int)
            seen[np.arange(len(batch)), 1, 1 + shown % 10] = 0.6
            seen[:, 1, 12] = 0.9  # a letter, which only the plain text may answer
            seen[:, [0, 2], 0] = 1
            return [seen]

    reader, session = rapidocr_cells.RapidReader(), Session()
    monkeypatch.setitem(reader.__dict__, "_loaded", (session, [*DIGITS, "A", "B"]))
    pictures = [np.full((24, 20 + 40 * (n % 3)), n, np.uint8) for n in (7, 4, 9, 2)]
    lines = reader.read(pictures, DIGITS, least_px=0)
    assert [line.masked for line in lines] == ["7", "4", "9", "2"]
    assert {line.plain for line in lines} == {"B"}
    assert session.widths == [200]
    reader.read(pictures, DIGITS)
    assert session.widths[-1] == rapidocr_cells.PADDED


def test_a_missing_rapidocr_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rapidocr_cells, "find_spec", lambda name: None)
    with pytest.raises(MissingToolError, match=r"RapidOCR.*not installed") as caught:
        rapidocr_cells.RapidReader().read([], DIGITS)
    assert "pip install rapidocr" in caught.value.help
    folder = write_folder(tmp_path)
    assert other_readers.main([str(folder), "--cells", "2", "--tesseract", "1"]) == 4
    assert "pip install rapidocr" in capsys.readouterr().err


def test_a_missing_tesseract_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for way in (tesseract_cells.alone, tesseract_cells.listed):
        with pytest.raises(MissingToolError, match=r"tesseract.*not installed"):
            way([black_on_white(printed("7"))], 7)
    with pytest.raises(MissingToolError, match=r"tesseract.*not installed"):
        tesseract_cells.montage([black_on_white(printed("7"))])


def test_a_montage_keeps_its_rows_apart() -> None:
    pictures = [np.full((30, 40 + n), n, np.uint8) for n in range(3)]
    page, tops = tesseract_cells.stacked(pictures)
    for n, top in enumerate(tops[:-1]):
        assert (page[top : top + 30, 24 : 64 + n] == n).all()
    assert (page == 255).sum() == page.size - sum(picture.size for picture in pictures)
    words = [(60, tops[2] + 9, "5"), (30, tops[2] + 12, "2"), (30, tops[0] + 9, "7"), (1, 1, "x")]
    assert tesseract_cells.by_row(words, tops) == ["7", "", "25"]


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_all_ways_of_tesseract_read_printed_digits() -> None:
    pictures = [black_on_white(printed(text)) for text in ("42", "305", "17")]
    for texts in (tesseract_cells.listed(pictures, 6), tesseract_cells.montage(pictures)):
        assert texts == ["42", "305", "17"]
    assert tesseract_cells.alone(pictures[:1], 7) == ["42"]


def test_told_that_it_is_a_number_the_reader_takes_its_best_number() -> None:
    assert other_readers.likeliest_digits({"X": 0.6, "4": 0.3, "": 0.1}) == "4"
    assert other_readers.likeliest_digits({"": 0.6, "1": 0.4}) == ""
    assert other_readers.likeliest_digits({"X": 0.6, "?": 0.4}) == ""


def test_the_table_counts_numbers_by_length_blanks_and_strikes() -> None:
    written = ["7", "42", "42", "305", "", "", "X", "/", "?"]
    texts = ["7", "42", "47", "305", "", "1", "4", "", "8"]
    cells = [printed(text) for text in written]
    table = other_readers.report([other_readers.Result("made", cells, texts, 0.018)])
    line = [field.strip() for field in table.splitlines()[2].strip("|").split("|")]
    assert line == [
        "made", "9", "100.00 %", "50.00 %", "100.00 %", "-", "75.00 %", "50.00 %", "50.00 %", "2.0",
    ]  # fmt: skip


def test_our_reader_is_tried_on_all_cells(book: GlyphBook) -> None:
    cells = number_cells(book, 5, 3)
    result = other_readers.tried("ours", other_readers.scorecheck_texts, cells)
    assert len(result.texts) == 5
