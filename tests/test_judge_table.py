"""The players of one sheet together, and several games of one player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scorecheck.audit.finding import Finding
from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.sheet import Judged, judge_sheet, read_columns
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import (
    CardStatus,
    CardVerdict,
    JudgedFinding,
    MatchResult,
    TableResult,
)
from scorecheck.report.together import as_written, lead_words, match_summary, table_summary
from scorecheck.report.words import findings_words
from scorecheck.sheet.layout import Cell
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.simulate.fill import cell_texts
from scorecheck.simulate.play_columns import random_sheet, texts_of_sheet
from tests.made_sheets import CLEAN, WRONG_SUM

Cards = Mapping[str, Mapping[str, str]]
Shares = Mapping[str, Mapping[str, float]]
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))

POWER_BOXES = tuple(box.id for box in load_catalogue().get("power").boxes)
# The same with Chance one point higher.
BETTER = CLEAN | {
    "chance/value": "20", "lower_total/sum": "159", "grand_total/sum": "257",
}  # fmt: skip


def reading_of(cell: Cell, text: str, shares: Mapping[str, float] | None) -> CellReading:
    """A cell with a clear text, or one in doubt between several by their shares."""
    candidates = tuple(Candidate(text, p) for text, p in (shares or {text: 0.9999}).items())
    state = State.SURE if text else State.BLANK
    if shares:
        state = State.ILLEGIBLE if "?" in shares else State.DOUBTFUL
    return CellReading(
        cell.cell, cell.column, cell.box, cell.field, cell.kind, candidates, state, BOX
    )


def judged(
    cards: Cards,
    doubts: Shares | None = None,
    *,
    variant: str = "yahtzee",
    columns: int = 3,
    mode: str = "players",
    options: Mapping[str, object] | None = None,
    complete: bool = True,
    judge: Callable[..., Judged] = judge_sheet,
) -> Judged:
    """A sheet whose columns hold these texts; all cells are clear but those in `doubts`."""
    template = load_catalogue().get(variant)
    identity = sheet_identity(template, "a4", "en", columns=columns, mode=mode)
    layout = make_layout(template, identity)
    texts = {
        f"{name}/{place}": text for name, card in cards.items() for place, text in card.items()
    }
    readings = [
        [
            reading_of(cell, texts.get(cell.cell, ""), (doubts or {}).get(cell.cell))
            for cell in layout.cells
            if cell.column == column and cell.kind != "text"
        ]
        for column in layout.columns
    ]
    chosen = template.resolve_options(dict(options or {}))
    return judge(readings, template, chosen, replace(identity, complete=complete))


def table_of(cards: Cards, doubts: Shares | None = None, **more: Any) -> TableResult:
    table = judged(cards, doubts, **more).table
    assert table is not None
    return table


def match_of(cards: Cards, doubts: Shares | None = None) -> MatchResult:
    match = judged(cards, doubts, mode="games").match
    assert match is not None
    return match


def without(card: Mapping[str, str], *boxes: str) -> dict[str, str]:
    return {place: text for place, text in card.items() if place.split("/")[0] not in boxes}


def boxes_of(card: Mapping[str, str], count: int) -> dict[str, str]:
    """The first boxes of a card, without any sums."""
    values = [(place, text) for place, text in card.items() if place.endswith("/value")]
    return dict(values[:count])


def struck(*boxes: str, total: bool = False) -> dict[str, str]:
    """A Power card with these boxes struck."""
    card = {f"{box}/base": "X" for box in boxes} | {f"{box}/total": "0" for box in boxes}
    return card | ({"grand_total/sum": "0"} if total else {})


def scored(*boxes: str) -> dict[str, str]:
    """A Power card with 5 points in each of these boxes."""
    fields = {"base": "5", "power": "1", "total": "5"}
    return {f"{box}/{field}": text for box in boxes for field, text in fields.items()}


def found(table: TableResult) -> list[tuple[str, str]]:
    return [(one.finding.name, one.finding.at) for one in table.findings]


def test_the_winner_of_a_finished_game() -> None:
    sheet = judged({"p1": CLEAN, "p2": BETTER})
    table = sheet.table
    assert table is not None and sheet.match is None
    assert table.status is CardStatus.FINAL
    assert [player.column for player in table.players] == ["p1", "p2"]
    assert [player.seat.points for player in table.players] == [256, 257]
    assert [player.column for player in table.winners] == ["p2"]
    assert table.verdict is CardVerdict.CLEAN
    assert table_summary(table) == "the winner is player 2 with 257 points"
    assert as_written(table) == ""


def test_a_tie_is_shared() -> None:
    table = table_of({"p1": CLEAN, "p2": CLEAN})
    assert table_summary(table) == "a tie: player 1 and player 2 share the win with 256 points"


def test_the_boxes_decide_and_not_the_written_totals() -> None:
    wrong = BETTER | {"grand_total/sum": "237"}
    table = table_of({"p1": CLEAN, "p2": wrong})
    assert [player.column for player in table.winners] == ["p2"]
    assert table.players[1].written == 237
    assert as_written(table) == (
        "by the grand totals as written: the winner is player 1 with 256 points"
    )


def test_a_game_in_progress_has_no_winner() -> None:
    table = table_of({"p1": boxes_of(CLEAN, 4), "p2": boxes_of(CLEAN, 3)})
    assert table.status is CardStatus.IN_PROGRESS
    assert table.winners == ()
    assert table_summary(table) == "player 1 leads with 30 points"
    assert table.verdict is CardVerdict.CLEAN
    assert all(player.seat.blanks_legal for player in table.players)


def test_turns_that_cannot_be() -> None:
    table = table_of({"p1": boxes_of(CLEAN, 5), "p2": boxes_of(CLEAN, 3)})
    assert found(table) == [("turn-count-mismatch", "game")]
    assert table.verdict is CardVerdict.FINDINGS
    assert table_summary(table) == "1 finding; player 1 leads with 45 points"


def test_an_unused_column_is_no_player() -> None:
    table = table_of({"p1": boxes_of(CLEAN, 5), "p3": boxes_of(CLEAN, 3)})
    assert [player.column for player in table.players] == ["p1", "p3"]
    (mismatch,) = table.findings
    assert "player 1 had 5 and player 3 had 3 turns" in mismatch.finding.message


def test_one_player_alone_is_no_table() -> None:
    sheet = judged({"p1": CLEAN})
    assert sheet.table is None and sheet.match is None


def test_without_the_code_nothing_is_said_of_the_table() -> None:
    cards = {"p1": boxes_of(CLEAN, 5), "p2": boxes_of(CLEAN, 3)}
    sheet = judged(cards, complete=False)
    assert sheet.table is None and sheet.match is None
    reading = judged(cards, judge=read_columns)
    assert reading.table is None and reading.cards[0].findings == ()


def test_a_finding_that_hangs_on_a_doubtful_cell_says_so() -> None:
    cards = {"p1": boxes_of(CLEAN, 5), "p2": boxes_of(CLEAN, 3)}
    table = table_of(cards, {"p2/chance/value": {"": 0.85, "18": 0.14}})
    (mismatch,) = table.findings
    assert mismatch.rests_on == ("p2/chance/value",)
    assert table.verdict is CardVerdict.DOUBT


def test_a_winner_who_hangs_on_a_doubtful_cell() -> None:
    totals = ("lower_total", "grand_total")
    cards = {"p1": without(CLEAN, *totals), "p2": without(CLEAN, *totals, "chance")}
    table = table_of(cards, {"p2/chance/value": {"24": 0.55, "14": 0.44}})
    assert [player.column for player in table.winners] == ["p2"]
    assert table.lead_rests_on == ("p2/chance/value",)
    assert [player.rests_on for player in table.players] == [(), ("p2/chance/value",)]
    assert table.verdict is CardVerdict.DOUBT


def test_a_winner_who_hangs_on_many_doubtful_cells_together() -> None:
    """Not two of them would change who wins, all of them would."""
    boxes = ("threes", "fours", "three_kind", "four_kind", "chance")
    steps = {"threes": 3, "fours": 4}
    loser = without(CLEAN, "upper_sum", "upper_total", "lower_total", "grand_total")
    doubts, winner = {}, dict(loser)
    for box in boxes:
        place = f"{box}/value"
        winner[place] = str(int(loser[place]) + steps.get(box, 2))
        doubts[f"p2/{place}"] = {winner[place]: 0.9, loser[place]: 0.1}
    table = table_of({"p1": loser, "p2": winner}, doubts)
    assert [player.column for player in table.winners] == ["p2"]
    assert set(table.lead_rests_on) == set(doubts)
    # A lead that they do not use up is sure.
    ahead = winner | {"large_straight/value": "40"}
    behind = loser | {"large_straight/value": "X"}
    assert table_of({"p1": behind, "p2": ahead}, doubts).lead_rests_on == ()


def test_what_cannot_be_read_still_fills_its_box() -> None:
    cards = {"p1": boxes_of(CLEAN, 4), "p2": boxes_of(CLEAN, 3)}
    doubts = {f"p2/{box}/value": {"?": 0.99} for box in ("chance", "yahtzee", "full_house")}
    table = table_of(cards, doubts)
    assert table.players[1].seat.filled == 6
    assert found(table) == [("turn-count-mismatch", "game")]


def test_power_ends_with_the_first_full_card() -> None:
    cards = {"p1": struck(*POWER_BOXES, total=True), "p2": struck(*POWER_BOXES[:18])}
    sheet = judged(cards, variant="power", columns=2)
    table = sheet.table
    assert table is not None
    assert table.status is CardStatus.FINAL and found(table) == []
    assert [player.seat.finished for player in table.players] == [True, False]
    assert table.players[1].seat.blanks_legal
    assert [card.status for card in sheet.cards] == [CardStatus.FINAL] * 2
    assert all(card.verdict is CardVerdict.CLEAN for card in sheet.cards)


def test_two_full_cards_of_power() -> None:
    full = struck(*POWER_BOXES)
    cards = {"p1": full, "p3": full}
    (violation,) = table_of(cards, variant="power").findings
    assert violation.finding.name == "game-end-violation"
    assert "player 1 and player 3" in violation.finding.message
    assert violation.finding.written == (1, 3)


def test_a_finished_game_of_power_needs_a_full_card() -> None:
    cards = {name: struck(*POWER_BOXES[:18], total=True) for name in ("p1", "p2")}
    sheet = judged(cards, variant="power", columns=2)
    assert sheet.table is not None and found(sheet.table) == [("incomplete", "game")]
    assert all(card.verdict is CardVerdict.CLEAN for card in sheet.cards)
    message = sheet.table.findings[0].finding.message
    assert "second sheet" not in message
    (wider,) = table_of(cards, variant="power", columns=3).findings
    assert wider.finding.message.endswith("the full card may be on that one")


def test_a_losing_card_of_power_with_too_few_turns() -> None:
    cards = {"p1": struck(*POWER_BOXES), "p2": struck(*POWER_BOXES[:7])}
    table = table_of(cards, variant="power", columns=2)
    assert found(table) == [("turn-count-mismatch", "game")]
    assert [player.seat.blanks_legal for player in table.players] == [True, False]


def test_a_power_card_that_may_not_be_full() -> None:
    last = "p1/yahtzee_3"
    doubts = {f"{last}/base": {"X": 0.9, "": 0.09}, f"{last}/total": {"0": 0.9, "": 0.09}}
    cards = {"p1": struck(*POWER_BOXES[:20]), "p2": struck(*POWER_BOXES)}
    table = table_of(cards, doubts, variant="power", columns=2)
    (violation,) = table.findings
    assert violation.rests_on == (f"{last}/base", f"{last}/total")


def test_players_of_a_game_with_several_columns() -> None:
    template = load_catalogue().get("triple")
    layout = make_layout(template, sheet_identity(template, "a4", "en", columns=1))
    cards = {}
    for column, seed, filled in (("p1", 1, 1.0), ("p2", 2, 0.5)):
        played = random_sheet(template, np.random.default_rng(seed), filled=filled)
        texts = cell_texts(layout, {"g1": texts_of_sheet(played, template)})
        cards[column] = {cell.removeprefix("g1/"): text for cell, text in texts.items()}
    cards["p2"] = {place: text for place, text in cards["p2"].items() if "/value" in place}
    table = table_of(cards, variant="triple", columns=2)
    assert table.status is CardStatus.IN_PROGRESS
    assert table.players[0].seat.finished and table.players[0].seat.boxes == 39
    assert found(table) == [("turn-count-mismatch", "game")]


def test_an_order_that_hangs_on_illegible_boxes_of_its_column_says_so() -> None:
    """The column is filled from below: whether its lowest boxes are is what cannot be read."""
    template = load_catalogue().get("yamb")
    layout = make_layout(template, sheet_identity(template, "a4", "en", columns=1, mode="games"))
    played = random_sheet(template, np.random.default_rng(5), strikes=0.0)
    texts = cell_texts(layout, {"g1": texts_of_sheet(played, template)})
    card = {cell.removeprefix("g1/"): text for cell, text in texts.items()}
    unread = [f"up.{box}/value" for box in ("full", "poker", "yamb")]
    sheet = {"variant": "yamb", "columns": 1, "mode": "games"}

    def order(doubts: Shares | None, **changed: str) -> dict[str, tuple[str, ...]]:
        texts = card | dict.fromkeys(unread, "") | changed
        (judged_card,) = judged({"g1": texts}, doubts, **sheet).cards
        found = [one for one in judged_card.findings if one.finding.code == "O01"]
        return {one.finding.at: one.rests_on for one in found}

    empty = order(None)
    assert empty and not any(empty.values())
    unsure = order({f"g1/{place}": {"": 0.9, "?": 0.1} for place in unread})
    assert unsure and unsure.keys() <= empty.keys()
    assert all(set(cells) == {f"g1/{place}" for place in unread} for cells in unsure.values())


def test_games_of_one_player_are_added_up() -> None:
    sheet = judged({"g1": CLEAN, "g3": BETTER}, mode="games")
    assert sheet.table is None
    match = sheet.match
    assert match == MatchResult({"g1": 256, "g3": 257}, 513, 513)
    assert match_summary(match) == "513 points"


def test_wrong_totals_give_another_sum_than_the_right_one() -> None:
    match = match_of({"g1": CLEAN, "g2": WRONG_SUM})
    assert (match.total, match.written) == (512, 476)
    assert match_summary(match).endswith("the grand totals as written come to 476")


def test_games_are_added_up_only_when_all_are_over() -> None:
    match = match_of({"g1": CLEAN, "g2": boxes_of(CLEAN, 4)})
    assert (match.total, match.written) == (None, None)
    assert match.points == {"g1": 256, "g2": 30}
    assert match_summary(match) == ""


def test_a_sum_that_hangs_on_a_doubtful_cell() -> None:
    totals = ("lower_total", "grand_total")
    cards = {"g1": CLEAN, "g2": without(CLEAN, *totals, "chance")}
    match = match_of(cards, {"g2/chance/value": {"24": 0.55, "14": 0.44}})
    assert match.rests_on == ("g2/chance/value",)
    assert judged({"g1": CLEAN}, mode="games").match is None


@pytest.mark.parametrize(("first", "findings"), [("none", 0), ("0", 1), ("1", 0)])
def test_who_began_matters_where_it_is_known(first: str, findings: int) -> None:
    cards = {"p1": scored("ones"), "p2": scored("ones", "chance")}
    table = table_of(cards, variant="power", columns=2, options={"first_seat": first})
    assert len(table.findings) == findings


@pytest.mark.parametrize("shares", [{"": 0.55, "19": 0.44}, {"19": 0.55, "": 0.44}])
def test_a_cell_that_is_perhaps_blank_makes_no_certain_card(shares: dict[str, float]) -> None:
    last = "p1/chance/value"
    table = table_of({"p1": CLEAN, "p2": CLEAN}, {last: shares})
    first, second = table.players
    assert first.card_rests_on == (last,)
    assert (second.seat.finished, second.card_rests_on) == (True, ())
    certain = table_of({"p1": CLEAN | {"chance/value": ""}, "p2": CLEAN})
    assert (certain.players[0].seat.finished, certain.players[0].card_rests_on) == (False, ())


def test_a_win_that_hangs_on_doubt_is_not_told_as_a_fact() -> None:
    """It said `the winner is player 1`, and only the next line that this was in doubt."""
    assert lead_words(["player 1"], "257?", final=True, in_doubt=True) == (
        "player 1 seems to win with 257? points"
    )
    assert lead_words(["player 1", "player 3"], 30, final=False, in_doubt=True) == (
        "player 1 and player 3 seem to be level in the lead with 30 points"
    )


def test_findings_that_rest_on_doubt_are_counted_apart() -> None:
    finding = Finding("S01", "sum-wrong", "grand_total", "wrong")
    sure, unsure = JudgedFinding(finding), JudgedFinding(finding, ("g1/chance/value",))
    assert findings_words([sure, unsure, unsure]) == ["1 finding", "2 possible findings"]
    assert findings_words([unsure]) == ["1 possible finding"]
