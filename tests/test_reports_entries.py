"""Reports about what is written in a cell: drawn writers, the network of the package, a scan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorecheck.measure.reports_hands import Correcting, Erasing, Joining, Overwriting, Parting
from scorecheck.measure.reports_sheet import Bench, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.pipeline import Kit
from scorecheck.reading.read import read_sheet
from scorecheck.reading.types import State
from scorecheck.report.result import SheetResult
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.drawn import drawn_writers
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand, random_style
from tests.made_bench import empty_sheet
from tests.made_glyphs import write_folder
from tests.made_photos import Picture, catalogue

SUMS = ("three_kind", "four_kind", "chance")
Entries = Mapping[str, Sequence[str]]


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made handwriting."""
    return write_folder(tmp_path_factory.mktemp("glyphs"))


@pytest.fixture(scope="module")
def bench(hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(hands, tmp_path_factory.mktemp("scratch"))


@pytest.fixture(scope="module")
def book(hands: Path) -> GlyphBook:
    """Drawn writers, some with flags and bars and some without."""
    return GlyphBook(hands, "final", drawn_writers(6, np.random.default_rng(4)))


def written(
    book: GlyphBook, entries: Entries, kind: type[Hand] = Hand, tool: str = "pen", **style: object
) -> Sheet:
    """A sheet of six games, each by another writer; in each box one of its texts."""
    sheet = empty_sheet("yahtzee", 6)
    hands, texts = {}, {}
    for n, column in enumerate(sheet.layout.columns):
        rng = np.random.default_rng(n)
        habits = replace(random_style(book, rng, tool), hand=f"drawn/{n}", **style)
        hands[column] = kind(book, rng, habits)
        for k, (box, some) in enumerate(entries.items()):
            texts[f"{column}/{box}/value"] = some[(n + k) % len(some)]
    sheet.write(texts, hands)
    return sheet


def tally_of(
    bench: Bench, sheet: Sheet, picture: Picture | None = None, *, empty: bool = True
) -> Tally:
    """What becomes of the boxes of a sheet that was scanned, the `empty` ones among them or not."""
    tally = Tally()
    boxes = {
        cell for cell, text in sheet.texts.items() if cell.endswith("/value") and (text or empty)
    }
    bench.read(sheet.page if picture is None else picture, sheet, "", tally, boxes.__contains__)
    assert tally.facts["read"] == 1
    assert sum(tally.cells.values()) == len(boxes) > 0
    return tally


def read_right(tally: Tally, sheet: Sheet) -> int:
    """How many entries were read right, at the least: as if every empty box had been, too."""
    boxes = [text for cell, text in sheet.texts.items() if cell.endswith("/value")]
    return tally.cells["right"] - boxes.count("")


def test_ones_and_sevens_of_both_styles(bench: Bench, book: GlyphBook) -> None:
    sheet = written(book, {"ones": ("1",), **dict.fromkeys(SUMS, ("7", "17", "11"))})
    tally = tally_of(bench, sheet)
    assert not tally.amiss
    assert read_right(tally, sheet) > 6


@pytest.mark.parametrize("kind", [Joining, Parting])
def test_odd_digits_are_right_or_asked_about(
    bench: Bench, book: GlyphBook, kind: type[Hand]
) -> None:
    entries = {**dict.fromkeys(SUMS, ("25", "30", "18", "14")), "fives": ("15", "25")}
    sheet = written(book, entries, kind)
    tally = tally_of(bench, sheet)
    assert not tally.amiss
    assert read_right(tally, sheet) > 6


def test_a_strike_is_never_a_sure_digit(bench: Bench, book: GlyphBook) -> None:
    boxes = [box.id for box in catalogue().get("yahtzee").boxes]
    sheet = written(book, dict.fromkeys(boxes, ("X", "/", "-", "\\", "#", "v")))
    (result,) = bench.outcomes(sheet.page)
    assert isinstance(result, SheetResult)
    cells = [cell for card in result.cards for cell in card.cells if sheet.texts[cell.cell]]
    assert len(cells) == 78
    assert any(cell.strike and not cell.in_doubt for cell in cells)
    assert not [(cell.text, sheet.texts[cell.cell]) for cell in cells
                if not (cell.in_doubt or cell.strike or cell.text == "v")]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(Correcting, "15"), (Overwriting, "8")])
def test_corrections_are_right_or_asked_about(
    bench: Bench, book: GlyphBook, kind: type[Hand], text: str
) -> None:
    tally = tally_of(bench, written(book, dict.fromkeys(SUMS, (text,)), kind))
    assert not tally.amiss
    assert tally.cells["asked"]


def test_what_was_rubbed_out_is_asked_about(bench: Bench, book: GlyphBook) -> None:
    """A faint trace looks like a clear number once its contrast is brought up."""
    entries = dict.fromkeys(("threes", "fives", *SUMS), ("15", Erasing.nothing, "15"))
    sheet = written(book, entries, Erasing, "pencil")
    nothing = [cell for cell, text in sheet.texts.items() if text == Erasing.nothing]
    sheet.texts |= dict.fromkeys(nothing, "")
    tally = tally_of(bench, sheet)
    assert not tally.amiss
    assert tally.cells["asked"] and read_right(tally, sheet) > 0


@pytest.mark.parametrize("off", [(1, 1), (3, -3), (-3, 2)])
def test_lines_in_the_cut_are_no_digits(
    bench: Bench, book: GlyphBook, off: tuple[int, int]
) -> None:
    """Cut up to 3 px off, a cell shows its line; an empty one stays empty, or is asked about."""
    sheet = written(book, dict.fromkeys(SUMS, ("", "20", "8")))
    kit = Kit(
        catalogue(),
        lambda flat, layout: read_sheet(
            replace(flat, grey=np.roll(flat.grey, off, axis=(0, 1))), layout
        ),
    )
    moved = replace(bench, kit=kit)
    assert not tally_of(moved, sheet).amiss
    assert tally_of(moved, sheet, empty=False).cells["right"] > 6


def test_faint_ink_half_in_the_shade_is_not_taken_for_blank(bench: Bench, book: GlyphBook) -> None:
    entries = {**dict.fromkeys(SUMS, ("25", "18", "9")), "fives": ("15", "5")}
    sheet = written(book, entries, tool="faint", ink=(215, 165, 95))
    shot = sheet.shoot(scene=Scene(edge_shadow=0.5), megapixels=8)
    (result,) = bench.outcomes(shot.jpeg)
    assert isinstance(result, SheetResult)
    cells = [cell for card in result.cards for cell in card.cells if sheet.texts[cell.cell]]
    assert len(cells) == 24
    assert not [cell.cell for cell in cells if cell.state is State.BLANK]
