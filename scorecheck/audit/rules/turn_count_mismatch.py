"""Numbers of turns that players of one game cannot have had.

Turns go round the table, so at any time the players have had equally many turns, or those after
the one who played last have had one fewer. A turn fills one box; in Power Yahtzee a DOUBLE turn
fills two, and a struck row without a mark may have been part of one, so a card allows several
numbers of turns. Where the first player is not known (`first_seat`), each is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.turns import fewest_turns, possible_turns, seated, seating
from scorecheck.audit.rule import Rule
from scorecheck.audit.view import CardView, TableView
from scorecheck.audit.words import both, player, values_in_words
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """A losing card with too few turns for a game that somebody finished."""
    if view.status != "final-loser" or not view.rules.template.ends_at_first_full or view.is_full:
        return
    turns, needed = possible_turns(view), fewest_turns(view) - 1
    if turns and max(turns) < needed:
        message = Phrase(
            "this card had at most {turns} turns, but whoever filled a whole card had at least "
            "{fewest}, so every other player had at least {needed}",
            turns=max(turns),
            fewest=needed + 1,
            needed=needed,
        )
        yield RULE.finding("card", message, max(turns), needed)


def check_table(table: TableView) -> Iterator[Finding]:
    """Cards whose numbers of turns do not go together."""
    if not _applies(table):
        return
    sets = tuple(possible_turns(view) for view in table.cards)
    if all(sets) and seating(table, sets) is None:
        yield _finding(sets)


def compare_sheets(
    turns: Sequence[int], options: Mapping[str, object], status: str
) -> Iterator[Finding]:
    """The same for sheets of several columns, of which every turn fills one box."""
    sets = [frozenset({number}) for number in turns]
    if (
        status == "in-progress"
        and seated(sets, options.get("first_seat"), range(len(sets))) is None
    ):
        yield _finding(sets)


def _finding(sets: Sequence[frozenset[int]]) -> Finding:
    told = [
        Phrase("{player} had {turns}", player=player(seat), turns=values_in_words(some))
        for seat, some in enumerate(sets, start=1)
    ]
    message = Phrase("turns go round the table, but {players_had} turns", players_had=both(told))
    return RULE.finding("game", message)


def _applies(table: TableView) -> bool:
    """Not where it is already wrong that cards have blanks or are full."""
    if table.rules.template.ends_at_first_full:
        return len(table.full_seats) == 1 if table.status == "final" else len(table.full_seats) < 2
    return table.status == "in-progress"


def _struck(*boxes: str) -> dict[str, object]:
    return {"entries": dict.fromkeys(boxes, 0)}


RULE = Rule(
    code="G01",
    name="turn-count-mismatch",
    page=__doc__,
    check=check,
    check_table=check_table,
    stage="reach",
    good={"variant": "yatzy", "cards": [_struck("ones", "twos"), _struck("chance")]},
    bad={"variant": "yatzy", "cards": [_struck("ones", "twos", "fours"), _struck("chance")]},
)
