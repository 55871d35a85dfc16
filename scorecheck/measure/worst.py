"""The worst cells, as pictures to look at one by one: the surest that are not what is written.

Each is made again from its recipe, so that nothing needs to be kept but rows. Beside each picture
stands what was written, what was read, how sure, and which images of whose handwriting were used,
by their place among that writer's images of the sign: so an image with a wrong label can be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.game.catalogue import Catalogue
from scorecheck.measure.reading import Composed, composed_by
from scorecheck.measure.rows import CellRow, PhotoRow
from scorecheck.simulate.glyphs import Glyph, GlyphBook, Split
from scorecheck.simulate.photos import Recipe, make_photo

Picture = NDArray[np.uint8]

_TILE = (300, 250)
_INK = (30, 30, 30)
_AROUND = 1.5  # mm


@dataclass(frozen=True)
class Worst:
    """A wrong cell: its row, its probability, whether it passed, and where it comes from."""

    row: CellRow
    p: float
    passed: bool
    reading: str
    source: Composed | PhotoRow

    @property
    def read(self) -> str:
        """What it was taken for."""
        return self.row.text if self.reading == "weighed" else self.row.seen[0][0]


@dataclass(frozen=True)
class Shown:
    """A wrong cell with its picture (H, W, 3 BGR), and the images that it was written with."""

    worst: Worst
    picture: Picture
    glyphs: tuple[str, ...]


class NotingBook(GlyphBook):
    """Glyphs that remember who was asked for what: each image by its place among its writer's."""

    def __init__(self, folder: Path, split: Split) -> None:
        super().__init__(folder, split)
        self.noted: list[str] = []
        self._places = {
            id(glyph): f"{writer} {char} {place + 1} of {len(glyphs)}"
            for writer, chars in self.by_hand.items()
            for char, glyphs in chars.items()
            for place, glyph in enumerate(glyphs)
        }

    def pick(self, char: str, hand: str, rng: np.random.Generator) -> Glyph | None:
        """As in any book, and noted."""
        glyph = super().pick(char, hand, rng)
        if glyph is not None:
            self.noted.append(self._places[id(glyph)])
        return glyph


def worst_composed(cells: Sequence[Composed], most: int) -> list[Worst]:
    """The composed cells that are wrong, those that passed first, the surest first."""
    wrong = [
        Worst(cell.row, cell.row.p_blind, cell.row.passes_blind, "blind", cell)
        for cell in cells
        if not cell.row.right_blind
    ]
    return _surest(wrong, most)


def worst_in_photos(rows: Sequence[PhotoRow], most: int) -> list[Worst]:
    """The cells of photos that are wrong after weighing, those that passed first."""
    wrong = [
        Worst(cell, cell.p, cell.passes, "weighed", row)
        for row in rows
        for cell in row.cells
        if not cell.right and not cell.hidden
    ]
    return _surest(wrong, most)


def _surest(wrong: Sequence[Worst], most: int) -> list[Worst]:
    return sorted(wrong, key=lambda one: (not one.passed, -one.p))[:most]


def shown(worst: Worst, book: NotingBook, catalogue: Catalogue, seed: int) -> Shown:
    """The cell made again.

    Args:
        seed: of the composed cells.
    """
    if isinstance(worst.source, Composed):
        return _shown_composed(worst, worst.source, book, seed)
    return _shown_in_photo(worst, worst.source, book, catalogue)


def _shown_composed(worst: Worst, source: Composed, book: NotingBook, seed: int) -> Shown:
    for place, (cell, _) in enumerate(composed_by(book, seed, source.hand, book.noted.clear)):
        if place == source.place:
            glyphs = tuple(book.noted[: len(cell.text)])
            return Shown(worst, cv2.cvtColor(cell.cut, cv2.COLOR_GRAY2BGR).astype(np.uint8), glyphs)
    raise ValueError(f"a hand has no cell {source.place}")


def _shown_in_photo(
    worst: Worst, source: PhotoRow, book: NotingBook, catalogue: Catalogue
) -> Shown:
    starts: dict[str, int] = {}
    book.noted.clear()
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in source.recipe.items()
    }
    recipe = Recipe(**values)

    def watch(cell: str) -> None:
        starts[cell] = len(book.noted)

    made = make_photo(recipe, catalogue, book, watch)
    names = list(starts)
    glyphs: list[str] = []
    if worst.row.cell in starts:
        after = names[names.index(worst.row.cell) + 1 :]
        end = starts[after[0]] if after else len(book.noted)
        glyphs = book.noted[starts[worst.row.cell] : end]
    (cell,) = (cell for cell in made.layout.cells if cell.cell == worst.row.cell)
    left, top = cell.x - _AROUND, cell.y - _AROUND
    right, bottom = cell.x + cell.w + _AROUND, cell.y + cell.h + _AROUND
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    at = made.shot.sheets[0].to_photo(corners).astype(np.float32)
    per_mm = 12
    size = (round((right - left) * per_mm), round((bottom - top) * per_mm))
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    picture = cv2.warpPerspective(made.shot.photo, cv2.getPerspectiveTransform(at, flat), size)
    return Shown(worst, np.asarray(picture, np.uint8), tuple(glyphs))


def contact_sheet(cells: Sequence[Shown], across: int = 4) -> Picture:
    """All cells on one picture, four in a row, numbered as in `listed`."""
    tiles = [_tile(number, cell) for number, cell in enumerate(cells, 1)]
    blank = np.full((_TILE[1], _TILE[0], 3), 255, np.uint8)
    tiles += [blank] * (-len(tiles) % across)
    rows = [np.hstack(tiles[i : i + across]) for i in range(0, len(tiles), across)]
    return np.asarray(np.vstack(rows) if rows else blank, np.uint8)


def _tile(number: int, cell: Shown) -> Picture:
    tile = np.full((_TILE[1], _TILE[0], 3), 255, np.uint8)
    rows, columns = cell.picture.shape[:2]
    zoom = min((_TILE[0] - 12) / columns, (_TILE[1] - 90) / rows)
    size = (max(1, round(columns * zoom)), max(1, round(rows * zoom)))
    small = cv2.resize(cell.picture, size, interpolation=cv2.INTER_AREA)
    tile[6 : 6 + size[1], 6 : 6 + size[0]] = small
    for line, text in enumerate(_lines(number, cell)):
        at = (6, _TILE[1] - 66 + 18 * line)
        cv2.putText(tile, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, _INK, 1, cv2.LINE_AA)
    return tile


def _lines(number: int, cell: Shown) -> list[str]:
    worst = cell.worst
    end = "PASSED" if worst.passed else "asked"
    glyphs = ", ".join(cell.glyphs)
    return [
        f"{number}: written {worst.row.written or 'nothing'}, read {worst.read or 'nothing'}",
        f"{worst.reading} p {worst.p:.5f}, {end}",
        glyphs[:46],
        glyphs[46:92],
    ]
