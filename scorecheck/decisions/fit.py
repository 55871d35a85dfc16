"""Which of the decisions belong to a photo, and to which of the sheets found in it.

Sheets are counted as they were found. Another release may find one more, so the place in the
photo where a cell was seen counts for more than the number: no decision is ever taken for one on
another sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from scorecheck.decisions.current import live
from scorecheck.decisions.place import Place, places
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

    @property
    def lost(self) -> tuple[Decision, ...]:
        """The misfits that nobody has taken back: they should count, and cannot."""
        return tuple(live(self.misfits))

    def on(self, place: Place) -> tuple[Decision, ...]:
        """The decisions and undos on one sheet, in their order."""
        return tuple(one for one in self.decisions if one.place == place)


def fit(decisions: Sequence[Decision], file: FileResult) -> Fit:
    """The decisions about a photo, by the cells that it has."""
    own = [one for one in decisions if one.sha256 == file.sha256]
    cells = _cells(file)
    sheets: dict[tuple[str, int, int], int] = {}
    latest: dict[str, int] = {}
    for one in own:  # one that holds on several pages is there once for each of them
        target = one.undoes
        number = (
            sheets.get((target, one.page, one.sheet), latest.get(target))
            if target
            else _sheet(one, cells)
        )
        if number is not None:
            sheets[_copy(one)] = latest[one.id] = number
    return Fit(
        tuple(_on_sheet(one, sheets[_copy(one)]) for one in own if _copy(one) in sheets),
        tuple(one for one in own if _copy(one) not in sheets),
    )


def _copy(one: Decision) -> tuple[str, int, int]:
    return one.id, one.page, one.sheet


def _on_sheet(one: Decision, sheet: int) -> Decision:
    return one if one.sheet == sheet else replace(one, sheet=sheet)


_Cells = Mapping[tuple[int, str], Mapping[int, CellResult]]


def _cells(file: FileResult) -> _Cells:
    """Every cell: by its page and name, then by the number of its sheet."""
    found: dict[tuple[int, str], dict[int, CellResult]] = {}
    for place, sheet in places(file):
        for card in sheet.cards:
            for cell in card.cells:
                found.setdefault((place.page, cell.cell), {})[place.sheet] = cell
    return found


def _sheet(one: Decision, cells: _Cells) -> int | None:
    """The number of the sheet on which the decision's cell is."""
    same = cells.get((one.page, one.cell), {})
    fitting = [number for number, cell in same.items() if _is_there(one, cell)]
    return min(fitting, key=lambda number: number != one.sheet, default=None)


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
