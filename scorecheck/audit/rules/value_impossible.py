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
from scorecheck.game.card import Mark
from scorecheck.game.template import Box
from scorecheck.languages.phrase import Phrase, Within


def check(view: CardView) -> Iterator[Finding]:
    """Boxes whose number cannot be."""
    for box, entry in view.scored:
        allowed = view.rules.values[box.id]
        if entry.base is not None and entry.base not in allowed:
            yield _wrong_value(view, box, entry.base, allowed)
        elif entry.base is None and entry.total is not None:
            face = view.face(entry)
            factors = frozenset({face.factor}) if face else view.rules.factors()
            totals = frozenset(base * factor for base in allowed for factor in factors)
            if entry.total not in totals:
                yield _wrong_total(view, box, entry.total, (allowed, factors, totals))


def _wrong_total(
    view: CardView,
    box: Box,
    written: Mark,
    sets: tuple[frozenset[int], frozenset[int], frozenset[int]],
) -> Finding:
    """A total without a base; `sets` are the bases, the factors and the totals that can be."""
    bases, factors, totals = sets
    message = Phrase(
        "{box} has the total {written}, but that is no base of {bases} times {factors}",
        box=view.label(box.id),
        written=show(written),
        bases=values_in_words(bases),
        factors=values_in_words(factors),
    )
    return RULE.finding(box.id, message, written, tuple(sorted(totals)))


def _wrong_value(view: CardView, box: Box, written: Mark, allowed: frozenset[int]) -> Finding:
    label = view.label(box.id)
    told = {"box": label, "written": show(written), "values": values_in_words(allowed)}
    message = (
        Phrase("{box} has the base {written}, but its base can only be {values}", **told)
        if box.has_power
        else Phrase(
            "{box} says {written}, but {box_again} can only be {values}",
            box_again=Within(label),
            **told,
        )
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
