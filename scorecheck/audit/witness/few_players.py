"""A smallest set of players whose cards cannot be of one game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.turns import possible_turns, seating
from scorecheck.audit.rules import game_end_violation, turn_count_mismatch
from scorecheck.audit.view import TableView
from scorecheck.audit.witness.turn import Claim, Conflict
from scorecheck.audit.words import player, values_in_words
from scorecheck.languages.phrase import Phrase, Plural


def conflict_of_table(table: TableView, finding: Finding) -> Conflict:
    """The players that a finding about the whole table needs, with what their cards say."""
    seats = range(1, len(table.cards) + 1)
    if finding.name == turn_count_mismatch.RULE.name:
        seats_and_words = [(seat, _turns(table, seat)) for seat in _out_of_turn(table)]
    elif finding.name == game_end_violation.RULE.name:
        seats_and_words = [(seat, Phrase("full")) for seat in table.full_seats[:2]]
    else:
        seats_and_words = [(seat, _filled(table, seat)) for seat in seats]
    claims = tuple(Claim(f"p{seat}", player(seat), says) for seat, says in seats_and_words)
    return Conflict("game", claims, finding.message)


def _out_of_turn(table: TableView) -> Sequence[int]:
    """The fewest players whose numbers of turns cannot go together, whatever the others had."""
    sets = [possible_turns(view) for view in table.cards]
    seats = range(1, len(sets) + 1)
    anything = frozenset(range(len(table.rules.template.boxes) + 1))
    for size in range(1, len(sets)):
        for few in combinations(seats, size):
            open_ = [one if seat in few else anything for seat, one in enumerate(sets, start=1)]
            if seating(table, open_) is None:
                return few
    return seats


def _turns(table: TableView, seat: int) -> str:
    turns = possible_turns(table.cards[seat - 1])
    number = 1 if turns == {1} else 2
    return Plural("{turns} turn", "{turns} turns", number, turns=values_in_words(turns))


def _filled(table: TableView, seat: int) -> str:
    boxes = len(table.rules.template.boxes)
    filled = len(table.cards[seat - 1].filled)
    return Phrase("{filled} of {boxes} boxes", filled=filled, boxes=boxes)
