"""Readings go into the log and come back: judged again, they give the very same verdict."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.archive.reading_json import Body, body_of, place_of, sheet_of
from scorecheck.archive.record import canonical, digest
from scorecheck.archive.same import contradictions, seem_one_sheet
from scorecheck.decisions.place import Place
from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.sheet import read_columns
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import SheetBasis, SheetResult
from tests.made_decisions import catalogue, judged_sheet
from tests.made_sheets import CLEAN, WRONG_SUM

PLACE = Place("a" * 64, 2, 1)
GAMES = [template.id for template in load_catalogue().all()]

shares = st.floats(0.00001, 1.0, allow_nan=False)
texts = st.sampled_from(["", "3", "18", "25", "X", "/", "\\", "-", "?", "P", "v", "1234"])
pixels = st.floats(-50, 5000, allow_nan=False)


@st.composite
def readings(draw: st.DrawFn) -> SheetResult:
    """A sheet of any game, with anything seen in some of its cells."""
    made = judged_sheet({"g1": {}, "g2": {}}, variant=draw(st.sampled_from(GAMES)))
    basis = made.basis
    assert basis is not None
    columns = [list(cells) for cells in basis.columns]
    for cells in columns:
        for at in draw(st.lists(st.integers(0, len(cells) - 1), max_size=4)):
            cells[at] = seen(draw, cells[at])
    notes = tuple(draw(st.lists(st.text(max_size=20), max_size=2)))
    complete = draw(st.booleans())
    identity = replace(
        basis.identity, complete=complete, options_changed=None if complete else False
    )
    return replace(
        made, basis=SheetBasis(tuple(map(tuple, columns)), identity, basis.options, notes)
    )


def seen(draw: st.DrawFn, cell: CellReading) -> CellReading:
    found = draw(st.lists(texts, min_size=1, max_size=4, unique=True))
    weights = sorted((draw(shares) for _ in found), reverse=True)
    total = sum(weights)
    candidates = tuple(Candidate(t, w / total) for t, w in zip(found, weights, strict=True))
    corners = tuple((draw(pixels), draw(pixels)) for _ in range(4))
    state = draw(st.sampled_from(State))
    return replace(cell, candidates=candidates, state=state, box_px=corners)


@settings(max_examples=30, deadline=None)
@given(readings())
def test_a_reading_comes_back_from_json(sheet: SheetResult) -> None:
    body = body_of(sheet, PLACE)
    again: Body = json.loads(canonical(body))
    assert place_of(again) == PLACE
    back = sheet_of(again, catalogue(), read_columns)
    assert sheet.basis is not None
    assert back.basis is not None
    assert (back.basis.identity, back.basis.options) == (sheet.basis.identity, sheet.basis.options)
    assert body_of(back, PLACE) == body
    assert canonical(body_of(back, PLACE)) == canonical(body)


@pytest.mark.parametrize("variant", GAMES)
def test_a_reading_judged_again_gives_the_same(variant: str) -> None:
    template = catalogue().get(variant)
    box = template.boxes[0].id
    lead = f"{template.columns[0].id}." if template.columns else ""
    field = "base" if template.power else "value"
    at = f"g1/{lead}{box}/{field}"
    doubts = {at: {"4": 0.70000000004, "1": 0.1999999999}}
    sheet = judged_sheet({"g1": {}, "g2": {}}, doubts, variant=variant)
    body = body_of(sheet, PLACE)
    first, second = (sheet_of(json.loads(canonical(body)), catalogue()) for _ in range(2))
    assert first == second
    assert [card.verdict for card in first.cards] == [card.verdict for card in sheet.cards]
    assert [c.state for c in first.cards[0].cells] == [c.state for c in sheet.cards[0].cells]


def test_every_part_of_a_reading_is_in_its_name() -> None:
    body = body_of(judged_sheet({"g1": CLEAN}), PLACE)
    named = body.pop("reading")
    assert named == digest(body)
    for key in body:
        assert digest(body | {key: "other"}) != named


def reading(card: dict[str, str], **doubts: dict[str, float]) -> Body:
    """The first game of a sheet; doubts by box."""
    cells = {f"g1/{box}/value": shares for box, shares in doubts.items()}
    return body_of(judged_sheet({"g1": card}, cells), PLACE)


def test_two_readings_differ_where_they_contradict_each_other() -> None:
    assert contradictions([reading(CLEAN), reading(CLEAN)]) == ()
    wrong = [f"g1/{name}/sum" for name in ("upper_sum", "bonus", "upper_total", "grand_total")]
    assert sorted(contradictions([reading(CLEAN), reading(WRONG_SUM)])) == sorted(wrong)


@pytest.mark.parametrize(
    ("seen", "contradicts"),
    [
        ({"19": 0.7, "14": 0.3}, False),
        ({"14": 0.7, "19": 0.02}, False),
        ({"14": 0.99, "19": 0.001}, True),
        ({"14": 0.7, "11": 0.3}, True),
        ({"?": 0.9, "11": 0.1}, False),
        ({"?": 0.4, "": 0.3}, False),
    ],
)
def test_a_doubt_contradicts_what_it_can_hardly_say(
    seen: dict[str, float], contradicts: bool
) -> None:
    expected = ("g1/chance/value",) if contradicts else ()
    assert contradictions([reading(CLEAN), reading(CLEAN, chance=seen)]) == expected
    assert contradictions([reading(CLEAN, chance=seen), reading(CLEAN)]) == expected


def test_a_blank_cell_contradicts_what_is_written() -> None:
    later = CLEAN | {"chance/value": ""}
    assert contradictions([reading(later), reading(CLEAN)]) == ("g1/chance/value",)


def test_two_games_on_sheets_of_one_number_are_told_apart() -> None:
    other = dict.fromkeys(CLEAN, "1")
    assert seem_one_sheet(reading(CLEAN), reading(WRONG_SUM))
    assert not seem_one_sheet(reading(CLEAN), reading(other))
    assert not seem_one_sheet(reading({}), reading({}))
