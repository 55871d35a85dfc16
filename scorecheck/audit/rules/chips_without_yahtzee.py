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
from scorecheck.languages.phrase import Phrase


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
    told = {
        "there_are_chips": there_are(chips),
        "box": view.label(needed.box),
        "state": _state(wrong[0]),
        "points": needed.value,
    }
    message = (
        Phrase(
            "{there_are_chips}, but one {box} box {state}: chips are earned only after {points} "
            "was scored in every {box} box",
            **told,
        )
        if view.rules.column
        else Phrase(
            "{there_are_chips}, but {box} {state}: chips are earned only after {points} was "
            "scored in it",
            **told,
        )
    )
    yield RULE.finding("chips", message, chips, 0, beside=(needed.box,))


def _state(mark: Mark) -> str:
    return Phrase("is blank") if mark is None else Phrase("says {written}", written=show(mark))


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
