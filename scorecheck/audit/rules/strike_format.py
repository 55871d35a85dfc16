"""A struck row that is not written as one.

In Power Yahtzee a box is struck by an X in base and a 0 in total; 0 and 0 is accepted too. An X
with points in total, or with nothing there, leaves open what is meant. Under the option
`strike_strict` only X and 0 will do.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show
from scorecheck.game.card import Entry, number_of
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Struck rows written another way."""
    strict = bool(view.rules.options.get("strike_strict"))
    for box, entry in view.filled if view.rules.faces else ():
        if not box.has_power or not entry.is_struck:
            continue
        wrong = _what_is_wrong(entry, strict=strict)
        if wrong:
            message = Phrase("{box} is struck, but {wrong}", box=view.label(box.id), wrong=wrong)
            yield RULE.finding(box.id, message, entry.total, 0)


def _what_is_wrong(entry: Entry, *, strict: bool) -> str:
    if entry.total is None:
        return Phrase("its total is blank: a 0 belongs there")
    if number_of(entry.total) != 0:
        return Phrase("its total says {written}: a 0 belongs there", written=show(entry.total))
    if strict and not (isinstance(entry.base, str) and entry.total == 0):
        return Phrase(
            "not with X in base and 0 in total ({base} and {total})",
            base=show(entry.base),
            total=show(entry.total),
        )
    return ""


RULE = Rule(
    code="O03",
    name="strike-format",
    page=__doc__,
    check=check,
    good=example("power", {"chance": {"base": "X", "power": None, "total": 0}}),
    bad=example("power", {"chance": {"base": "X", "power": 3, "total": 30}}),
)
