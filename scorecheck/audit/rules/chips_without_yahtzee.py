"""Bonus chips on a card whose Yahtzee box does not hold 50.

A chip is the reward for a further Yahtzee after the first was scored. A Yahtzee box that is blank
or struck never earns one, even when the roll acts as a joker. In Triple Yahtzee the Yahtzee boxes
of all three columns must be scored first.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.rules import chip_impossible
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show, there_are
from scorecheck.game.card import Mark


def check(view: CardView) -> Iterator[Finding]:
    """Chips that the Yahtzee box does not allow."""
    needed = view.rules.template.chips
    chips = view.card.chips
    if not chips or needed is None or view.status == "totals-only":
        return
    if any(True for _ in chip_impossible.check(view)):
        return
    wrong = yahtzee_boxes_in_the_way(view)
    if not wrong:
        return
    label = view.label(needed.box)
    box, every = (f"one {label} box", f"every {label} box") if view.rules.column else (label, "it")
    state = "is blank" if wrong[0] is None else f"says {show(wrong[0])}"
    message = (
        f"{there_are(chips)}, but {box} {state}: chips are earned only after {needed.value} "
        f"was scored in {every}"
    )
    yield RULE.finding("chips", message, chips, 0, beside=(needed.box,))


def yahtzee_boxes_in_the_way(view: CardView) -> list[Mark]:
    """What the Yahtzee boxes hold that are not scored: one a column, every one is needed."""
    needed, columns = view.rules.template.chips, view.rules.template.columns
    if needed is None:
        return [None]
    held = [
        (one.card.entry(needed.box).base, needed.value * one.rules.factor) for one in view.sheet
    ]
    wrong = [mark for mark, scored in held if mark != scored]
    return [*wrong, *[None] * (len(columns) - len(held))]


RULE = Rule(
    code="C02",
    name="chips-without-yahtzee",
    page=__doc__,
    check=check,
    good=example("yahtzee", {"yahtzee": 50, "fives": 25}, chips=1),
    bad=example("yahtzee", {"yahtzee": 0, "fives": 25}, chips=1),
)
