"""Which of the decisions belong to a photo, and to which of the sheets found in it.

Sheets are counted as they were found. Another release may find one more, so the place in the
photo where a cell was seen counts for more than the number: no decision is ever taken for one on
another sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorecheck.decisions.place import places
from scorecheck.decisions.record import Decision
from scorecheck.decisions.texts import clean_text
from scorecheck.errors import UsageError
from scorecheck.report.result import CellResult, FileResult, Point

NEAR = 0.5
"""A cell may be found again so far beside its old place, in heights of a cell."""


@dataclass(frozen=True)
class Fit:
    """The decisions about one photo, each with its sheet's number as it is now.

    `misfits` are those that fit no cell of it, and the undos of such.
    """

    decisions: tuple[Decision, ...]
    misfits: tuple[Decision, ...]


def fit(decisions: Sequence[Decision], file: FileResult) -> Fit:
    """The decisions about a photo, by the cells that it has."""
    own = [one for one in decisions if one.sha256 == file.sha256]
    cells = {(place, cell.cell): cell for place, cell in _cells(file)}
    sheets: dict[str, int] = {}
    for one in own:
        number = sheets.get(one.undoes) if one.undoes else _sheet(one, cells)
        if number is not None:
            sheets[one.id] = number
    return Fit(
        tuple(replace(one, sheet=sheets[one.id]) for one in own if one.id in sheets),
        tuple(one for one in own if one.id not in sheets),
    )


_Key = tuple[tuple[int, int], str]


def _cells(file: FileResult) -> Iterator[tuple[tuple[int, int], CellResult]]:
    """Every cell with its page and sheet."""
    for place, sheet in places(file):
        for card in sheet.cards:
            for cell in card.cells:
                yield (place.page, place.sheet), cell


def _sheet(one: Decision, cells: dict[_Key, CellResult]) -> int | None:
    """The number of the sheet on which the decision's cell is."""
    same = [place for place, name in cells if place[0] == one.page and name == one.cell]
    fitting = [p for p in same if _is_there(one, cells[p, one.cell])]
    numbers = sorted((number for _, number in fitting), key=lambda number: number != one.sheet)
    return numbers[0] if numbers else None


def _is_there(one: Decision, cell: CellResult) -> bool:
    """Whether the decision was made on this cell, and says what can stand in it."""
    try:
        if one.text is None or clean_text(one.text, cell.kind) != one.text:
            return False
    except UsageError:
        return False
    return one.read is None or _overlap(one.read.box_px, cell.box_px)


def _overlap(old: Sequence[Point], new: Sequence[Point]) -> bool:
    """Whether the middle of the old corners lies within the new ones, or just beside them."""
    corners = np.array(new, np.float32)
    x, y = np.mean(old, axis=0).tolist()
    height = float(np.linalg.norm(corners[3] - corners[0]))
    return cv2.pointPolygonTest(corners, (x, y), measureDist=True) >= -NEAR * height
