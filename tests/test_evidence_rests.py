"""Which doubtful cells a finding rests on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorecheck.audit.finding import Finding
from scorecheck.audit.verdict import audit_card
from scorecheck.evidence import rests_on_doubt as rests_on_doubt_module
from scorecheck.evidence.rests_on_doubt import PAIRED_CELLS, other_texts, rests_on_doubt
from scorecheck.evidence.to_card import card_of
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.reading.types import Candidate, State
from tests.made_weighed import (
    DOUBTFUL,
    YATZY,
    cell_of,
    column,
    findings,
    game,
    weigh_card,
)


def rests(name: str, card: WeighedCard) -> dict[tuple[str, str], tuple[str, ...]]:
    """What the findings rest on, by the name of the finding and its place."""
    template = game(name)
    options = template.resolve_options()

    def audit(card: WeighedCard) -> list[Finding]:
        return list(audit_card(card_of(card, template), template, options, "final").findings)

    names = {f.code: f.name for f in findings(card, name)}
    found = rests_on_doubt(card, template, options, audit)
    return {(names[code], at): cells for (code, at), cells in found.items()}


def test_findings_that_rest_on_a_doubtful_cell_are_named() -> None:
    seen = {"sixes": (DOUBTFUL, {"13": 0.9, "18": 0.1}), "ones": (DOUBTFUL, {"3": 0.7, "8": 0.3})}
    texts = {**YATZY, "upper_sum": "58", "bonus": "0", "grand_total": "199"}
    card = weigh_card("yatzy", texts, seen)
    assert cell_of(card, "sixes") == ("13", DOUBTFUL)
    found = rests("yatzy", card)
    assert found[("value-impossible", "sixes")] == ("g1/sixes/value",)
    # The grand total is wrong whatever the sixes are.
    assert ("sum-wrong", "grand_total") not in found
    assert ("sum-wrong", "grand_total") in {(f.name, f.at) for f in findings(card, "yatzy")}


def test_findings_may_rest_on_two_doubtful_cells_together() -> None:
    seen = {"fours": (DOUBTFUL, {"12": 0.6, "16": 0.4}), "twos": (DOUBTFUL, {"6": 0.6, "8": 0.4})}
    card = weigh_card("yatzy", {**YATZY, "upper_sum": "69", "grand_total": ""}, seen)
    pair = rests("yatzy", card).get(("sum-wrong", "upper_sum"), ())
    texts = (cell_of(card, "fours")[0], cell_of(card, "twos")[0])
    assert texts == ("16", "8") or set(pair) <= {"g1/fours/value", "g1/twos/value"}


def test_findings_may_rest_on_all_that_their_sum_counts_with() -> None:
    """Among many doubts, too: neither one of these nor two would make the sum right."""
    unsure = {"ones": "4", "twos": "8", "fours": "16", "chance": "28", "full_house": "27"}
    seen = {box: (DOUBTFUL, {YATZY[box]: 0.975, other: 0.025}) for box, other in unsure.items()}
    texts = {**YATZY, "upper_sum": "70", "grand_total": ""}
    card = weigh_card("yatzy", texts, seen)
    assert [cell_of(card, box)[0] for box in unsure] == [YATZY[box] for box in unsure]
    assert len(card.open_cells) > PAIRED_CELLS
    upper = {f"g1/{box}/value" for box in ("ones", "twos", "fours")}
    assert set(rests("yatzy", card)[("sum-wrong", "upper_sum")]) == upper
    # No way to read those three comes to this.
    wrong = weigh_card("yatzy", {**texts, "upper_sum": "75"}, seen)
    assert ("sum-wrong", "upper_sum") in {(f.name, f.at) for f in findings(wrong, "yatzy")}
    assert ("sum-wrong", "upper_sum") not in rests("yatzy", wrong)


def test_what_counts_with_more_than_can_be_tried_rests_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rests_on_doubt_module, "MOST_WAYS", 7)
    boxes = {"ones": "4", "twos": "8", "fours": "16", "fives": "10", "sixes": "12"}
    seen = {box: (DOUBTFUL, {YATZY[box]: 0.9, other: 0.1}) for box, other in boxes.items()}
    card = weigh_card("yatzy", {**YATZY, "upper_sum": "75", "grand_total": ""}, seen)
    counted = {cell.cell for cell in card.open_cells if cell.alone.box in boxes}
    assert len(counted) > 2
    assert set(rests("yatzy", card)[("sum-wrong", "upper_sum")]) == counted


@pytest.mark.parametrize(("text", "anything"), [("17", True), ("18", False)])
def test_a_doubtful_value_that_no_dice_give_may_be_any_that_they_do(
    text: str, anything: bool
) -> None:
    """Either it was written, or it was misread: then the sums may well be right."""
    template = game("yatzy")
    (cell,) = (c for c in column(template, {"sixes": text}) if c.box == "sixes")
    candidates = (Candidate(text, 0.97), Candidate("12", 0.03))
    weighed_cell = WeighedCell(
        replace(cell, candidates=candidates), text, DOUBTFUL, 0.97, candidates
    )
    others = set(other_texts(weighed_cell, template, template.resolve_options()))
    legal = {"X", "6", "12", "18", "24", "30"} - {text}
    assert others == (legal if anything else {"12"})


def test_an_illegible_entry_excuses_only_sums_that_a_legal_value_would_make_right() -> None:
    seen = {"sixes": (State.ILLEGIBLE, {"?": 0.99})}
    fits = weigh_card("yatzy", YATZY, seen)
    assert not findings(fits, "yatzy")
    assert cell_of(fits, "sixes") == ("?", State.ILLEGIBLE)
    wrong = weigh_card("yatzy", {**YATZY, "upper_sum": "70"}, seen)
    assert ("sum-wrong", "upper_sum") in {(f.name, f.at) for f in findings(wrong, "yatzy")}
    assert ("sum-wrong", "upper_sum") not in rests("yatzy", wrong)
