"""A written sum that does not add up.

Every number that the player computed is checked against the boxes. A wrong number that is right
for the wrong numbers above it is reported too, but as carried: one slip is blamed once. The lower
total of Yahtzee may be written with or without the chip points. Where only totals are known, they
are checked against each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.sums import WrongSum, parts_of, wrong_sums, wrong_totals
from scorecheck.audit.view import CardView
from scorecheck.audit.words import both, chips_in_words, either
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    TimesFormula,
)
from scorecheck.game.totals import column_factor


def check(view: CardView) -> Iterator[Finding]:
    """Sums, other than the bonus, that are wrong."""
    only_totals = view.status == "totals-only"
    for wrong in wrong_totals(view) if only_totals else wrong_sums(view):
        if not isinstance(wrong.total.formula, BonusFormula):
            yield RULE.finding(
                wrong.total.id,
                totals_words(view, wrong) if only_totals else _message(view, wrong),
                wrong.written,
                wrong.correct[0],
                carried=bool(wrong.carried_from),
            )


def totals_words(view: CardView, wrong: WrongSum) -> str:
    """That a number does not go with the written numbers that it is made of."""
    written = view.card.written
    parts = both([f"{view.label(name)} {written[name]}" for name in parts_of(view, wrong.total)[0]])
    numbers = either([str(number) for number in wrong.correct])
    makes = "come to" if isinstance(wrong.total.formula, AddFormula) else "gives"
    return f"{view.label(wrong.total.id)} says {wrong.written}, but {parts} {makes} {numbers}"


def carried_words(view: CardView, wrong: WrongSum) -> str:
    """That a number follows from an earlier wrong one."""
    names = both([view.label(name) for name in wrong.carried_from])
    these = "that is" if len(wrong.carried_from) == 1 else "those are"
    return (
        f"{view.label(wrong.total.id)} says {wrong.written}, which follows from {names}; "
        f"as {these} wrong, it should be {wrong.correct[0]}"
    )


def _message(view: CardView, wrong: WrongSum) -> str:
    if wrong.carried_from:
        return carried_words(view, wrong)
    numbers = either([str(number) for number in wrong.correct])
    return f"{view.label(wrong.total.id)} says {wrong.written}, but {_how(view, wrong)} {numbers}"


def _how(view: CardView, wrong: WrongSum) -> str:
    formula = wrong.total.formula
    if isinstance(formula, AddFormula):
        parts = formula.ways(view.rules.options)[0]
        return " + ".join(f"{view.label(part)} {view.numbers[part]}" for part in parts) + " is"
    if isinstance(formula, TimesFormula):
        factor = column_factor(view.rules)
        return f"{view.label(formula.of)} {view.numbers[formula.of]} times {factor} is"
    if isinstance(formula, DifferenceFormula):
        plus, minus, times = (view.label(b) for b in (formula.plus, formula.minus, formula.times))
        return f"{plus} less {minus}, times {times}, is"
    if isinstance(formula, ChipsFormula):
        return f"{chips_in_words(view.card.chips or 0)} worth"
    assert isinstance(formula, BoxesFormula)
    return f"the boxes of the {view.label(formula.section).lower()} add up to"


RULE = Rule(
    code="S01",
    name="sum-wrong",
    page=__doc__,
    check=check,
    good=example("yatzy", {"ones": 3, "sixes": 18}, written={"upper_sum": 21}),
    bad=example("yatzy", {"ones": 3, "sixes": 18}, written={"upper_sum": 22}),
)
