"""Files of JSON that a stubbed reader takes for photos of sheets: quick to make and to read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.sheet import read_columns
from scorecheck.photo.load import Photo
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import FileResult, SheetBasis, SheetResult
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Cell
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity

BOX = ((0.0, 0.0), (900.0, 0.0), (900.0, 900.0), (0.0, 900.0))

Card = Mapping[str, str]


def write_photo(
    path: Path,
    cards: Mapping[str, Card],
    *,
    sheet: int = 1,
    variant: str = "yahtzee",
    mode: str = "games",
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    nonce: str = "",
) -> Path:
    """A file that `read_stub` takes for a photo of a sheet with these cards, by column.

    Args:
        doubts: what some cells may say, with probabilities, by cell id.
        nonce: makes another photo of the same sheet.
    """
    identity = sheet_identity(
        load_catalogue().get(variant), "a4", "en", columns=len(cards), mode=mode, sheet=sheet
    )
    texts = {f"{name}/{at}": text for name, card in cards.items() for at, text in card.items()}
    told = {"identity": identity.to_text(), "texts": texts, "doubts": doubts or {}, "nonce": nonce}
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def read_stub(path: Path) -> FileResult:
    """The sheet that a file of `write_photo` tells of."""
    data = path.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    page = Photo(path, 1, 1, sha256, "jpeg", np.empty((0, 0), np.uint8))
    return FileResult(path, sha256, None, (_sheet(json.loads(data)),), (page,))


def _sheet(told: Mapping[str, Any]) -> SheetResult:
    identity = SheetIdentity.from_text(told["identity"])
    template = load_catalogue().get(identity.variant)
    layout = make_layout(template, identity)
    columns = tuple(
        tuple(
            made_reading(cell, told["texts"].get(cell.cell, ""), told["doubts"].get(cell.cell))
            for cell in layout.cells
            if cell.column == column and cell.kind != "text"
        )
        for column in layout.columns
    )
    options = template.resolve_options(dict(identity.options))
    cards = read_columns(columns, template, options, identity).cards
    basis = SheetBasis(columns, identity, options)
    return SheetResult(
        template, {}, "en", "a4", 1, identity.sheet, None, BOX, cards, basis=basis
    )  # fmt: skip


def made_reading(cell: Cell, text: str, doubt: Mapping[str, float] | None) -> CellReading:
    """A cell that was surely read as `text`, or in doubt between the texts of `doubt`."""
    candidates = tuple(Candidate(one, p) for one, p in (doubt or {text: 0.9999}).items())
    state = State.SURE if text else State.BLANK
    if doubt:
        state = State.ILLEGIBLE if candidates[0].text == "?" else State.DOUBTFUL
    x, y, right, bottom = cell.x, cell.y, cell.x + cell.w, cell.y + cell.h
    corners = ((x, y), (right, y), (right, bottom), (x, bottom))
    return CellReading(
        cell.cell, cell.column, cell.box, cell.field, cell.kind, candidates, state, corners
    )
