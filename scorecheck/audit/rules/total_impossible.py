"""A total that no card of the game can have.

Where only totals are known, the boxes cannot be added up; but many totals never occur. A Yahtzee
upper total is never 63 to 97, because 63 or more earns the bonus of 35; no card without chips
passes 375 points; a lower sum of Yatzy is never 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorecheck.audit.attainable import possible_totals
from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Written totals that cannot be, on a card of which only totals are known."""
    if view.status == "totals-only":
        yield from compare(view.card.written, possible_totals(view), view.label)


def compare(
    written: Mapping[str, Number],
    possible: Mapping[str, frozenset[int]],
    label: Callable[[str], str],
) -> Iterator[Finding]:
    """Written sums against the numbers that each can have."""
    for name, number in written.items():
        if name in possible and number not in possible[name]:
            why = _why(number, possible[name])
            message = Phrase(
                "{sum} says {written}, but {why}", sum=label(name), written=number, why=why
            )
            yield RULE.finding(name, message, number)


def _why(number: Number, possible: frozenset[int]) -> str:
    if number > max(possible):
        return Phrase("the most that a card can have there is {most}", most=max(possible))
    if number < min(possible):
        return Phrase("the least that a card can have there is {least}", least=min(possible))
    return Phrase(
        "no card can have that number there: the nearest are {lower} and {higher}",
        lower=max(value for value in possible if value < number),
        higher=min(value for value in possible if value > number),
    )


RULE = Rule(
    code="S03",
    name="total-impossible",
    page=__doc__,
    check=check,
    good=example("yahtzee", {}, status="totals-only", written={"upper_total": 98}),
    bad=example("yahtzee", {}, status="totals-only", written={"upper_total": 75}),
)
