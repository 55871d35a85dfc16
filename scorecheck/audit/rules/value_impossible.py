"""A number that no roll can score in its box.

Every box has a set of values, worked out from its scoring pattern: Fours can hold 4, 8, 12, 16 or
20, a Yahtzee's Full House only 25. A struck box (X, /, -, 0) is legal everywhere. Where a box has
a base, a Power and a total, the base is looked at; a row with only a total must be such a base
times a factor of the Power die.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show, values_in_words
from scorecheck.game.card import Entry, Mark
from scorecheck.game.template import Box


def check(view: CardView) -> Iterator[Finding]:
    """Boxes whose number cannot be."""
    for box, entry in view.scored():
        allowed = view.rules.values[box.id]
        if entry.base is not None and entry.base not in allowed:
            yield _finding(view, box, entry.base, allowed, "base " if box.has_power else "")
        elif entry.base is None and entry.total is not None:
            totals = _totals(view, entry, allowed)
            if entry.total not in totals:
                yield _finding(view, box, entry.total, totals, "total ")


def _totals(view: CardView, entry: Entry, bases: frozenset[int]) -> frozenset[int]:
    face = view.face(entry)
    factors = {face.factor} if face else view.rules.factors()
    return frozenset(base * factor for base in bases for factor in factors)


def _finding(
    view: CardView, box: Box, written: Mark, allowed: frozenset[int], what: str
) -> Finding:
    label = view.label(box.id)
    message = (
        f"{label} says {show(written)}, but {label.lower()} can only be {values_in_words(allowed)}"
        if not what
        else f"{label} has the {what}{show(written)}, but its {what}can only be "
        f"{values_in_words(allowed)}"
    )
    return RULE.finding(box.id, message, written, tuple(sorted(allowed)))


RULE = Rule(
    code="V01",
    name="value-impossible",
    page=__doc__,
    check=check,
    good=example("yahtzee", {"fours": 16, "full_house": 25}),
    bad=example("yahtzee", {"fours": 18}),
)
