"""Cells marked on the photo: a frame around each, and its reading in small letters beside the
writing.

What a person has to look at is drawn first, so that it gets the best places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scorecheck.report.crops import Picture
from scorecheck.report.label_place import Place, Room, Size, frame_size, moved, to_photo
from scorecheck.resources import data_file

_LETTERS = (33, 28, 24, 20)
"""Heights of a label's letters in a cell's drawing, the first that fits is taken."""
_BESIDE = 40
"""Letters beside the table: there is room."""
_PAD = 5

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Mark:
    """How one cell is drawn: its frame's colour and weight (1 to 3), its label, a light fill."""

    colour: Colour
    weight: int
    label: str
    fill: bool = False


@dataclass(frozen=True)
class MarkedCell:
    """A cell's corners in the picture, the row of the sheet it stands in, and its mark."""

    corners: NDArray[np.float32]
    row: str
    mark: Mark | None


@dataclass(frozen=True)
class _Label:
    """A label's lines in letters of one height."""

    lines: tuple[str, ...]
    height: int

    @property
    def size(self) -> Size:
        font = letters(self.height)
        widest = max(font.getlength(line) for line in self.lines)
        return round(widest) + 2 * _PAD, len(self.lines) * (self.height + 2) + _PAD


def draw_cells(picture: Picture, cells: Sequence[MarkedCell]) -> None:
    """All marks of one sheet, on the picture itself."""
    room = Room(picture, [cell.corners for cell in cells])
    marked = [(cell, cell.mark) for cell in cells if cell.mark is not None]
    for cell, mark in marked:
        _paste(picture, _frame(mark, frame_size(cell.corners)), to_photo(cell.corners))
    for cell, mark in sorted(marked, key=lambda one: not one[1].fill):
        if mark.label:
            row = [other.corners for other in cells if other.row == cell.row]
            _label(picture, room, cell.corners, row, mark)


def _label(
    picture: Picture,
    room: Room,
    cell: NDArray[np.float32],
    row: Sequence[NDArray[np.float32]],
    mark: Mark,
) -> None:
    """The label in its cell, or beside the table where writing fills the cell."""
    labels = [_Label(lines, height) for height in _LETTERS for lines in _shapes(mark.label)]
    place = room.at_cell(cell, [label.size for label in labels])
    label, at = labels[place.choice], cell
    if mark.fill and not place.free:
        wide = _Label((mark.label,), _BESIDE)
        far = _far_place(room, cell, row, wide.size)
        if far is not None:
            label, (place, at, line) = wide, far
            _leader(picture, line, mark.colour, max(1, round(max(picture.shape[:2]) / 1400)))
    _paste(picture, _patch(mark, label), to_photo(at) @ _shift(place))
    room.take(moved(place.corners(), to_photo(at)))


def _shapes(label: str) -> list[tuple[str, ...]]:
    """The label on one line, and on two where it has two parts."""
    first, space, rest = label.partition(" ")
    two = bool(space) and rest != "!"
    return [(label,), (first, rest)] if two else [(label,)]


def _far_place(
    room: Room, cell: NDArray[np.float32], row: Sequence[NDArray[np.float32]], size: Size
) -> tuple[Place, NDArray[np.float32], NDArray[np.float32]] | None:
    """A place beside the table, the cell in whose drawing it is measured, and the line that leads
    there along the row's upper border; on the nearer side first."""
    along = cell[1] - cell[0]
    order = sorted(row, key=lambda other: float(other[0] @ along))
    here = next(number for number, other in enumerate(order) if other is cell)
    rightwards = len(order) - 1 - here < here + 1
    for right in (rightwards, not rightwards):
        passed = order[here:] if right else order[here::-1]
        place = room.beside(passed[-1], size, right=right)
        if place is not None:
            near = 0 if right else place.size[0]
            end = np.array([(place.left + near, place.top + place.size[1] // 2)], np.float32)
            corner = 1 if right else 0
            line = [other[corner] for other in passed] + [moved(end, to_photo(passed[-1]))[0]]
            return place, passed[-1], np.array(line, np.float32)
    return None


def _leader(picture: Picture, line: NDArray[np.float32], colour: Colour, weight: int) -> None:
    """A thin line with a dot where it begins."""
    points = np.round(line).astype(np.int32)
    cv2.polylines(picture, [points], False, colour[::-1], weight, cv2.LINE_AA)
    start = int(points[0][0]), int(points[0][1])
    cv2.circle(picture, start, 3 * weight, colour[::-1], -1, cv2.LINE_AA)


def _shift(place: Place) -> NDArray[np.float64]:
    return np.array([[1, 0, place.left], [0, 1, place.top], [0, 0, 1]], np.float64)


def _frame(mark: Mark, size: Size) -> NDArray[np.uint8]:
    """A cell's frame and tint as a picture with alpha (premultiplied by nothing)."""
    # The empty part keeps the mark's colour at alpha 0, so that warping blends no black in.
    image = Image.new("RGBA", size, (*mark.colour, 38 if mark.fill else 0))
    ImageDraw.Draw(image).rectangle(
        (0, 0, size[0] - 1, size[1] - 1), outline=(*mark.colour, 235), width=1 + 2 * mark.weight
    )
    return np.asarray(image)


def _patch(mark: Mark, label: _Label) -> NDArray[np.uint8]:
    """The label on white in a thin frame."""
    image = Image.new("RGBA", label.size, (255, 255, 255, 225))
    draw = ImageDraw.Draw(image)
    width, height = label.size
    draw.rectangle((0, 0, width - 1, height - 1), outline=(*mark.colour, 235), width=2)
    for number, line in enumerate(label.lines):
        at = (width / 2, _PAD + number * (label.height + 2) + label.height / 2 - 1)
        draw.text(at, line, font=letters(label.height), anchor="mm", fill=(*mark.colour, 255))
    return np.asarray(image)


def _paste(picture: Picture, patch: NDArray[np.uint8], matrix: NDArray[np.float64]) -> None:
    """Warp a drawing onto its place in the picture; touches only the pixels there."""
    height, width = patch.shape[:2]
    outline = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    corners = moved(outline, matrix)
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, picture.shape[1::-1])
    if (high <= low).any():
        return
    onto = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]], np.float64) @ matrix
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(patch, onto, size, flags=cv2.INTER_AREA).astype(np.float32)
    part = picture[low[1] : high[1], low[0] : high[0]]
    alpha = warped[:, :, 3:] / 255.0
    part[:] = np.round(part * (1 - alpha) + warped[:, :, 2::-1] * alpha).astype(np.uint8)


@cache
def letters(size: int) -> ImageFont.FreeTypeFont:
    """The letters of labels and legends."""
    return ImageFont.truetype(str(data_file("fonts/TallySans-Bold.ttf")), size)
