"""Which sums over all columns some full sheet of a game can have.

Without chips the columns vary freely. With chips they are bound together by the numbers whose own
boxes are used in all of them; given those, each column earns what it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from scorecheck.audit.attainable import attainable_sums, sums_in
from scorecheck.audit.attainable_sections import cases_with_chips
from scorecheck.game.bits import from_values, plus, values_of
from scorecheck.game.columns import chip_points
from scorecheck.game.formula import ChipsFormula, ColumnsFormula, TimesFormula
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Column, Sum, Template

Options = Mapping[str, object]
Table = Mapping[int, int]
"""Most chips of a column, to the points that go with them (before the factor), as bits."""

_cache: dict[tuple[object, ...], tuple[Template, Mapping[str, frozenset[int]]]] = {}


def attainable_overall(template: Template, options: Options) -> Mapping[str, frozenset[int]]:
    """For every sum over the columns, the numbers that a full sheet can have there."""
    key = (id(template), *options.items())
    known = _cache.get(key)
    if known is None or known[0] is not template:
        found = {
            total.id: frozenset(values_of(_values(template, options, total)))
            for total in template.overall
        }
        known = _cache[key] = (template, found)
    return known[1]


def _values(template: Template, options: Options, total: Sum) -> int:
    formula = total.formula
    found = 1
    if isinstance(formula, ColumnsFormula):
        found = _together(
            from_values(attainable_sums(ruleset(template, options, column.id))[formula.of])
            for column in template.columns
        )
    chips = _chips_in(template, total)
    if chips is None:
        return found
    name = formula.of if isinstance(formula, ColumnsFormula) else ""
    for table in _tables(template, options, name):
        found |= _together(
            _column(table, column, chip_points(chips, template, options, column.id), bool(name))
            for column in template.columns
        )
    return found


def _chips_in(template: Template, total: Sum) -> ChipsFormula | None:
    """The chips that a sum counts, itself or through another that it adds."""
    if isinstance(total.formula, ChipsFormula):
        return total.formula
    assert isinstance(total.formula, ColumnsFormula)  # the template's check allows no other
    added = (other for other in template.overall if other.id in total.formula.plus)
    return next((found for other in added if (found := _chips_in(template, other))), None)


def _tables(template: Template, options: Options, name: str) -> Iterator[Table]:
    """What a column can come to, for each set of numbers used early in all columns."""
    raw = {**options, **({template.entries_option: "raw"} if template.entries_option else {})}
    rules = ruleset(template, raw, template.columns[0].id)
    for cases in cases_with_chips(rules):
        table: dict[int, int] = {}
        for case, most in cases:
            points = sums_in(rules, _of_column(rules, name), [case]) if name else 1
            table[most] = table.get(most, 0) | points
        yield table


def _of_column(rules: Ruleset, name: str) -> str:
    """The sum of a column before its factor."""
    formula = next(total.formula for total in rules.template.sums if total.id == name)
    return formula.of if isinstance(formula, TimesFormula) else name


def _column(table: Table, column: Column, worth: int, counts: bool) -> int:
    """The points and chips of one column together, as bits."""
    found = 0
    for most, points in table.items():
        times = from_values(value * column.factor for value in values_of(points)) if counts else 1
        found |= plus(times, from_values(worth * chips for chips in range(most + 1)))
    return found


def _together(columns: Iterable[int]) -> int:
    return reduce(plus, columns, 1)
