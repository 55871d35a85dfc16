"""The steps of every sum of a card: those of the sums that it rests on, then its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorecheck.audit.view import CardView
from scorecheck.audit.words import both
from scorecheck.game.card import Number
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    TimesFormula,
)
from scorecheck.game.template import Sum
from scorecheck.game.totals import bonus_tiers, chip_count, chip_worth, column_factor, points
from scorecheck.languages.phrase import Phrase
from scorecheck.report.arithmetic import TIMES, Step, Term, sign

Steps = dict[str, tuple[Step, ...]]


def steps_of_column(view: CardView, lead: str, doubts: frozenset[str]) -> Steps:
    """The sums of one column, by the place that findings name.

    Args:
        lead: what stands before the names of its boxes and sums: `c2.` on a sheet of columns.
        doubts: the boxes with a cell in doubt, so named.
    """
    return _Column(view, lead, doubts).steps()


@dataclass(frozen=True)
class _Column:
    """The sums of one column; `lead` stands before their ids where there are several."""

    view: CardView
    lead: str
    doubts: frozenset[str]

    def steps(self) -> Steps:
        """All sums of the column."""
        steps: Steps = {}
        sums = {total.id: total for total in self.view.rules.template.sums}
        for total in sums.values():
            before: dict[str, Step] = {}
            for name in _inputs(total, self.view):
                given = steps[self.lead + name] if name in sums else (self._section(name, name),)
                before |= {step.at: step for step in given}
            steps[self.lead + total.id] = (*before.values(), *self._own(total))
        return steps

    def _own(self, total: Sum) -> Iterator[Step]:
        formula = total.formula
        if isinstance(formula, BoxesFormula):
            yield self._section(total.id, formula.section)
        elif isinstance(formula, AddFormula):
            yield from self._added(total, formula)
        elif isinstance(formula, BonusFormula):
            why = _reached(self.view, formula)
            yield replace(self._step(total, [self._sum(formula.of)]), why=why)
        elif isinstance(formula, TimesFormula):
            factor = Term(Phrase("factor"), column_factor(self.view.rules))
            yield replace(self._step(total, [self._sum(formula.of), factor]), between=TIMES)
        elif isinstance(formula, ChipsFormula):
            chips = Term(self.view.label("chips"), chip_count(self.view.card.chips))
            worth = Term(Phrase("points"), chip_worth(formula, self.view.rules))
            yield replace(self._step(total, [chips, worth]), between=TIMES)
        elif isinstance(formula, DifferenceFormula):
            yield self._difference(total, formula)

    def _step(self, total: Sum, terms: Sequence[Term]) -> Step:
        result, written = self.view.numbers[total.id], self.view.card.written.get(total.id)
        at, name = self.lead + total.id, self.view.label(total.id)
        return Step(at, name, tuple(terms), result, written)

    def _difference(self, total: Sum, formula: DifferenceFormula) -> Step:
        boxes = (formula.plus, formula.minus, formula.times)
        blank = [box for box in boxes if self.view.card.entry(box).base is None]
        terms = [self._box(box) for box in boxes if box not in blank]
        step = self._step(total, terms)
        if blank:
            names = both([self.view.label(box) for box in blank])
            return replace(step, between=", ", why=Phrase("0 without {boxes}", boxes=names))
        plus, minus, times = (term.number for term in terms)
        least = Phrase("never less than 0") if plus < minus else ""
        return replace(step, how=f"({plus} − {minus}) × {times}", why=least)

    def _added(self, total: Sum, formula: AddFormula) -> Iterator[Step]:
        """A line for each way of adding up that comes to a number of its own."""
        told: set[Number] = set()
        for way in formula.ways(self.view.rules.options):
            terms = [self._sum(name) for name in way]
            result = sum(term.number for term in terms)
            if result not in told:
                told.add(result)
                yield replace(self._step(total, terms), result=result)

    def _section(self, at: str, section: str) -> Step:
        """The boxes of a section, struck ones as 0; blank ones are left out."""
        view = self.view
        boxes = [box.id for box in view.rules.template.section_boxes(section)]
        terms = tuple(self._box(box) for box in boxes if not view.card.entry(box).is_blank)
        written = view.card.written.get(at)
        return Step(self.lead + at, view.label(at), terms, view.numbers[section], written)

    def _box(self, box: str) -> Term:
        view, entry = self.view, self.view.card.entry(box)
        number = points(entry, view.rules, has_power=view.rules.boxes[box].has_power)
        struck = sign(entry.base, number) if entry.is_struck else ""
        return Term(view.label(box), number, struck, self.lead + box in self.doubts)

    def _sum(self, name: str) -> Term:
        return Term(self.view.label(name), self.view.numbers[name])


def _inputs(total: Sum, view: CardView) -> tuple[str, ...]:
    """The sums, or sections without a sum of their own, that a sum is made of."""
    formula = total.formula
    if isinstance(formula, AddFormula):
        return tuple(dict.fromkeys(n for way in formula.ways(view.rules.options) for n in way))
    return (formula.of,) if isinstance(formula, BonusFormula | TimesFormula) else ()


def _reached(view: CardView, formula: BonusFormula) -> str:
    """Which tier of a bonus a sum reaches."""
    number = view.numbers[formula.of]
    tiers = sorted(bonus_tiers(formula, view.rules))
    passed = [least for least, _ in tiers if number >= least]
    if not tiers:
        return Phrase("this game has no bonus")
    if passed:
        return Phrase("{number} is at least {least}", number=number, least=passed[-1])
    return Phrase("{number} is less than {least}", number=number, least=tiers[0][0])
