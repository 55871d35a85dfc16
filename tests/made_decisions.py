"""Decisions for tests, sheets to make them on, and a writer to be killed."""

from __future__ import annotations

import itertools
import os
import sys
import uuid
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision, MachineReading
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.judge.sheet import judge_sheet
from scorecheck.measure.stub_photos import made_reading
from scorecheck.reading.types import Candidate, State
from scorecheck.report.result import CellResult, SheetBasis, SheetResult
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity

PLACE = Place("a" * 64, 1, 0)
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
READ = MachineReading(
    Candidate("18", 0.55), "18", 0.61, State.DOUBTFUL, (Candidate("13", 0.39),), BOX
)
_seconds = itertools.count()


def decision(text: str | None = "18", by: str = "Åsa", **more: object) -> Decision:
    """A decision on the chance of the first game, a second after the last one made."""
    second = next(_seconds)
    given: dict[str, object] = {
        "id": uuid.uuid4().hex,
        "at": f"2026-01-31T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z",
        **PLACE._asdict(),
        "cell": "g1/chance/value",
        "read": None if text is None else READ,
    }
    return Decision(by=by, text=text, **(given | more))  # type: ignore[arg-type]


def undo(of: Decision, by: str = "Björn", **more: object) -> Decision:
    """A decision or an undo taken back."""
    return decision(None, by, undoes=of.id, round=of.round, cell=of.cell, **more)


def append_until_killed(path: Path, count: int) -> None:
    """Append, and print the id of each decision once the append has returned."""
    log = DecisionLog(path)
    for _ in range(count):
        one = decision(remark="säker på det " * 40)
        log.append(one)
        # In one piece: where output is unbuffered, a print may be killed before its line's end.
        os.write(sys.stdout.fileno(), f"{one.id}\n".encode())


@cache
def catalogue() -> Catalogue:
    """The built-in games."""
    return load_catalogue()


def judged_sheet(
    cards: Mapping[str, Mapping[str, str]],
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    variant: str = "yahtzee",
    mode: str = "games",
) -> SheetResult:
    """A sheet as the machine leaves it: texts by column, box and field, all sure but the doubts."""
    template = catalogue().get(variant)
    identity = sheet_identity(template, "a4", "en", columns=len(cards), mode=mode)
    layout = make_layout(template, identity)
    texts = {f"{name}/{at}": text for name, card in cards.items() for at, text in card.items()}
    columns = tuple(
        tuple(
            made_reading(cell, texts.get(cell.cell, ""), (doubts or {}).get(cell.cell))
            for cell in layout.cells
            if cell.column == column and cell.kind != "text"
        )
        for column in layout.columns
    )
    options = template.resolve_options({})
    judged = judge_sheet(columns, template, options, identity)
    return SheetResult(
        template, {}, "en", "a4", 1, 1, None, BOX, judged.cards,
        table=judged.table, match=judged.match, basis=SheetBasis(columns, identity, options),
    )  # fmt: skip


def cell_of(sheet: SheetResult, name: str) -> CellResult:
    """A cell of a sheet by its id."""
    return next(cell for card in sheet.cards for cell in card.cells if cell.cell == name)
