"""The worst cells, as pictures to look at one by one: the surest that are not what is written.

Each is made again from its recipe, so that nothing needs to be kept but rows. Beside each picture
stands what was written, what was read, how sure, and which images of whose handwriting were used,
by their place among that writer's images of the sign: so an image with a wrong label can be named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.game.catalogue import Catalogue
from scorecheck.measure.composed import Composed, composed_by
from scorecheck.measure.noting import NotingBook
from scorecheck.measure.rows import CellRow, PhotoRow
from scorecheck.simulate.photos import Recipe, make_photo

Picture = NDArray[np.uint8]

_TILE = (300, 250)
_INK = (30, 30, 30)
_AROUND = 1.5  # mm
_PX_PER_MM = 12


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
    """A wrong cell with its picture (H, W, 3 BGR)."""

    worst: Worst
    picture: Picture


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
        made = list(composed_by(book, seed, worst.source.hand))
        cut = made[worst.source.place][0].cut
        return Shown(worst, np.asarray(cv2.cvtColor(cut, cv2.COLOR_GRAY2BGR), np.uint8))
    return Shown(worst, _in_photo(worst.row.cell, worst.source, book, catalogue))


def _in_photo(name: str, source: PhotoRow, book: NotingBook, catalogue: Catalogue) -> Picture:
    """The cell cut from its photo, made flat, in colour."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in source.recipe.items()
    }
    made = make_photo(Recipe(**values), catalogue, book)
    (cell,) = (cell for cell in made.layout.cells if cell.cell == name)
    left, top = cell.x - _AROUND, cell.y - _AROUND
    right, bottom = cell.x + cell.w + _AROUND, cell.y + cell.h + _AROUND
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    at = made.shot.sheets[0].to_photo(corners).astype(np.float32)
    size = (round((right - left) * _PX_PER_MM), round((bottom - top) * _PX_PER_MM))
    flat = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    picture = cv2.warpPerspective(made.shot.photo, cv2.getPerspectiveTransform(at, flat), size)
    return np.asarray(picture, np.uint8)


def contact_sheet(cells: Sequence[Shown], across: int = 4) -> Picture:
    """All cells on one picture, four in a row, numbered as in their table."""
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
    glyphs = ", ".join(worst.row.images)
    return [
        f"{number}: written {worst.row.written or 'nothing'}, read {worst.read or 'nothing'}",
        f"{worst.reading} p {worst.p:.5f}, {end}",
        glyphs[:46],
        glyphs[46:92],
    ]
