"""Who stands where, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorecheck.archive import shown, standings_notes
from scorecheck.archive.facts import EventFacts
from scorecheck.archive.standings import Row, standings
from scorecheck.archive.status import counts, waits
from scorecheck.archive.ties import RULES, ties_named, ties_sentence
from scorecheck.errors import UsageError
from tests.made_event import EVENT, card_changed, changed, made_event, points


def played(*games: tuple[int | None, ...], ties: tuple[str, ...] = (), best: int = 0) -> EventFacts:
    event = replace(EVENT, rounds=len(games[0]), ties=ties, best_games=best)
    return points(made_event(event), *games)


def told(facts: EventFacts) -> list[tuple[int, int, object]]:
    return [(row.place, row.number, row.total) for row in standings(facts).rows]


def row(facts: EventFacts, number: int) -> Row:
    return next(one for one in standings(facts).rows if one.number == number)


def test_points_are_added_up() -> None:
    facts = played((200, 100), (210, 150), (150, None))
    assert told(facts) == [(1, 2, 360), (2, 1, 300), (3, 3, 150)]
    assert row(facts, 3).points == (150, None)
    assert row(facts, 3).played == 1


def test_nobody_has_a_place_before_anything_was_played() -> None:
    table = standings(played((None,), (None,)))
    assert [line.cells[0] for line in shown.lines(table)] == [shown.NONE] * 2
    assert [one.rank for one in table.rows] == [None, None]
    notes = [str(note) for note in standings_notes.notes(table)]
    assert notes[0].startswith("Nothing has been played yet")


def test_whoever_has_played_nothing_has_no_place() -> None:
    table = standings(played((None,), (0,)))
    assert [(one.number, one.rank) for one in table.rows] == [(2, 1), (1, None)]
    assert not any("Nothing has been played" in str(note) for note in standings_notes.notes(table))


def test_only_the_chosen_rounds() -> None:
    table = standings(played((200, 100), (150, 140)), rounds=(2,))
    assert [(one.number, one.points) for one in table.rows] == [(2, (140,)), (1, (100,))]


def test_equal_points_share_a_place_and_the_next_is_left_out() -> None:
    assert told(played((100,), (200,), (200,), (50,))) == [
        (1, 2, 200),
        (1, 3, 200),
        (3, 1, 100),
        (4, 4, 50),
    ]


@pytest.mark.parametrize(
    ("rule", "games"),
    [
        ("best-game", ((150, 150, 150), (100, 150, 200))),
        ("best-game", ((200, 120, 130), (200, 110, 140))),
        ("last-round", ((200, 150, 100), (100, 200, 150))),
    ],
)
def test_a_rule_parts_two(rule: str, games: tuple[tuple[int, ...], ...]) -> None:
    shared = told(played(*games))
    assert [place for place, _, _ in shared] == [1, 1]
    facts = played(*games, ties=(rule,))
    assert [number for _, number, _ in told(facts)] == [2, 1]
    assert [one.parted for one in standings(facts).rows] == ["", rule]
    assert any("stands before" in note for note in standings_notes.notes(standings(facts)))


def test_tables_won_part_two() -> None:
    games = ((90, 200, 10), (100, 100, 100))
    facts = played(*games, ties=("wins",))
    assert [(one.number, one.wins, one.parted) for one in standings(facts).rows] == [
        (2, 2, ""),
        (1, 1, "wins"),
    ]


def test_a_lot_parts_everybody_and_always_the_same() -> None:
    facts = played((100,), (100,), (100,), (100,), ties=("lot",))
    first = told(facts)
    assert [place for place, _, _ in first] == [1, 2, 3, 4]
    assert first == told(facts)
    other = replace(facts, event=replace(facts.event, seed="another"))
    assert first != told(other)


def test_the_first_rule_that_parts_is_named() -> None:
    facts = played((150, 150), (200, 100), ties=("wins", "best-game"))
    assert standings(facts).rows[1].parted == "best-game"


def test_only_the_best_games_count() -> None:
    facts = played((100, 200, 50), (110, 110, 110), best=2)
    assert told(facts) == [(1, 1, 300), (2, 2, 220)]
    assert row(facts, 1).counted == (True, True, False)
    assert row(facts, 2).counted == (True, True, False)
    (line, _) = shown.lines(standings(facts))
    assert "(50)" in line.cells


def test_what_two_photos_differ_on_does_not_count() -> None:
    facts = changed(played((200,), (100,)), 1, contested=frozenset({"p1"}))
    assert told(facts) == [(1, 2, 100), (2, 1, 0)]
    assert row(facts, 1).points == (None,)
    assert row(facts, 1).may_change
    assert not row(facts, 2).may_change
    assert row(facts, 2).wins == 1


def test_doubts_and_unfinished_games_count_and_may_change() -> None:
    facts = played((200,), (100,), (50,))
    assert not standings(facts).may_change
    facts = card_changed(facts, 1, "p1", open=1)
    facts = card_changed(facts, 1, "p2", status="in-progress")
    assert [(one.total, one.may_change) for one in standings(facts).rows] == [
        (200, True),
        (100, True),
        (50, False),
    ]


def test_a_missing_sheet_may_change_the_standings() -> None:
    facts = changed(played((200, 100), (100, 50)), 2, version=0, cards=())
    assert standings(facts).may_change
    assert not standings(facts, rounds=(1,)).may_change


def test_a_blank_column_is_no_game() -> None:
    facts = card_changed(played((200,), (0,)), 1, "p2", status="blank")
    assert row(facts, 2).points == (None,)
    assert row(facts, 2).wins == 0


def test_teams_add_up_their_best_players() -> None:
    facts = made_event()
    table = standings(facts, "team")
    by_number = {one.number: one.total for one in standings(facts).rows}
    for one in table.rows:
        assert one.total == sum(by_number[number] for number in one.members)
        assert one.total == sum(p or 0 for p in one.points)
    best = replace(facts, event=replace(facts.event, best_players=1))
    for one in standings(best, "team").rows:
        assert one.total == max(by_number[number] for number in one.members)


def test_rules_for_ties_are_known_and_said() -> None:
    names = [rule.name for rule in RULES]
    assert [rule.name for rule in ties_named([*names, names[0]])] == names
    for rule in RULES:
        assert rule.says in ties_sentence([rule.name])
    assert "shares" not in ties_sentence(["wins", "lot"])
    with pytest.raises(UsageError, match="no rule for ties 'age'"):
        ties_named(["age"])


def test_the_status_counts_every_sheet() -> None:
    facts = made_event()
    assert not waits(facts)
    facts = changed(facts, 1, version=0, cards=(), readings=0)
    facts = changed(facts, 2, contested=frozenset({"p1"}), readings=2)
    facts = card_changed(facts, 3, "p1", open=2)
    facts = card_changed(facts, 4, "p1", findings=1, verdict="findings")
    facts = card_changed(facts, 5, "p1", status="in-progress")
    facts = changed(facts, 6, corrected=True)
    facts = card_changed(facts, 7, "p1", findings=1, verdict="doubt")
    assert counts(facts) == {
        "missing": [1],
        "in": [2, 3, 4, 5, 6, 7, 8, 9],
        "conflict": [2],
        "doubt": [3],
        "unfinished": [5],
        "findings": [4],
        "findings-in-doubt": [7],
        "twice": [2],
        "corrected": [6],
        "by-hand": [],
    }
    assert waits(facts)


def test_the_notes_say_which_totals_count_and_where_something_is_wrong() -> None:
    facts = played((200, 100), (210, 150))
    clean = list(standings_notes.notes(standings(facts)))
    assert "The right totals count, not those that the players wrote." in clean
    assert not any("wrong on the paper" in note for note in clean)
    facts = card_changed(facts, 2, "p1", findings=1, verdict="findings")
    assert "Something is wrong on the paper of sheet 2." in list(
        standings_notes.notes(standings(facts))
    )
    assert list(standings_notes.notes(standings(facts, rounds=(1,)))) == clean
    both = card_changed(facts, 1, "p2", findings=2, verdict="findings")
    assert any("of 2 sheets: 1, 2." in note for note in standings_notes.notes(standings(both)))


def test_what_rests_on_doubt_is_told_as_no_more_than_that() -> None:
    facts = card_changed(
        played((200, 100), (210, 150)), 2, "p1", findings=1, verdict="doubt", open=1
    )
    notes = list(standings_notes.notes(standings(facts)))
    assert not any(note.startswith("Something is wrong") for note in notes)
    assert (
        "Something may be wrong on the paper of sheet 2: that depends on cells in doubt." in notes
    )
    assert not any(
        "on the paper" in note for note in standings_notes.notes(standings(facts, rounds=(1,)))
    )
    told = shown.states_words(facts.sheets[1])
    assert told == "cells in doubt, something perhaps wrong on the paper"


def test_rounds_without_sheets_are_named() -> None:
    facts = played((200, 100, 90), (210, 150, 90))
    assert list(standings_notes.unprinted_note(facts)) == []
    first = replace(facts, sheets=facts.sheets[:1])
    assert list(standings_notes.unprinted_note(first)) == [
        "No sheets of rounds 2, 3 have been printed yet."
    ]
    assert "No sheets of round 3 have been printed yet." in list(
        standings_notes.notes(standings(first, rounds=(1, 3)))
    )
    assert list(standings_notes.unprinted_note(first, (1,))) == []
