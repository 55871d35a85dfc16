"""Settling: what a person said is certain, and the sheet is judged again by the same code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorecheck.decisions.make import decide
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import settle
from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.sheet import judge_sheet
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import CardResult, CardVerdict, CellResult, SheetBasis, SheetResult
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity
from tests.made_sheets import CLEAN, WRONG_SUM, in_column

CATALOGUE = load_catalogue()
PLACE = Place("a" * 64, 1, 0)
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
Texts = Mapping[str, str]
Shares = Mapping[str, Mapping[str, float]]


def reading(cell: object, texts: Texts, doubts: Shares) -> CellReading:
    name = cell.cell  # type: ignore[attr-defined]
    shares = doubts.get(name, {texts.get(name, ""): 0.9999})
    candidates = tuple(Candidate(text, p) for text, p in shares.items())
    state = State.SURE if candidates[0].text else State.BLANK
    if name in doubts:
        state = State.ILLEGIBLE if candidates[0].text == "?" else State.DOUBTFUL
    return CellReading(name, cell.column, cell.box, cell.field, cell.kind, candidates, state, BOX)  # type: ignore[attr-defined]


def judged_sheet(
    cards: Mapping[str, Texts],
    doubts: Shares | None = None,
    variant: str = "yahtzee",
    mode: str = "games",
) -> SheetResult:
    """A sheet as the machine leaves it."""
    template = CATALOGUE.get(variant)
    identity = sheet_identity(template, "a4", "en", columns=len(cards), mode=mode)
    layout = make_layout(template, identity)
    texts = {place: text for name, card in cards.items() for place, text in in_column(name, card).items()}
    columns = tuple(
        tuple(reading(cell, texts, doubts or {}) for cell in layout.cells if cell.column == column and cell.kind != "text")
        for column in layout.columns
    )
    options = template.resolve_options()
    judged = judge_sheet(columns, template, options, identity)
    return SheetResult(
        template, {}, "en", "a4", 1, 1, None, BOX, judged.cards, table=judged.table, match=judged.match,
        basis=SheetBasis(columns, identity, options),
    )  # fmt: skip


def cell_of(sheet: SheetResult, name: str) -> CellResult:
    return next(cell for card in sheet.cards for cell in card.cells if cell.cell == name)


def said(sheet: SheetResult, **texts: str) -> dict[str, Decision]:
    return {name: decide(PLACE, cell_of(sheet, name), text, "Åsa") for name, text in texts.items()}


def settled(sheet: SheetResult, texts: Texts) -> SheetResult:
    return settle(sheet, said(sheet, **texts), CATALOGUE)


def test_a_doubtful_cell_becomes_sure_and_keeps_its_readings() -> None:
    doubts = {"g1/chance/value": {"18": 0.55, "19": 0.44}}
    before = judged_sheet({"g1": CLEAN | {"grand_total/sum": "", "lower_total/sum": ""}}, doubts)
    assert cell_of(before, "g1/chance/value").state is State.DOUBTFUL
    cell = cell_of(settled(before, {"g1/chance/value": "19"}), "g1/chance/value")
    assert (cell.text, cell.value, cell.state, cell.confidence) == ("19", 19, State.SURE, 1.0)
    assert cell.decided is not None
    assert (cell.decided.text, cell.decided.by) == ("19", "Åsa")
    assert cell.alone == Candidate("18", 0.55)
    assert cell.machine == cell_of(before, "g1/chance/value")
    assert not cell.in_doubt
