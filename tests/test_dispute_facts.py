"""The facts of a dispute report: verdict, evidence, people, witness, source."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorecheck import __version__
from scorecheck.languages.catalogues import LANGUAGES
from scorecheck.languages.phrase import translate
from scorecheck.reading.recognise import model_sha256
from scorecheck.report.dispute_shown import CardShown, SheetShown
from scorecheck.report.witness_words import conflict_words
from tests.made_dispute import DOUBTS, disputed, report_on, settled
from tests.made_sheets import CLEAN, make_sheet


def only(sheets: tuple[SheetShown, ...]) -> SheetShown:
    (sheet,) = sheets
    return sheet


def card_of(sheet: SheetShown) -> CardShown:
    (card,) = sheet.cards
    return card


@pytest.fixture(scope="module")
def undecided(tmp_path_factory: pytest.TempPathFactory) -> SheetShown:
    return only(report_on(disputed(tmp_path_factory.mktemp("photos"))).sheets)


def test_the_verdict_in_one_sentence(undecided: SheetShown) -> None:
    said = [translate(undecided.verdict, lang) for lang in LANGUAGES]
    assert said[0].startswith("Game 1: ")
    assert "1 mistake" in said[0] and "in doubt" in said[0]
    assert len(set(said)) == len(LANGUAGES)
    assert all(one.endswith(".") and one[0].isupper() for one in said)


def test_clean_sheets_and_empty_ones_are_told_as_such(tmp_path: Path) -> None:
    clean = only(report_on(settled([make_sheet(cards={"g1": CLEAN})], tmp_path)).sheets)
    assert clean.verdict == "Game 1: 256 points; no mistake was found."
    empty = only(report_on(settled([make_sheet()], tmp_path)).sheets)
    assert empty.verdict == "Nothing is written on this sheet."
    assert empty.cards == ()


def test_doubts_stand_row_by_row_from_the_top(undecided: SheetShown) -> None:
    rows = [(name, [cell.cell.cell for _, cell in cells]) for name, cells in undecided.doubts]
    assert [name for name, _ in rows] == ["4 of a Kind", "Yahtzee", "Chance"]
    assert {cell for _, cells in rows for cell in cells} == set(DOUBTS)


def test_readings_blind_and_weighed(undecided: SheetShown) -> None:
    chance = next(c for c in card_of(undecided).doubts if c.cell.box == "chance")
    by_text = {share.text: share for share in chance.shares}
    assert by_text["not legible"].alone == pytest.approx(0.6)
    assert by_text["18"].alone == pytest.approx(0.3)
    assert sum(share.chosen for share in chance.shares) == 1
    own = next(share for share in chance.shares if share.chosen)
    assert own.weighed == pytest.approx(chance.cell.confidence)


def test_who_decided_what_and_when(tmp_path: Path) -> None:
    said = [
        {"cell": "g1/four_kind/value", "text": "14", "by": "Åsa", "remark": "as in twos",
         "at": "2026-01-31T20:15:09.123Z"},
        {"cell": "g1/yahtzee/value", "text": "50", "by": "Åsa"},
        {"cell": "g1/yahtzee/value", "text": "56", "by": "Bo", "round": "2"},
        {"cell": "g1/upper_sum/sum", "text": "62", "by": "Åsa"},
    ]  # fmt: skip
    card = card_of(only(report_on(disputed(tmp_path, said)).sheets))
    (kind,) = card.decided
    (word,) = kind.people
    assert word.sentence == "Åsa decided on 2026-01-31 at 20:15:09 UTC: 14"
    assert word.remark == "as in twos"
    alone = {share.text: round(share.alone, 2) for share in kind.shares}
    assert (alone["14"], alone["19"]) == (0.6, 0.35)
    differ = next(cell for cell in card.doubts if cell.cell.box == "yahtzee")
    assert [one.sentence.partition(" ")[0] for one in differ.people] == ["Åsa", "Bo"]
    assert "as the second person" in differ.people[1].sentence
    finding = next(one for one in card.findings if one.finding.at == "upper_sum")
    assert [one.sentence[-4:] for one in finding.cells[0].people] == [": 62"]


def test_a_legal_game_of_the_boxes_as_they_are(undecided: SheetShown) -> None:
    card = card_of(undecided)
    assert card.witness is not None
    (game,) = card.witness.games
    boxes = {fill.box: fill.entry.base for turn in game.turns for fill in turn.fills}
    assert boxes["fours"] == 12
    assert boxes["chance"] == 18
    assert list(card.game_notes) == [
        "The boxes can be; only sums are wrong.",
        "What is in doubt is taken at its likeliest: 4 of a Kind 14, Yahtzee 50 and Chance 18.",
    ]


def test_more_than_sums_is_not_called_only_sums(tmp_path: Path) -> None:
    texts = {"fours/base": "X", "sixes/base": "X", "sixes/total": "0", "upper_sum/sum": "40"}
    sheet = make_sheet("power", cards={"g1": texts})
    card = card_of(only(report_on(settled([sheet], tmp_path)).sheets))
    assert {one.finding.name for one in card.findings} == {"strike-format", "sum-wrong"}
    assert card.witness is not None and card.witness.games
    assert list(card.game_notes) == []


def test_the_arithmetic_comes_to_the_totals_in_doubt_too(undecided: SheetShown) -> None:
    card = card_of(undecided)
    for finding in card.findings:
        right = card.card.totals[finding.finding.at][1]
        assert right in {step.result for step in finding.steps if step.at == finding.finding.at}


def test_what_no_game_can_end_in(tmp_path: Path) -> None:
    sheet = make_sheet(cards={"g1": {"ones/value": "3", "chips/1": "v", "yahtzee/value": "X"}})
    card = card_of(only(report_on(settled([sheet], tmp_path)).sheets))
    assert card.witness is not None and not card.witness.games
    (conflict,) = card.witness.conflicts
    assert conflict_words(conflict).startswith("These cannot stand together: Yahtzee bonus 1 and")
    assert card.is_told(conflict.why)


def test_where_it_comes_from(undecided: SheetShown, tmp_path: Path) -> None:
    source = dict((*undecided.ties, *undecided.basis))
    assert source["File"] == "a.png"
    assert source["SHA-256"] == undecided.file.sha256
    assert source["Rules"] == "Yahtzee, template yahtzee version 1"
    assert source["Printed sheet"].startswith("A4, number 12, language en")
    made_by = dict(report_on(disputed(tmp_path)).made_by)
    assert made_by["Program"] == f"scorecheck {__version__}"
    assert len(model_sha256()) == 64
    assert model_sha256() in made_by["Reading model"]


def test_the_players_of_a_table(tmp_path: Path) -> None:
    few = {"ones/value": "3", "twos/value": "6", "threes/value": "9"}
    sheet = make_sheet(cards={"p1": few, "p2": {"ones/value": "3"}}, mode="players")
    shown = only(report_on(settled([sheet], tmp_path)).sheets)
    assert shown.verdict == "Player 1 leads with 18 points; 1 mistake was found."
    (finding,) = shown.together
    assert (finding.finding.code, finding.place) == ("G01", "the table")
    assert "spelare 1 har haft 3 och spelare 2 har haft 1" in translate(finding.message, "sv")
