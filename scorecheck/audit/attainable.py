"""Which sums some full card of a game can have, whatever its boxes hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from scorecheck.game.formula import AddFormula, BonusFormula, BoxesFormula, ChipsFormula
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Sum
from scorecheck.game.totals import bonus_for, chip_worth

CHIPS = "chips"
Way = tuple[str, ...]
Single = Callable[[int], int]
"""A sum as a function of the one thing it rests on: a section's points, or the chips."""

_cache: dict[int, tuple[Ruleset, Mapping[str, frozenset[int]]]] = {}


def attainable_sums(rules: Ruleset) -> Mapping[str, frozenset[int]]:
    """For every sum of the game, the numbers that a full card can have there."""
    known = _cache.get(id(rules))
    if known is None or known[0] is not rules:
        sources = _sources(rules)
        found = {total.id: frozenset(_values(rules, total, sources)) for total in _sums(rules)}
        known = _cache[id(rules)] = (rules, found)
    return known[1]


def _sums(rules: Ruleset) -> tuple[Sum, ...]:
    return rules.template.sums


def _values(
    rules: Ruleset, total: Sum, sources: tuple[Mapping[str, frozenset[int]], ...]
) -> Iterator[int]:
    """The numbers of one sum. `sources` are the cases that exclude each other: with and without
    chips; in each, the things that sums rest on vary freely."""
    for way in _ways(rules, total.id):
        parts = _by_source(rules, way)
        for case in sources:
            sums = {0}
            for source, functions in parts.items():
                sums = _plus(sums, {_apply(functions, value) for value in case[source]})
            yield from sums


def _apply(functions: Iterable[Single], value: int) -> int:
    return sum(function(value) for function in functions)


def _ways(rules: Ruleset, name: str) -> Iterator[Way]:
    """A sum as a list of sums that each rest on one source, in every legal way."""
    formula = _sum(rules, name).formula
    if not isinstance(formula, AddFormula):
        yield (name,)
        return
    for way in formula.ways(rules.options):
        expanded: list[Way] = [()]
        for part in way:
            # Inside another sum, the usual way of adding up a part is the one that counts.
            expanded = [(*head, *next(_ways(rules, part))) for head in expanded]
        yield from expanded


def _by_source(rules: Ruleset, way: Way) -> dict[str, list[Single]]:
    parts: dict[str, list[Single]] = {}
    for name in way:
        source, function = _single(rules, name)
        parts.setdefault(source, []).append(function)
    return parts


def _single(rules: Ruleset, name: str) -> tuple[str, Single]:
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


def _sources(rules: Ruleset) -> tuple[Mapping[str, frozenset[int]], ...]:
    """What sections and chips can be together: without chips, and with them."""
    sections = [section.id for section in rules.template.sections]
    plain = {section: _section(rules, section) for section in sections}
    chips = rules.template.chips
    if chips is None:
        return (plain,)
    held = {
        section: _section(rules, section, fixed=(chips.box, chips.value)) for section in sections
    }
    limit = rules.options.get("chip_limit")
    most = len(rules.template.boxes) - 1
    counts = range(1, (min(most, limit) if isinstance(limit, int) else most) + 1)
    return ({**plain, CHIPS: frozenset({0})}, {**held, CHIPS: frozenset(counts)})


def _section(rules: Ruleset, section: str, fixed: tuple[str, int] = ("", 0)) -> frozenset[int]:
    """The sums of one section's boxes: all ways of adding up one value of each box."""
    sums = {0}
    ordered = set(chain.from_iterable(order.boxes for order in rules.orders))
    for box in rules.template.section_boxes(section):
        if box.id == fixed[0]:
            sums = _plus(sums, {fixed[1]})
        elif box.id not in ordered:
            sums = _plus(sums, {0, *_points(rules, box.id)})
    for group in _groups(rules, section):
        sums = _plus(sums, group)
    return frozenset(sums)


def _points(rules: Ruleset, box_id: str) -> Iterator[int]:
    factors: Iterable[int] = rules.factors() if rules.boxes[box_id].has_power else (1,)
    return (value * factor for factor in factors for value in rules.values[box_id])


def _groups(rules: Ruleset, section: str) -> Iterator[set[int]]:
    """The sums of each ordered group: where strikes start at the last box, scores come first."""
    for order in rules.orders:
        if not order.boxes or rules.boxes[order.boxes[0]].section != section:
            continue
        sums, running = {0}, {0}
        for box in order.boxes:
            scored = _plus(running, set(_points(rules, box)))
            running = scored if rules.strikes_of(order) == "last-first" else running | scored
            sums |= running
        yield sums


def _plus(first: Iterable[int], second: Iterable[int]) -> set[int]:
    others = tuple(second)
    return {a + b for a in first for b in others}
