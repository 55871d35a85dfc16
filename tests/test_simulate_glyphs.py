"""A sign is cropped whole: with its pale strokes, without what else is on the paper."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scorecheck.simulate.glyphs import GlyphBook, Split
from scorecheck.simulate.hand import random_style
from tests.made_glyphs import save_signs, write_folder

SPLITS: tuple[Split, ...] = ("train", "tune", "final")
PAPER, STEM, ARM = 205, 60, 165
"""Grey levels: the arms take a quarter of the light that the stem takes."""


def letter(line: bool) -> np.ndarray:
    """An F, 30 px high and 20 wide, on grained paper; below it perhaps a broken line."""
    rng = np.random.default_rng(3)
    image = rng.normal(PAPER, 2, (60, 50))
    image[15:45, 15:18] = STEM
    image[15:17, 18:35] = image[28:30, 18:30] = ARM
    if line:
        image[55, 5:45] = np.where(np.arange(40) % 8 < 3, STEM, PAPER)
    return np.clip(image, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("line", [False, True])
def test_an_f_keeps_its_pale_arms(tmp_path: Path, line: bool) -> None:
    save_signs(tmp_path / "handwritten62.npz", [("F", letter(line)) for _ in range(10)])
    for split in SPLITS:
        for glyph in GlyphBook(tmp_path, split).by_char["F"]:
            assert glyph.ink.shape == (30, 20)
            assert glyph.ink[:2, 4:19].min() > 40


def test_only_hands_that_train_are_unusual(tmp_path: Path) -> None:
    write_folder(tmp_path)
    for split in SPLITS:
        unusual = split == "train"
        book, rng = GlyphBook(tmp_path, split), np.random.default_rng(1)
        styles = [random_style(book, rng) for _ in range(400)]
        assert (min(style.height for style in styles) < 0.36) is unusual
        assert (max(style.height for style in styles) > 0.92) is unusual
        assert (max(abs(style.turn) for style in styles) > 0.25) is unusual
        assert any(style.wide != 1 for style in styles) is unusual
