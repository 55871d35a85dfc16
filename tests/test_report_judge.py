"""From readings to a judged card: status, verdict, and what rests on doubt."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.card import judge_card, read_card
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import CardResult, CardStatus, CardVerdict
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity
from tests.made_sheets import CLEAN, WRONG_SUM

Shares = Mapping[str, Mapping[str, float]]
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def readings(variant: str, texts: Mapping[str, str], doubts: Shares) -> list[CellReading]:
    """The cells of one column; all sure but those in `doubts`."""
    template = load_catalogue().get(variant)
    layout = make_layout(template, sheet_identity(template, "a4", "en", columns=1))
    cells = []
    for cell in layout.cells:
        if cell.column != "g1" or cell.kind == "text":
            continue
        place = cell.cell.removeprefix("g1/")
        shares = doubts.get(place, {texts.get(place, ""): 0.9999})
        candidates = tuple(Candidate(text, p) for text, p in shares.items())
        clear = State.SURE if candidates[0].text else State.BLANK
        state = State.ILLEGIBLE if candidates[0].text == "?" else State.DOUBTFUL
        state = state if place in doubts else clear
        cells.append(
            CellReading(cell.cell, "g1", cell.box, cell.field, cell.kind, candidates, state, BOX)
        )
    return cells


def judged(
    texts: Mapping[str, str], doubts: Shares | None = None, variant: str = "yahtzee"
) -> CardResult:
    template = load_catalogue().get(variant)
    return judge_card(readings(variant, texts, doubts or {}), template, template.resolve_options())


def without(*places: str) -> dict[str, str]:
    return {place: text for place, text in CLEAN.items() if place not in places}


def test_status() -> None:
    assert judged({}).status is CardStatus.BLANK
    assert judged(CLEAN).status is CardStatus.FINAL
    assert judged({"ones/value": "3"}).status is CardStatus.IN_PROGRESS
    assert judged(without("ones/value")).status is CardStatus.FINAL


def test_a_blank_box_beside_a_grand_total_is_a_finding() -> None:
    card = judged(without("chance/value"))
    assert "incomplete" in {j.finding.name for j in card.findings}


def test_a_power_card_may_end_with_open_boxes() -> None:
    values = {
        "ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "choice": 20,
        "two_pairs": 20, "full_house": 25, "chance": 19,
    }  # fmt: skip
    texts = {"grand_total/sum": "147"}
    for box, value in values.items():
        texts |= {f"{box}/base": str(value), f"{box}/power": "1", f"{box}/total": str(value)}
    card = judged(texts, variant="power")
    assert card.status is CardStatus.FINAL
    assert card.verdict is CardVerdict.CLEAN


def test_a_blank_card_is_clean() -> None:
    assert judged({}).verdict is CardVerdict.CLEAN


def test_a_wrong_sum_is_a_finding_as_it_was_written() -> None:
    card = judged(WRONG_SUM)
    assert card.verdict is CardVerdict.FINDINGS
    assert card.totals["upper_sum"] == (62, 63)
    assert [j.finding.at for j in card.findings if not j.finding.carried] == ["upper_sum"]


def test_a_finding_that_hangs_on_a_doubtful_cell_says_so() -> None:
    card = judged(CLEAN | {"upper_sum/sum": "62"}, {"ones/value": {"3": 0.55, "2": 0.44}})
    # As read, the sum is wrong; with a 2 it would be right.
    rests = {j.finding.at: j.rests_on for j in card.findings}
    assert rests["upper_sum"] == ("g1/ones/value",)
    assert card.verdict is CardVerdict.DOUBT


def test_an_illegible_box_is_not_called_blank() -> None:
    card = judged(CLEAN, {"chance/value": {"?": 0.8}})
    assert "incomplete" not in {j.finding.name for j in card.findings}
    assert card.verdict is CardVerdict.DOUBT
    assert all(j.rests_on for j in card.findings)


def test_the_blind_reading_stays() -> None:
    card = judged(CLEAN, {"chance/value": {"14": 0.5, "19": 0.49}})
    chance = next(cell for cell in card.cells if cell.cell == "g1/chance/value")
    assert chance.alone == Candidate("14", 0.5)


@pytest.mark.parametrize(("ticks", "chips"), [((), 0), (("1", "2"), 2)])
def test_ticks_count_as_chips(ticks: tuple[str, ...], chips: int) -> None:
    texts = CLEAN | {f"chips/{n}": "v" for n in ticks}
    points = judged(texts).totals["chip_points"]
    assert points == (0, 100 * chips)


def test_reading_alone_judges_nothing() -> None:
    template = load_catalogue().get("yahtzee")
    cells = readings("yahtzee", WRONG_SUM, {})
    card = read_card(cells, template, template.resolve_options())
    assert card.verdict is CardVerdict.CLEAN
    assert not card.findings
    assert not card.totals


def test_a_sheet_of_several_columns_is_audited_as_a_whole() -> None:
    texts = {"c1.twos/value": "7", "c2.ones/value": "3", "c2.upper_sum/sum": "4"}
    card = judged(texts, variant="triple")
    assert card.status is CardStatus.IN_PROGRESS
    found = {(j.finding.name, j.finding.at) for j in card.findings}
    assert {("value-impossible", "c1.twos"), ("sum-wrong", "c2.upper_sum")} <= found
    assert card.totals["c2.upper_sum"] == (4, 3)
    assert card.verdict is CardVerdict.FINDINGS


def test_a_wrong_sum_over_a_doubtful_cell_rests_on_it() -> None:
    texts = {"c2.ones/value": "3", "c2.upper_sum/sum": "4"}
    likelier = judged(texts, {"c2.ones/value": {"3": 0.6, "4": 0.3}}, variant="triple")
    assert not [j for j in likelier.findings if j.finding.at == "c2.upper_sum"]
    card = judged(texts, {"c2.ones/value": {"3": 0.99, "4": 0.0005}}, variant="triple")
    (wrong,) = [j for j in card.findings if j.finding.at == "c2.upper_sum"]
    assert wrong.rests_on == ("g1/c2.ones/value",)
    assert judged({}, variant="yamb").status is CardStatus.BLANK
