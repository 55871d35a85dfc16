"""Which sums some full card of a game can have, whatever its boxes hold.

Sums are worked out from the things they rest on: each section's points, and the chips. Sets of
numbers are bits of one integer, so that adding up two sets is a few shifts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scorecheck.audit.attainable_sections import CHIPS, Case, cases_of
from scorecheck.game.bits import from_values, plus, values_of
from scorecheck.game.formula import AddFormula, BonusFormula, BoxesFormula, ChipsFormula
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Sum
from scorecheck.game.totals import bonus_for, chip_worth

Single = Callable[[int], int]
"""A sum as a function of the one thing it rests on."""

_cache: dict[int, tuple[Ruleset, Mapping[str, frozenset[int]]]] = {}


def attainable_sums(rules: Ruleset) -> Mapping[str, frozenset[int]]:
    """For every sum of the game, the numbers that a full card can have there.

    Sums that multiply boxes with each other (Yamb's difference) are left out.
    """
    known = _cache.get(id(rules))
    if known is None or known[0] is not rules:
        cases = cases_of(rules)
        found = {
            total.id: frozenset(values_of(_values(rules, total.id, cases)))
            for total in rules.template.sums
            if _is_plain(rules, total.id)
        }
        known = _cache[id(rules)] = (rules, found)
    return known[1]


def _values(rules: Ruleset, name: str, cases: tuple[Case, ...]) -> int:
    """The numbers of one sum, in any way of adding up and in any case."""
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


def _ways(rules: Ruleset, name: str) -> Iterator[tuple[str, ...]]:
    """A sum as a list of sums that each rest on one thing, in every legal way."""
    formula = None if _is_section(rules, name) else _sum(rules, name).formula
    if not isinstance(formula, AddFormula):
        yield (name,)
        return
    for way in formula.ways(rules.options):
        # Inside another sum, the usual way of adding up a part is the one that counts.
        yield tuple(single for part in way for single in next(_ways(rules, part)))


def _by_source(rules: Ruleset, way: tuple[str, ...]) -> dict[str, list[Single]]:
    parts: dict[str, list[Single]] = {}
    for name in way:
        source, function = _single(rules, name)
        parts.setdefault(source, []).append(function)
    return parts


def _is_plain(rules: Ruleset, name: str) -> bool:
    """Whether a sum is made of sums, sections and chips alone."""
    if _is_section(rules, name):
        return True
    formula = _sum(rules, name).formula
    if isinstance(formula, AddFormula):
        return all(_is_plain(rules, part) for way in formula.ways(rules.options) for part in way)
    return isinstance(formula, BoxesFormula | BonusFormula | ChipsFormula)


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
    assert isinstance(formula, BonusFormula)
    source, inner = _single(rules, formula.of)
    return source, lambda value: bonus_for(inner(value), formula, rules)


def _sum(rules: Ruleset, name: str) -> Sum:
    return next(total for total in rules.template.sums if total.id == name)
