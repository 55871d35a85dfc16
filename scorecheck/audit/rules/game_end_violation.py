"""More than one full card in a game that ends at the first.

Power Yahtzee ends at once when one player's card is full. So in a finished game exactly one card
is full, and the card of a player who did not end the game has at least one blank box.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.view import CardView, TableView
from scorecheck.audit.words import both, player
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """A full card of a player who did not end the game."""
    if view.status == "final-loser" and view.rules.template.ends_at_first_full and view.is_full:
        message = Phrase(
            "this card is full, but another player's card ended the game: the game stops at the "
            "first full card"
        )
        yield RULE.finding("card", message)


def check_table(table: TableView) -> Iterator[Finding]:
    """Several full cards."""
    if table.rules.template.ends_at_first_full and len(table.full_seats) > 1:
        message = Phrase(
            "the cards of {players} are full, but the game stops at the first full card",
            players=both([player(seat) for seat in table.full_seats]),
        )
        seats = [f"p{seat}" for seat in table.full_seats[:2]]
        yield RULE.finding("game", message, table.full_seats, beside=seats)


_BOXES = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "choice", "two_pairs", "three_kind_1"),
    *("three_kind_2", "four_kind_1", "four_kind_2", "full_house", "small_straight_1"),
    *("small_straight_2", "large_straight_1", "large_straight_2", "chance", "yahtzee_1"),
    *("yahtzee_2", "yahtzee_3"),
)
_FULL = {"entries": dict.fromkeys(_BOXES, "X")}
_BUT_ONE = {"entries": dict.fromkeys(_BOXES[1:], "X")}

RULE = Rule(
    code="G02",
    name="game-end-violation",
    page=__doc__,
    check=check,
    check_table=check_table,
    good={"variant": "power", "status": "final", "cards": [_FULL, _BUT_ONE]},
    bad={"variant": "power", "status": "final", "cards": [_FULL, _FULL]},
)
