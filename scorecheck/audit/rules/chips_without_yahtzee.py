"""Bonus chips on a card whose Yahtzee box does not hold 50.

A chip is the reward for a further Yahtzee after the first was scored. A Yahtzee box that is blank
or struck never earns one, even when the roll acts as a joker.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.rules import chip_impossible
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show


def check(view: CardView) -> Iterator[Finding]:
    """Chips that the Yahtzee box does not allow."""
    needed = view.rules.template.chips
    chips = view.card.chips
    if not chips or needed is None or view.status == "totals-only":
        return
    held = view.card.entry(needed.box).base
    if held == needed.value or any(True for _ in chip_impossible.check(view)):
        return
    state = "is blank" if held is None else f"says {show(held)}"
    message = (
        f"there are {chips} chips, but {view.label(needed.box)} {state}: chips are earned only "
        f"after {needed.value} was scored there"
    )
    yield RULE.finding("chips", message, chips, 0)


RULE = Rule(
    code="C02",
    name="chips-without-yahtzee",
    page=__doc__,
    check=check,
    good=example("yahtzee", {"yahtzee": 50, "fives": 25}, chips=1),
    bad=example("yahtzee", {"yahtzee": 0, "fives": 25}, chips=1),
)
