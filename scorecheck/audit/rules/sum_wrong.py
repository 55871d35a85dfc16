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
from scorecheck.audit.words import both, either
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    TimesFormula,
)
from scorecheck.game.totals import column_factor
from scorecheck.languages.phrase import Joined, Phrase, Plural, Within


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
    parts = [
        Joined([view.label(name), written[name]], between=" ")
        for name in parts_of(view, wrong.total)[0]
    ]
    told = _told(view, wrong) | {"parts": both(parts)}
    if isinstance(wrong.total.formula, AddFormula):
        return Phrase("{sum} says {written}, but {parts} come to {right}", **told)
    return Phrase("{sum} says {written}, but {parts} gives {right}", **told)


def carried_words(view: CardView, wrong: WrongSum) -> str:
    """That a number follows from an earlier wrong one."""
    told = _told(view, wrong) | {"right": wrong.correct[0]}
    return Plural(
        "{sum} says {written}, which follows from {parts}; as that is wrong, it should be {right}",
        "{sum} says {written}, which follows from {parts}; as those are wrong, it should be "
        "{right}",
        len(wrong.carried_from),
        parts=both([view.label(name) for name in wrong.carried_from]),
        **told,
    )


def _message(view: CardView, wrong: WrongSum) -> str:
    if wrong.carried_from:
        return carried_words(view, wrong)
    told = _told(view, wrong)
    formula = wrong.total.formula
    if isinstance(formula, AddFormula):
        parts = formula.ways(view.rules.options)[0]
        added = [Joined([view.label(part), view.numbers[part]], between=" ") for part in parts]
        return Phrase(
            "{sum} says {written}, but {added} is {right}",
            added=Joined(added, between=" + "),
            **told,
        )
    if isinstance(formula, TimesFormula):
        return Phrase(
            "{sum} says {written}, but {part} {number} times {factor} is {right}",
            part=view.label(formula.of),
            number=view.numbers[formula.of],
            factor=column_factor(view.rules),
            **told,
        )
    if isinstance(formula, DifferenceFormula):
        return Phrase(
            "{sum} says {written}, but {plus} less {minus}, times {times}, is {right}",
            plus=view.label(formula.plus),
            minus=view.label(formula.minus),
            times=view.label(formula.times),
            **told,
        )
    if isinstance(formula, ChipsFormula):
        return Plural(
            "{sum} says {written}, but {n} chip is worth {right}",
            "{sum} says {written}, but {n} chips are worth {right}",
            view.card.chips or 0,
            **told,
        )
    assert isinstance(formula, BoxesFormula)
    return Phrase(
        "{sum} says {written}, but the boxes of the {in_section} add up to {right}",
        in_section=Within(view.label(formula.section)),
        **told,
    )


def _told(view: CardView, wrong: WrongSum) -> dict[str, object]:
    return {
        "sum": view.label(wrong.total.id),
        "written": wrong.written,
        "right": either([str(number) for number in wrong.correct]),
    }


RULE = Rule(
    code="S01",
    name="sum-wrong",
    page=__doc__,
    check=check,
    good=example("yatzy", {"ones": 3, "sixes": 18}, written={"upper_sum": 21}),
    bad=example("yatzy", {"ones": 3, "sixes": 18}, written={"upper_sum": 22}),
)
