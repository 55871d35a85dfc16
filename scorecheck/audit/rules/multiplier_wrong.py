"""A total that is not base times the factor of the Power die.

1, 2 and 3 count once, twice and three times; DOUBLE counts twice, FREEZE once and POWER three
times, also when its fourth throw was not used. On the substitute die 4 stands for DOUBLE, 5 for
FREEZE and 6 for POWER.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show
from scorecheck.game.card import number_of
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Rows whose total is not their base times their factor."""
    for box, entry in view.scored if view.rules.faces else ():
        face = view.face(entry)
        if not box.has_power or face is None or entry.base is None:
            continue
        right = number_of(entry.base) * face.factor
        if entry.total != right:
            message = Phrase(
                "{box} has the total {written}, but base {base} times {factor} (Power {power}) "
                "is {right}",
                box=view.label(box.id),
                written=show(entry.total),
                base=entry.base,
                factor=face.factor,
                power=entry.power,
                right=right,
            )
            yield RULE.finding(box.id, message, entry.total, right)


RULE = Rule(
    code="M01",
    name="multiplier-wrong",
    page=__doc__,
    check=check,
    good=example("power", {"chance": {"base": 20, "power": "P", "total": 60}}),
    bad=example("power", {"chance": {"base": 20, "power": "P", "total": 80}}),
)
