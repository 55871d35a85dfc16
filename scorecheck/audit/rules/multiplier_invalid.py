"""A Power column that holds no face of the Power die.

Every scored row shows what the Power die was: 1, 2, 3, DOUBLE (D), FREEZE (F) or POWER (P); with a
substitute die (option `power_notation=die6`) a number from 1 to 6; where only factors are written
(`power_notation=factor`) 1, 2 or 3. A struck row needs no symbol.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView, is_power_strike
from scorecheck.audit.words import either
from scorecheck.game.template import Box
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Rows whose Power symbol is missing or unknown."""
    for box, entry in view.filled if view.rules.faces else ():
        if not box.has_power or view.face(entry) is not None:
            continue
        if is_power_strike(entry.power) and (entry.is_struck or entry.base is None):
            continue
        yield _finding(view, box, entry.power)


def _finding(view: CardView, box: Box, power: str | None) -> Finding:
    names = tuple(view.rules.faces)
    shown = list(dict.fromkeys(face.names[-1] for face in view.rules.faces.values()))
    told = {"box": view.label(box.id), "faces": either(shown)}
    message = (
        Phrase("{box} says {power} in Power, but the Power die shows {faces}", power=power, **told)
        if power
        else Phrase("{box} has nothing in Power, but the Power die shows {faces}", **told)
    )
    return RULE.finding(box.id, message, power, names)


RULE = Rule(
    code="M02",
    name="multiplier-invalid",
    page=__doc__,
    check=check,
    good=example("power", {"chance": {"base": 20, "power": "F", "total": 20}}),
    bad=example("power", {"chance": {"base": 20, "power": 4, "total": 80}}),
)
