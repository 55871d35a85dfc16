"""Made handwriting: seeded, inside its cell, and never the writers of another split."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorecheck.errors import UsageError
from scorecheck.simulate.cell import compose, random_cell
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand
from tests.made_glyphs import write_folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("glyphs"))


def test_splits_share_no_writer_and_no_image(folder: Path) -> None:
    books = {split: GlyphBook(folder, split) for split in ("train", "tune", "final")}
    for sign in "0123456789ABC":
        shares = [
            sum(1 for glyph in book.by_char[sign] if glyph.source == "handwritten62")
            for book in books.values()
        ]
        assert sum(shares) == 10 and all(shares)
    writers = {
        split: {
            g.writer
            for glyphs in book.by_char.values()
            for g in glyphs
            if g.source == "swiss_numbers"
        }
        for split, book in books.items()
    }
    assert not writers["train"] & writers["tune"]
    assert not writers["train"] & writers["final"]
    assert not writers["tune"] & writers["final"]
    assert all(writers.values())


def test_same_seed_same_ink(folder: Path) -> None:
    book = GlyphBook(folder, "train")
    first, second = (Hand(book, np.random.default_rng(7)).write("25", 18, 9, 8) for _ in range(2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, Hand(book, np.random.default_rng(8)).write("25", 18, 9, 8))


@pytest.mark.parametrize("text", ["0", "17", "235", "X", "/", "\\", "-", "#", "v", "?", "DOUBLE"])
def test_every_kind_of_entry_leaves_ink_near_the_cell(folder: Path, text: str) -> None:
    hand = Hand(GlyphBook(folder, "train"), np.random.default_rng(2))
    ink = hand.write(text, 20, 9, 8, margin=2)
    assert ink.shape == (104, 192)
    assert ink.max() > 0.3
    inside = ink[16:-16, 16:-16].sum()
    assert inside > 0.6 * ink.sum()


def test_blank_leaves_none(folder: Path) -> None:
    assert Hand(GlyphBook(folder, "train"), np.random.default_rng(2)).write("", 20, 9, 8).max() == 0


def test_a_made_cell_is_reproducible(folder: Path) -> None:
    book = GlyphBook(folder, "train")
    cells = [random_cell(book, np.random.default_rng(11)) for _ in range(2)]
    assert cells[0].text == cells[1].text and np.array_equal(cells[0].cut, cells[1].cut)


def test_darker_where_something_is_written(folder: Path) -> None:
    book = GlyphBook(folder, "train")
    hand = Hand(book, np.random.default_rng(3))
    # Light and paper differ from cell to cell, so the mean of several is compared.
    written, empty = (
        np.mean(
            [
                compose(hand, np.random.default_rng(n), text, "number", 20, 9).cut.mean()
                for n in range(16)
            ]
        )
        for text in ("88", "")
    )
    assert written < empty


def test_a_folder_without_handwriting_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no handwriting"):
        GlyphBook(tmp_path, "train")
