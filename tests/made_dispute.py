"""A disputed sheet for the tests of the report: a wrong sum, cells in doubt, people's decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from scorecheck.batch import check_files
from scorecheck.decisions.apply import apply_decisions
from scorecheck.decisions.make import decide
from scorecheck.decisions.place import places
from scorecheck.report.again import command
from scorecheck.report.dispute import gather
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.result import BatchResult
from tests.made_decisions import catalogue
from tests.made_sheets import WRONG_SUM, KnowingReader, MadeSheet, kit_for, make_sheet

DOUBTS: Mapping[str, Mapping[str, float]] = {
    "g1/chance/value": {"?": 0.6, "18": 0.3},
    "g1/four_kind/value": {"14": 0.6, "19": 0.35},
    "g1/yahtzee/value": {"50": 0.7, "56": 0.25},
}
AT = "2026-01-31T20:15:09.123Z"
NASTY = "<script>alert('x')</script> & דָּנִיֵּאל 東京"
"""A person's name with markup, two other scripts and a sign that turns the direction of text."""


def disputed(
    folder: Path, said: Sequence[Mapping[str, str]] = (), name: str = "a.png"
) -> BatchResult:
    """The photo of a sheet with a wrong sum and `DOUBTS`, settled by what people `said`."""
    sheet = make_sheet(cards={"g1": WRONG_SUM}, sheet=12)
    return settled([sheet], folder, said, DOUBTS, name)


def settled(
    sheets: Sequence[MadeSheet],
    folder: Path,
    said: Sequence[Mapping[str, str]] = (),
    doubts: Mapping[str, Mapping[str, float]] | None = None,
    name: str = "a.png",
) -> BatchResult:
    """Photos of sheets, read and settled; all sheets have the cells of the first."""
    paths = [s.save(folder / (name if n == 0 else f"{n}-{name}")) for n, s in enumerate(sheets)]
    batch = check_files(paths, kit_for(KnowingReader(sheets[0].texts, doubts or {})))
    file = batch.files[0]
    (place, sheet), *_ = places(file)
    cells = {cell.cell: cell for card in sheet.cards for cell in card.cells}
    decisions = [
        replace(
            decide(place, cells[one["cell"]], one["text"], one["by"], remark=one.get("remark", "")),
            at=one.get("at", AT),
            round=int(one.get("round", "1")),
        )
        for one in said
    ]
    return apply_decisions(batch, decisions, catalogue()).batch


def report_on(batch: BatchResult) -> Dispute:
    """The facts of a report."""
    return gather(batch, command([file.path for file in batch.files]))
