"""Sheets for the tests of reports and commands: printed, filled with plain type, photographed.

The reader that goes with them knows what was written, so that these tests need no network and
can put any cell in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.game.catalogue import load_catalogue
from scorecheck.photo.flatten import FlatSheet
from scorecheck.pipeline import Kit
from scorecheck.reading.types import ILLEGIBLE_TEXT, Candidate, CellReading, Reading, State
from scorecheck.sheet.layout import Cell, Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page

PX_PER_MM = 6
Texts = Mapping[str, str]

# A finished game of Yahtzee without a mistake.
CLEAN = {
    "ones/value": "3", "twos/value": "6", "threes/value": "9", "fours/value": "12",
    "fives/value": "15", "sixes/value": "18", "upper_sum/sum": "63", "bonus/sum": "35",
    "upper_total/sum": "98", "three_kind/value": "20", "four_kind/value": "14",
    "full_house/value": "25", "small_straight/value": "30", "large_straight/value": "X",
    "yahtzee/value": "50", "chance/value": "19", "chip_points/sum": "0", "lower_total/sum": "158",
    "grand_total/sum": "256",
}  # fmt: skip
# The same with a wrong sum, and two numbers that follow from it.
WRONG_SUM = CLEAN | {
    "upper_sum/sum": "62", "bonus/sum": "0", "upper_total/sum": "62", "grand_total/sum": "220",
}  # fmt: skip


def in_column(column: str, texts: Texts) -> dict[str, str]:
    """Texts by cell id, from texts by box and field."""
    return {f"{column}/{place}": text for place, text in texts.items()}


@dataclass
class MadeSheet:
    """A filled sheet: what is written on it, cell by cell, and its picture, H x W x 3 BGR."""

    layout: Layout
    texts: dict[str, str]
    picture: NDArray[np.uint8]

    def save(self, path: Path, *, turns: int = 0) -> Path:
        """Write it as a photo, turned by quarter turns."""
        done, data = cv2.imencode(path.suffix, np.rot90(self.picture, turns))
        assert done
        path.write_bytes(data.tobytes())
        return path


def make_sheet(
    variant: str = "yahtzee",
    cards: Mapping[str, Texts] | None = None,
    *,
    columns: int = 2,
    mode: str = "games",
    sheet: int = 7,
    lang: str = "en",
) -> MadeSheet:
    """A sheet with `cards` (by column) typed in, lying on a grey table."""
    template = load_catalogue().get(variant)
    identity = sheet_identity(template, "a4", lang, columns=columns, mode=mode, sheet=sheet)
    layout = make_layout(template, identity)
    texts: dict[str, str] = {}
    for column, card in (cards or {}).items():
        texts |= in_column(column, card)
    page = render_page(draw_sheets(template, identity), 0, PX_PER_MM, colour=True)
    for cell in layout.cells:
        _type(page, cell, texts.get(cell.cell, ""))
    return MadeSheet(layout, texts, cv2.copyMakeBorder(page, 50, 60, 40, 70, 0, value=(90, 90, 90)))


def _type(page: NDArray[np.uint8], cell: Cell, text: str) -> None:
    if text:
        place = (round((cell.x + 2) * PX_PER_MM), round((cell.y + cell.h - 2.5) * PX_PER_MM))
        cv2.putText(page, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (120, 60, 30), 2)


@dataclass
class KnowingReader:
    """Reads what it was told; `doubts` gives other candidates for some cells."""

    texts: Texts
    doubts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    calls: int = 0

    def __call__(self, flat: FlatSheet, layout: Layout) -> Reading:
        self.calls += 1
        return Reading(
            tuple(self._cell(flat, cell) for cell in layout.cells if cell.kind != "text")
        )

    def _cell(self, flat: FlatSheet, cell: Cell) -> CellReading:
        shares = self.doubts.get(cell.cell, {self.texts.get(cell.cell, ""): 0.9999})
        candidates = tuple(Candidate(text, p) for text, p in shares.items())
        best = candidates[0]
        state = State.SURE if best.p > 0.99 else State.DOUBTFUL
        if best.text == ILLEGIBLE_TEXT:
            state = State.ILLEGIBLE
        elif best.text == "" and best.p > 0.99:
            state = State.BLANK
        x, y, right, bottom = cell.x, cell.y, cell.x + cell.w, cell.y + cell.h
        corners = np.array([(x, y), (right, y), (right, bottom), (x, bottom)], np.float64)
        box = tuple((float(u), float(v)) for u, v in flat.to_photo_px(corners))
        return CellReading(
            cell.cell, cell.column, cell.box, cell.field, cell.kind, candidates, state, box
        )


def kit_for(reader: KnowingReader) -> Kit:
    """A kit with the built-in games and this reader."""
    return Kit(load_catalogue(), reader)
