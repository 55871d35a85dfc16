"""Which images of handwriting each cell was written with, so that a wrong label can be named."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from scorecheck.game.catalogue import Catalogue
from scorecheck.simulate.glyphs import Glyph, GlyphBook, Split
from scorecheck.simulate.photos import MadePhoto, Recipe, make_photo

Images = tuple[str, ...]
"""Names of images in the order in which they were used: `WRITER SIGN NUMBER`, counted from 1 among
that writer's images of the sign in the split."""


class NotingBook(GlyphBook):
    """Glyphs that note by name which of them were used."""

    def __init__(self, folder: Path, split: Split) -> None:
        super().__init__(folder, split)
        self.noted: list[str] = []
        self._names = {
            id(glyph): f"{writer} {char} {place}"
            for writer, chars in self.by_hand.items()
            for char, glyphs in chars.items()
            for place, glyph in enumerate(glyphs, 1)
        }

    def pick(self, char: str, hand: str, rng: np.random.Generator) -> Glyph | None:
        """As in any book, and noted."""
        glyph = super().pick(char, hand, rng)
        if glyph is not None:
            self.noted.append(self._names[id(glyph)])
        return glyph


def make_noted(
    recipe: Recipe, catalogue: Catalogue, book: NotingBook
) -> tuple[MadePhoto, dict[str, Images]]:
    """A made photo, and the images that each of its cells was written with, by cell id."""
    starts: dict[str, int] = {}
    book.noted.clear()

    def watch(cell: str) -> None:
        starts[cell] = len(book.noted)

    made = make_photo(recipe, catalogue, book, watch)
    ends = [*starts.values(), len(book.noted)][1:]
    return made, {
        cell: tuple(book.noted[start:end])
        for (cell, start), end in zip(starts.items(), ends, strict=True)
    }
