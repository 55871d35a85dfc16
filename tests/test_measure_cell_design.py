"""Cells in several prints: only the print differs, and differences are counted entry by entry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorecheck.measure import cell_design
from scorecheck.measure.cell_design import Outcome, difference, report, tried
from scorecheck.measure.designs import PRINTED, PRINTS, SIZES, Design, composed, printed
from scorecheck.simulate.glyphs import GlyphBook
from tests.made_glyphs import write_folder

SCALE = 8.0
ORIGIN = np.array([24.0, 16.0])
PAPER = 200.0
EVERY = (*PRINTS, *SIZES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("glyphs"))


@pytest.fixture(scope="module")
def book(folder: Path) -> GlyphBook:
    return GlyphBook(folder, "final")


def page_of(design: Design) -> np.ndarray:
    return printed(replace(design, w=18, h=6), ORIGIN, SCALE, PAPER)


def test_designs_have_names_of_their_own() -> None:
    assert PRINTS[0] is PRINTED
    assert len({design.name for design in EVERY}) == len(EVERY)
    assert len({replace(design, name="") for design in EVERY}) == len(EVERY)


def test_a_line_has_its_tone_and_its_thickness() -> None:
    across = page_of(replace(PRINTED, thick=0.5, line=0.25))[40]  # px rows and columns
    around = slice(18, 30)
    assert across[around].min() == pytest.approx(0.25 * PAPER)
    missing = (PAPER - across[around]).sum() / (0.75 * PAPER)
    assert missing == pytest.approx(0.5 * SCALE, abs=0.01)
    assert across[60] == PAPER


def test_thinner_than_a_pixel_is_paler_not_thicker() -> None:
    across = page_of(replace(PRINTED, thick=0.05, line=0.0))[40, 18:30]
    assert (PAPER - across).sum() / PAPER == pytest.approx(0.05 * SCALE, abs=0.01)
    assert across.min() > 0.5 * PAPER


def test_a_ground_lies_in_the_cells_and_not_between_them() -> None:
    page = page_of(replace(PRINTED, ground=0.9, gap=2.0, line=1.0))
    assert page[40, 60] == pytest.approx(0.9 * PAPER)
    assert page[40, 16] == pytest.approx(PAPER)  # 1 mm left of the cell, in the gap
    assert page[40, 4] == pytest.approx(0.9 * PAPER)  # the neighbour


def test_guides_stand_at_thirds() -> None:
    thirds = [24 + round(share * 18 * SCALE) for share in (1 / 3, 2 / 3)]
    lines = page_of(replace(PRINTED, guides="lines", guide=0.5))
    ticks = page_of(replace(PRINTED, guides="ticks", guide=0.5))
    for x in thirds:
        assert lines[40, x - 2 : x + 2].min() < 0.7 * PAPER
        assert ticks[40, x - 2 : x + 2].min() == PAPER
        assert ticks[22, x - 2 : x + 2].min() < 0.7 * PAPER
        assert ticks[60, x - 2 : x + 2].min() < 0.7 * PAPER
    assert page_of(PRINTED)[40, 40:160].min() == PAPER


def test_all_designs_show_the_same_entries(book: GlyphBook) -> None:
    for number in range(6):
        cells = [composed(design, book, 3, number) for design in EVERY]
        assert len({cell.text for cell in cells}) == 1
        assert cells[0].text != "?" and len(cells[0].text) <= 3


def test_only_the_print_differs(book: GlyphBook) -> None:
    """Away from every line the photos of two prints are the same but for the file's traces."""
    black = replace(PRINTED, name="black", line=0.0)
    for number in range(8):
        one, other = (composed(design, book, 3, number).cut for design in (PRINTED, black))
        middle = (slice(30, 50), slice(90, 118))
        assert np.abs(one[middle].astype(int) - other[middle]).mean() < 4
        assert not np.array_equal(one, other)


def test_spaced_digits_take_more_room(book: GlyphBook) -> None:
    spaced = replace(PRINTED, name="spaced", spaced=True)
    pairs = [n for n in range(30) if len(composed(PRINTED, book, 3, n).text) == 2]
    assert any(
        not np.array_equal(composed(PRINTED, book, 3, n).cut, composed(spaced, book, 3, n).cut)
        for n in pairs[:4]
    )


def outcome(name: str, right: list[int], sure: list[int]) -> Outcome:
    return Outcome(replace(PRINTED, name=name), np.array(right, bool), np.array(sure, bool))


def test_the_difference_counts_entries_that_changed_only() -> None:
    today = outcome("today", [1] * 90 + [0] * 10, [1] * 100)
    same = outcome("same", [1] * 90 + [0] * 10, [1] * 100)
    better = outcome("better", [1] * 94 + [0] * 6, [1] * 100)
    assert difference(same, today) == (0.0, 0.0)
    mean, half = difference(better, today)
    assert mean == pytest.approx(0.04)
    assert half == pytest.approx(1.96 * np.sqrt(0.04 * 0.96 / 100))


def test_the_table_compares_with_its_first_line() -> None:
    today = outcome("today", [1, 1, 0, 0], [1, 1, 1, 0])
    other = outcome("other", [1, 1, 1, 0], [1, 0, 0, 0])
    _, _, first, second = report([today, other]).splitlines()
    assert first == "| today | 4 | 50.00 % | - | 25.00 % | 1 of 3 |"
    assert second == "| other | 4 | 75.00 % | +25.00 ± 42.44 % | 75.00 % | 0 of 1 |"


def test_the_program_prints_both_tables(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cell_design, "PRINTS", PRINTS[:2])
    monkeypatch.setattr(cell_design, "SIZES", SIZES[:1])
    monkeypatch.setattr("sys.argv", ["cell_design", str(folder), "--cells", "8"])
    cell_design.main()
    said = capsys.readouterr().out
    assert said.count("| as printed: 0.25 mm, half grey | 8 |") == 2
    assert "| 8 mm high | 8 |" in said


def test_every_entry_is_tried(book: GlyphBook) -> None:
    found = tried(PRINTED, book, 10, 3)
    assert found.right.shape == found.sure.shape == (10,)
    assert np.array_equal(found.right[:4], tried(PRINTED, book, 4, 3).right)
