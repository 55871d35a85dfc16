"""The steps of every sum of a card, those over the columns of a sheet among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scorecheck.game.card import Number
from scorecheck.game.columns import ColumnsCard, chip_points, column_totals, overall_totals
from scorecheck.game.formula import ChipsFormula, ColumnsFormula
from scorecheck.game.template import Sum
from scorecheck.game.totals import chip_count
from scorecheck.languages.phrase import Joined, Named
from scorecheck.report.arithmetic import Step, Term
from scorecheck.report.arithmetic_sums import Steps, steps_of_column
from scorecheck.report.cards import WrittenCard
from scorecheck.report.result import CardResult, SheetResult


def steps_of(sheet: SheetResult, card: CardResult, written: WrittenCard) -> Steps:
    """By the place that findings name (`upper_sum`, `c2.upper_sum`): the steps of the sums that
    a sum rests on, then its own."""
    doubts = frozenset(cell.box for cell in card.cells if cell.in_doubt)
    steps: Steps = {}
    for column, view in written.views.items():
        steps |= steps_of_column(view, f"{column}." if column else "", doubts)
    return steps | _overall(sheet, written, steps)


def _overall(sheet: SheetResult, written: WrittenCard, steps: Steps) -> Steps:
    """The sums over the columns of a sheet; none where it has one column."""
    label, told = sheet.template.label, Steps()
    if not sheet.template.overall:
        return told
    whole = ColumnsCard({name: view.card for name, view in written.views.items()}, written.overall)
    right = overall_totals(whole, sheet.template, written.options)
    for total in sheet.template.overall:
        parts = _parts(total, whole, sheet, written.options, right)
        terms = tuple(Term(Named(label, part), number) for part, number in parts.items())
        before = _before(total, sheet, steps, told)
        said = written.overall.get(total.id)
        own = Step(total.id, Named(label, total.id), terms, right[total.id], said)
        told[total.id] = (*before, own)
    return told


def _parts(
    total: Sum,
    whole: ColumnsCard,
    sheet: SheetResult,
    options: Mapping[str, object],
    right: Mapping[str, Number],
) -> dict[str, Number]:
    """What is added up: a number for each column, then sums over columns that come earlier."""
    formula = total.formula
    if isinstance(formula, ColumnsFormula):
        sums = column_totals(whole, sheet.template, options)
        parts = {column: numbers[formula.of] for column, numbers in sums.items()}
        return parts | {name: right[name] for name in formula.plus}
    assert isinstance(formula, ChipsFormula)  # the template's check allows no other
    return {
        column: chip_count(card.chips) * chip_points(formula, sheet.template, options, column)
        for column, card in whole.columns.items()
    }


def _before(total: Sum, sheet: SheetResult, steps: Steps, told: Steps) -> Iterator[Step]:
    formula = total.formula
    if isinstance(formula, ColumnsFormula):
        for column in sheet.template.columns:
            for step in steps.get(f"{column.id}.{formula.of}", ()):
                name = Joined([Named(sheet.template.label, column.id), step.name], between=": ")
                yield replace(step, name=name)
        for earlier in formula.plus:
            yield from told[earlier]
