"""A box that is still blank although the game is over.

A blank box is not a zero: a finished card has a number or a strike in every box. On a card that is
still in play blanks are fine. Where the game ends as soon as one player's card is full (Power
Yahtzee), the other players' cards may have blanks.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView, TableView
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Blank boxes of a card that should be full."""
    if not must_be_full(view):
        return
    for box in view.rules.template.boxes:
        if box.id not in view.filled_ids:
            message = Phrase(
                "{box} is blank, but the game is over: a score or a strike is missing",
                box=view.label(box.id),
            )
            yield RULE.finding(box.id, message)


def check_table(table: TableView) -> Iterator[Finding]:
    """A finished game in which nobody's card is full, though that is what ends it."""
    ends_at_first = table.rules.template.ends_at_first_full
    if table.status == "final" and ends_at_first and not table.full_seats:
        most = max(len(view.filled) for view in table.cards)
        boxes = len(table.rules.template.boxes)
        message = Phrase(
            "no player's card is full (the fullest has {most} of {boxes} boxes), "
            "but the game ends only with a full card",
            most=most,
            boxes=boxes,
        )
        yield RULE.finding("game", message)


def must_be_full(view: CardView) -> bool:
    """Whether every box of this card has to be filled."""
    if view.status == "final-loser":
        return not view.rules.template.ends_at_first_full
    return view.status == "final"


RULE = Rule(
    code="V03",
    name="incomplete",
    page=__doc__,
    check=check,
    check_table=check_table,
    good=example("yatzy", {"chance": 20}),
    bad=example("yatzy", {"chance": 20}, status="final"),
)
