"""Which sums some full card of a game can have, whatever its boxes hold.

Sums are worked out from the things they rest on: each section's points, and the chips. Sets of
numbers are bits of one integer, so that adding up two sets is a few shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from scorecheck.audit.attainable_sections import CHIPS, Case, cases_of
from scorecheck.audit.view import CardView
from scorecheck.game.bits import from_values, plus, values_of
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    TimesFormula,
)
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Sum
from scorecheck.game.totals import bonus_for, chip_worth, column_factor

Single = Callable[[int], int]
"""A sum as a function of the one thing it rests on."""

Term = tuple[str, int]
"""A sum that rests on one thing, and how many times it counts."""

_cache: dict[tuple[int, int | None], tuple[Ruleset, Mapping[str, frozenset[int]]]] = {}


def attainable_sums(rules: Ruleset, chips: int | None = None) -> Mapping[str, frozenset[int]]:
    """For every sum of the game (of one column of it), the numbers that a full card can have.

    Args:
        chips: how many bonus chips the card has, where that is known.
    """
    key = (id(rules), chips)
    known = _cache.get(key)
    if known is None or known[0] is not rules:
        cases = cases_of(rules, chips)
        found = {
            total.id: frozenset(values_of(sums_in(rules, total.id, cases)))
            for total in rules.template.sums
        }
        known = _cache[key] = (rules, found)
    return known[1]


def possible_totals(view: CardView) -> Mapping[str, frozenset[int]]:
    """The numbers that each sum can have, with as many chips as are known."""
    chips = view.card.chips
    known = isinstance(chips, int) and view.rules.template.has_chips
    possible = attainable_sums(view.rules, int(chips or 0)) if known else {}
    # A number of chips that cannot be is another finding's business.
    return possible if any(possible.values()) else attainable_sums(view.rules)


def sums_in(rules: Ruleset, name: str, cases: Sequence[Case]) -> int:
    """The numbers of one sum in some cases, in any way of adding up, as bits."""
    found = 0
    for way in _ways(rules, name):
        parts = _by_source(rules, way)
        sets = {tuple(case[source] for source in parts) for case in cases}
        columns = [
            _mapped(functions, {bits[place] for bits in sets})
            for place, functions in enumerate(parts.values())
        ]
        for bits in sets:
            sums = 1
            for column, some in zip(columns, bits, strict=True):
                sums = plus(sums, column[some])
            found |= sums
    return found


def _mapped(functions: list[Single], sets: set[int]) -> dict[int, int]:
    """Each set of source numbers, and the set of what they contribute to the sum."""
    return {
        bits: from_values(
            sum(function(value) for function in functions) for value in values_of(bits)
        )
        for bits in sets
    }


def _ways(rules: Ruleset, name: str) -> Iterator[tuple[Term, ...]]:
    """A sum as a list of sums that each rest on one thing, in every legal way."""
    formula = None if _is_section(rules, name) else _sum(rules, name).formula
    if isinstance(formula, TimesFormula):
        factor = column_factor(rules)
        for way in _ways(rules, formula.of):
            yield tuple((single, factor * times) for single, times in way)
    elif isinstance(formula, AddFormula):
        for parts in formula.ways(rules.options):
            # Inside another sum, the usual way of adding up a part is the one that counts.
            yield tuple(term for part in parts for term in next(_ways(rules, part)))
    else:
        yield ((name, 1),)


def _by_source(rules: Ruleset, way: tuple[Term, ...]) -> dict[str, list[Single]]:
    parts: dict[str, list[Single]] = {}
    for name, times in way:
        source, function = _single(rules, name)
        parts.setdefault(source, []).append(partial(_times, function, times))
    return parts


def _times(function: Single, times: int, value: int) -> int:
    return times * function(value)


def _is_section(rules: Ruleset, name: str) -> bool:
    return any(section.id == name for section in rules.template.sections)


def _single(rules: Ruleset, name: str) -> tuple[str, Single]:
    if _is_section(rules, name):
        return name, lambda value: value
    formula = _sum(rules, name).formula
    if isinstance(formula, BoxesFormula):
        return formula.section, lambda value: value
    if isinstance(formula, ChipsFormula):
        worth = chip_worth(formula, rules)
        return CHIPS, lambda chips: chips * worth
    if isinstance(formula, DifferenceFormula):
        return name, lambda value: value
    assert isinstance(formula, BonusFormula)
    source, inner = _single(rules, formula.of)
    return source, lambda value: bonus_for(inner(value), formula, rules)


def _sum(rules: Ruleset, name: str) -> Sum:
    return next(total for total in rules.template.sums if total.id == name)
