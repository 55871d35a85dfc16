"""Sheets whose columns belong together: each column weighed, then the sums over them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from scorecheck.evidence.columns import column_cells, weigh_columns
from scorecheck.evidence.overall import Overall
from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.posterior import Posterior
from scorecheck.evidence.types import WeighedCard
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.judge.card import judge_card
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import CardVerdict
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout
from scorecheck.simulate.fill import cell_texts
from scorecheck.simulate.play_columns import random_sheet, texts_of_sheet

Doubts = Mapping[str, Mapping[str, float]]
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def played(variant: str, seed: int = 5, filled: float = 1.0) -> tuple[Template, dict[str, str]]:
    """A legal game's texts by cell without the column: `down.ones/value`."""
    template = load_catalogue().get(variant)
    sheet = random_sheet(template, np.random.default_rng(seed), filled=filled, strikes=0.0)
    layout = make_layout(template, SheetIdentity(variant, 1, "a4", "en", 1))
    texts = cell_texts(layout, {"g1": texts_of_sheet(sheet, template)})
    return template, {cell.removeprefix("g1/"): text for cell, text in texts.items()}


def readings(
    template: Template, texts: Mapping[str, str], doubts: Doubts | None = None
) -> list[CellReading]:
    """The cells of one sheet, all clear but those in `doubts`."""
    layout = make_layout(template, SheetIdentity(template.id, 1, "a4", "en", 1))
    cells = []
    for cell in layout.cells:
        if cell.column != "g1":
            continue
        place = cell.cell.removeprefix("g1/")
        shares = (doubts or {}).get(place, {texts.get(place, ""): 0.9995})
        state = State.SURE if texts.get(place) else State.BLANK
        state = State.DOUBTFUL if place in (doubts or {}) else state
        found = tuple(Candidate(text, p) for text, p in shares.items())
        cells.append(
            CellReading(cell.cell, "g1", cell.box, cell.field, cell.kind, found, state, BOX)
        )
    return cells


LENIENT = Policy(seen=0.4, seen_legible=0.4, seen_legible_sum=0.4)
"""Settles sums by the others even where their picture alone leaves them open."""


def weighed(
    template: Template, cells: list[CellReading], policy: Policy = POLICY
) -> dict[str, tuple[str, State]]:
    card: WeighedCard = weigh_columns(cells, template, template.resolve_options(), policy)
    return {c.cell.removeprefix("g1/"): (c.text, c.state) for c in card.cells}


@pytest.mark.parametrize("variant", ["triple", "yamb"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_clear_sheet_stays_clear(variant: str, seed: int) -> None:
    template, texts = played(variant, seed)
    cells = readings(template, texts)
    options = template.resolve_options()
    card = weigh_columns(cells, template, options)
    assert [cell.alone for cell in card.cells] == cells
    assert not card.open_cells and card.posterior > 0.9
    assert judge_card(cells, template, options).verdict is CardVerdict.CLEAN
    sums = {f"{c.id}.{s.id}" for c in template.columns for s in template.sums if s.printed}
    assert sums | {s.id for s in template.overall} <= set(card.mistakes)
    assert max(card.mistakes.values()) < 0.2


def test_a_difference_settles_its_boxes() -> None:
    template, texts = played("yamb")
    right = texts["free.max/value"]
    assert int(texts["free.difference/sum"]) > 0
    wrong = str(int(right) + 5)
    cells = readings(template, texts, {"free.max/value": {right: 0.75, wrong: 0.25}})
    assert weighed(template, cells)["free.max/value"] == (right, State.SURE)


def test_a_difference_is_0_while_a_box_is_blank() -> None:
    template = load_catalogue().get("yamb")
    texts = {"free.ones/value": "4", "free.max/value": "29"}
    doubt = {"free.difference/sum": {"0": 0.7, "6": 0.3}}
    card = weigh_columns(readings(template, texts, doubt), template, template.resolve_options())
    cell = next(c for c in card.cells if c.cell == "g1/free.difference/sum")
    assert cell.text == "0" and cell.confidence > 0.99


def test_every_column_has_marginals_that_sum_to_one() -> None:
    for variant in ("triple", "yamb"):
        template, texts = played(variant)
        lane = template.columns[-1].id
        seen = {f"{lane}.ones/value": {"3": 0.5, "1": 0.4}}
        cells = column_cells(readings(template, texts, seen), lane)
        posterior = Posterior(cells, template, template.resolve_options(), column=lane)
        assert posterior.probability({}) == pytest.approx(1.0)
        for cell, shares in posterior.marginals.texts.items():
            assert sum(shares.values()) == pytest.approx(1.0, abs=1e-9), cell


def test_a_multiplied_total_settles_its_column() -> None:
    template, texts = played("triple")
    total = texts["c3.column_total/sum"]
    assert texts["c3.multiplied/sum"] == str(3 * int(total))
    wrong = str(int(total) + 50)
    cells = readings(template, texts, {"c3.column_total/sum": {wrong: 0.5, total: 0.49}})
    assert weighed(template, cells, LENIENT)["c3.column_total/sum"] == (total, State.SURE)
    assert weighed(template, cells)["c3.column_total/sum"] == (total, State.DOUBTFUL)


@pytest.mark.parametrize("variant", ["triple", "yamb"])
def test_columns_settle_the_grand_total(variant: str) -> None:
    template, texts = played(variant)
    right = texts["grand_total/sum"]
    wrong = right[1:]
    cells = readings(template, texts, {"grand_total/sum": {wrong: 0.52, right: 0.45}})
    assert weighed(template, cells, LENIENT)["grand_total/sum"] == (right, State.SURE)
    assert weighed(template, cells)["grand_total/sum"] == (right, State.DOUBTFUL)
    # What the picture hardly shows is not read for the sum's sake.
    cells = readings(template, texts, {"grand_total/sum": {wrong: 0.9, right: 0.02}})
    assert weighed(template, cells)["grand_total/sum"][1] is State.DOUBTFUL


def test_a_clear_wrong_grand_total_is_kept_and_reported() -> None:
    template, texts = played("yamb")
    texts["grand_total/sum"] = str(int(texts["grand_total/sum"]) + 10)
    cells = readings(template, texts)
    options = template.resolve_options()
    card = weigh_columns(cells, template, options)
    assert card.mistakes["grand_total"] > 0.5
    assert not [c for c in card.open_cells if "." in c.alone.box]
    result = judge_card(cells, template, options)
    assert [j.finding.at for j in result.findings] == ["grand_total"]


def test_chips_of_every_column_settle_their_points() -> None:
    template, texts = played("triple")
    texts |= {f"c{n}.yahtzee/value": "50" for n in (1, 2, 3)}
    texts |= {"c1.chips/1": "v", "c3.chips/1": "v", "c3.chips/2": "v"}
    cells = readings(template, texts, {"chip_points/sum": {"100": 0.5, "700": 0.48}})
    assert weighed(template, cells)["chip_points/sum"][0] == "700"


def test_a_running_game_says_nothing_of_the_grand_total() -> None:
    template, texts = played("yamb", filled=0.5)
    cells = readings(template, texts)
    options = template.resolve_options()
    cards = {
        column.id: weigh(column_cells(cells, column.id), template, options, column=column.id)
        for column in template.columns
    }
    overall = Overall([c for c in cells if c.box == "grand_total"], cards, template, options)
    assert overall.texts["g1/grand_total/sum"][""] > 0.99
    assert judge_card(cells, template, options).verdict is CardVerdict.CLEAN
