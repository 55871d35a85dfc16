"""Settling: what a person said is certain, and the sheet is judged again by the same code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.decisions.make import decide
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler, settle
from scorecheck.reading.types import STRIKES, Candidate, State
from scorecheck.report.result import CardResult, CardStatus, CardVerdict, SheetResult
from tests.made_decisions import PLACE, catalogue, cell_of, judged_sheet
from tests.made_sheets import CLEAN, WRONG_SUM, Texts

CHANCE = "g1/chance/value"
OPEN_SUMS = {"grand_total/sum": "", "lower_total/sum": ""}
DOUBT = {CHANCE: {"18": 0.55, "19": 0.44}}


def said(sheet: SheetResult, texts: Texts, by: str = "Åsa") -> dict[str, Decision]:
    """Decisions on some cells of a sheet."""
    return {name: decide(PLACE, cell_of(sheet, name), text, by) for name, text in texts.items()}


def settled(sheet: SheetResult, texts: Texts) -> SheetResult:
    """The sheet with these texts decided."""
    return settle(sheet, said(sheet, texts), catalogue())


def names(card: CardResult) -> set[tuple[str, str]]:
    """The findings of a card, by name and place."""
    return {(judged.finding.name, judged.finding.at) for judged in card.findings}


def test_a_doubtful_cell_becomes_sure_and_keeps_its_readings() -> None:
    before = judged_sheet({"g1": CLEAN | OPEN_SUMS}, DOUBT)
    assert cell_of(before, CHANCE).state is State.DOUBTFUL
    after = settled(before, {CHANCE: "19"})
    cell = cell_of(after, CHANCE)
    assert (cell.text, cell.value, cell.state, cell.confidence) == ("19", 19, State.SURE, 1.0)
    assert cell.decided is not None
    assert (cell.decided.text, cell.decided.by) == ("19", "Åsa")
    assert cell.alone == Candidate("18", 0.55)
    assert cell.machine == cell_of(before, CHANCE)
    assert not cell.in_doubt
    assert after.cards[0].totals["grand_total"] == (None, 256)


def test_a_person_may_correct_what_the_machine_is_sure_of() -> None:
    before = judged_sheet({"g1": CLEAN})
    assert before.cards[0].verdict is CardVerdict.CLEAN
    after = settled(before, {CHANCE: "18"})
    cell = cell_of(after, CHANCE)
    assert (cell.text, cell.state, cell.alone.text) == ("18", State.SURE, "19")
    card = after.cards[0]
    assert card.verdict is CardVerdict.FINDINGS
    assert ("sum-wrong", "lower_total") in names(card)
    assert card.totals["lower_total"] == (158, 157)


def test_without_decisions_nothing_changes() -> None:
    before = judged_sheet({"g1": CLEAN}, DOUBT)
    assert settle(before, {}, catalogue()) == before


def test_what_people_confirm_changes_no_verdict() -> None:
    before = judged_sheet({"g1": WRONG_SUM, "g2": CLEAN})
    texts = {cell.cell: cell.text for card in before.cards for cell in card.cells}
    after = settled(before, texts)
    for card, own in zip(after.cards, before.cards, strict=True):
        assert (card.findings, card.totals, card.verdict) == (own.findings, own.totals, own.verdict)
        assert all(cell.decided and cell.confidence == 1.0 for cell in card.cells)
    assert after.match == before.match


def test_the_other_cells_are_weighed_by_what_was_decided() -> None:
    doubts = DOUBT | {"g1/lower_total/sum": {"158": 0.6, "157": 0.3}}
    before = judged_sheet({"g1": CLEAN | {"grand_total/sum": ""}}, doubts)
    shares = []
    for text in ("19", "18"):
        cell = cell_of(settled(before, {CHANCE: text}), "g1/lower_total/sum")
        assert cell.alone == Candidate("158", 0.6)
        assert cell.machine is None
        named = [Candidate(cell.text, cell.confidence), *cell.alternatives]
        shares.append({candidate.text: candidate.p for candidate in named})
    assert shares[0]["158"] > 0.98
    assert shares[1]["157"] > 0.98


@pytest.mark.parametrize("text", ["7", "31", "999", "99999", "X", "/", "#", "05", ""])
@pytest.mark.parametrize(
    "place", ["fours/value", "full_house/value", "upper_sum/sum", "bonus/sum", "grand_total/sum"]
)
def test_a_decision_against_rules_and_sums_is_not_softened(place: str, text: str) -> None:
    before = judged_sheet({"g1": CLEAN}, {f"g1/{place}": {CLEAN[place]: 0.97, "88": 0.02}})
    cell = cell_of(settled(before, {f"g1/{place}": text}), f"g1/{place}")
    state = State.SURE if text else State.BLANK
    assert (cell.text, cell.state, cell.confidence, cell.alternatives) == (text, state, 1.0, ())


def test_findings_at_a_decided_cell_hang_on_nothing() -> None:
    before = judged_sheet({"g1": CLEAN}, {"g1/fours/value": {"12": 0.7, "7": 0.3}})
    card = settled(before, {"g1/fours/value": "7"}).cards[0]
    found = {judged.finding.at: judged for judged in card.findings}
    assert found["fours"].finding.name == "value-impossible"
    assert all(judged.rests_on == () for judged in card.findings)
    assert card.verdict is CardVerdict.FINDINGS


def test_a_blank_that_a_person_saw_is_blank() -> None:
    before = judged_sheet({"g1": CLEAN}, DOUBT)
    card = settled(before, {CHANCE: ""}).cards[0]
    assert ("incomplete", "chance") in names(card)
    assert card.verdict is CardVerdict.FINDINGS


def test_what_a_person_cannot_read_stays_in_doubt_but_is_not_asked_again() -> None:
    before = judged_sheet({"g1": CLEAN})
    after = settled(before, {CHANCE: "?"})
    cell, card = cell_of(after, CHANCE), after.cards[0]
    assert (cell.text, cell.value, cell.state) == ("?", None, State.ILLEGIBLE)
    assert (cell.in_doubt, cell.is_open) == (True, False)
    assert card.verdict is CardVerdict.DOUBT
    assert ("incomplete", "chance") not in names(card)
    assert all(judged.rests_on == (CHANCE,) for judged in card.findings)


def test_where_two_people_differ_the_cell_is_in_doubt_whatever_the_sums_say() -> None:
    before = judged_sheet({"g1": CLEAN})
    pair = (said(before, {CHANCE: "19"})[CHANCE], said(before, {CHANCE: "18"}, "Björn")[CHANCE])
    after = settle(before, {}, catalogue(), {CHANCE: pair})
    cell, card = cell_of(after, CHANCE), after.cards[0]
    assert (cell.state, cell.is_open, cell.decided) == (State.DOUBTFUL, True, None)
    assert [(one.by, one.text) for one in cell.disputed] == [("Åsa", "19"), ("Björn", "18")]
    assert cell.alone == cell_of(before, CHANCE).alone
    assert cell.machine == cell_of(before, CHANCE)
    assert card.verdict is CardVerdict.DOUBT


def test_a_finding_that_hangs_on_a_difference_says_so() -> None:
    before = judged_sheet({"g1": CLEAN | OPEN_SUMS})
    pair = (
        said(before, {"g1/full_house/value": "25"})["g1/full_house/value"],
        said(before, {"g1/full_house/value": "27"}, "Björn")["g1/full_house/value"],
    )
    for two in (pair, pair[::-1]):
        card = settle(before, {}, catalogue(), {"g1/full_house/value": two}).cards[0]
        for judged in card.findings:
            assert judged.rests_on == ("g1/full_house/value",)
        assert card.verdict is CardVerdict.DOUBT


def test_who_won_follows_a_decision() -> None:
    cards = {"p1": CLEAN, "p2": CLEAN | {"grand_total/sum": "256"}}
    before = judged_sheet(cards, mode="players")
    assert before.table is not None
    assert [player.column for player in before.table.winners] == ["p1", "p2"]
    after = settled(before, {"p2/chance/value": "20"})
    assert after.table is not None
    assert [player.column for player in after.table.winners] == ["p2"]


def test_games_are_added_up_anew() -> None:
    before = judged_sheet({"g1": CLEAN, "g2": CLEAN})
    after = settled(before, {"g2/chance/value": "20"})
    assert before.match is not None
    assert after.match is not None
    assert after.match.total == (before.match.total or 0) + 1


def test_a_blank_card_may_be_in_play_after_all() -> None:
    before = judged_sheet({"g1": {}})
    assert before.cards[0].status is CardStatus.BLANK
    card = settled(before, {CHANCE: "20"}).cards[0]
    assert card.status is CardStatus.IN_PROGRESS
    assert card.totals["grand_total"] == (None, 20)


def test_hints_follow_the_decisions() -> None:
    # Three of a kind by the matching dice alone is the habit of Scandinavian Yatzy.
    texts = {
        "three_kind/value": "9", "four_kind/value": "16", "full_house/value": "23",
        "small_straight/value": "15", "large_straight/value": "20",
    }  # fmt: skip
    before = judged_sheet({"g1": CLEAN | OPEN_SUMS})
    assert before.notes == ()
    after = settled(before, {f"g1/{place}": text for place, text in texts.items()})
    assert any("Yatzy" in note for note in after.notes)


def test_one_settler_does_as_well_as_many() -> None:
    before = judged_sheet({"g1": CLEAN | OPEN_SUMS, "g2": WRONG_SUM}, DOUBT)
    settler = Settler(before, catalogue())
    for texts in ({CHANCE: "19"}, {CHANCE: "18", "g2/ones/value": "2"}, {}, {CHANCE: "?"}):
        decisions = said(before, texts)
        assert settler.settle(decisions) == settle(before, decisions, catalogue())


def test_cells_that_the_sheet_does_not_have_are_left_alone() -> None:
    before = judged_sheet({"g1": CLEAN})
    stray = said(judged_sheet({"g1": {}, "g2": CLEAN}), {"g2/chance/value": "1"})
    after = settle(before, stray, catalogue())
    assert after.cards == before.cards


def test_only_what_the_machine_left_can_be_settled() -> None:
    before = judged_sheet({"g1": CLEAN})
    with pytest.raises(ValueError, match="as the machine left it"):
        Settler(settled(before, {CHANCE: "18"}), catalogue())


NUMBERS = (st.integers(0, 999) | st.integers(0, 99999)).map(str)
WORDS = st.sampled_from(["", "?", *STRIKES, "0"])
BY_KIND = {
    "number": WORDS | NUMBERS,
    "tick": WORDS | st.sampled_from(["v", "1", "2", "12", "999"]),
    "power": WORDS | st.sampled_from(["1", "2", "4", "7", "99", "D", "DOUBLE", "FREEZE", "QQQ"]),
}
BLANK_SHEETS = {
    name: judged_sheet({"g1": {}}, variant=name) for name in ("yahtzee", "yatzy", "power", "yamb")
}


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whatever_people_say_is_what_the_sheet_says(data: st.DataObject) -> None:
    before = BLANK_SHEETS[data.draw(st.sampled_from(sorted(BLANK_SHEETS)))]
    (card,) = before.cards
    cells = data.draw(st.lists(st.sampled_from(card.cells), max_size=12, unique=True))
    texts = {cell.cell: data.draw(BY_KIND[cell.kind]) for cell in cells}
    after = settled(before, texts)
    for cell in after.cards[0].cells:
        own = cell_of(before, cell.cell)
        assert (cell.seen, cell.box_px) == (own.seen, own.box_px)
        if cell.cell in texts:
            assert (cell.text, cell.confidence) == (texts[cell.cell], 1.0)
            assert cell.in_doubt == (texts[cell.cell] == "?")
            assert cell.machine == own
        else:
            assert (cell.decided, cell.machine) == (None, None)
            assert 0.0 <= cell.confidence <= 1.0 + 1e-9
