"""The points that the sections of a full card can have, and the chips that go with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from scorecheck.audit.reach.chip_sums import sums_with_chips
from scorecheck.audit.reach.chips import kinds_of_boxes
from scorecheck.game.bits import from_values, plus
from scorecheck.game.formula import DifferenceFormula
from scorecheck.game.ruleset import Ruleset

CHIPS = "chips"

Case = Mapping[str, int]
"""Section (or chips) to the numbers it can have, as bits; within a case they vary freely."""


def cases_of(rules: Ruleset, chips: int | None = None) -> tuple[Case, ...]:
    """The cases that together hold every full card: one without chips, and those with them.

    Args:
        chips: how many chips there are, where that is known.
    """
    plain = tuple(_plain(rules))
    if rules.template.chips is None or rules.column is not None:
        # On a sheet of several columns the chips are no part of a column's sums.
        return plain
    cases = (*({**case, CHIPS: 1} for case in plain), *_with_chips(rules))
    if chips is None:
        return cases
    return tuple({**case, CHIPS: 1 << chips} for case in cases if case[CHIPS] >> chips & 1)


def _plain(rules: Ruleset) -> Iterator[Case]:
    """The sections by themselves; where a sum multiplies by a box, a case for each number in it.

    The boxes whose difference is multiplied are taken to vary freely beside their own section.
    """
    sections = {section.id: _section(rules, section.id) for section in rules.template.sections}
    products = [s for s in rules.template.sums if isinstance(s.formula, DifferenceFormula)]
    if not products:
        yield sections
        return
    (product,) = products
    formula = product.formula
    assert isinstance(formula, DifferenceFormula)
    section = rules.boxes[formula.times].section
    rest = _section(rules, section, without=formula.times)
    differences = {
        max(0, more - less)
        for more in (0, *rules.values[formula.plus])
        for less in (0, *rules.values[formula.minus])
    }
    for times in (0, *rules.values[formula.times]):
        found = from_values(difference * times for difference in differences)
        yield {**sections, section: rest << times, product.id: found}


def _with_chips(rules: Ruleset) -> Iterator[Case]:
    limit = rules.options.get("chip_limit")
    for cases in cases_with_chips(rules):
        for case, earned in cases:
            most = min(earned, limit) if isinstance(limit, int) else earned
            yield {**case, CHIPS: (1 << most + 1) - 1}


def cases_with_chips(rules: Ruleset) -> Iterator[list[tuple[Case, int]]]:
    """For each set of numbers used early: the sections of a card, and the most chips with them."""
    upper_box = next(iter(kinds_of_boxes(rules)[0]))
    first = rules.boxes[upper_box].section
    (second,) = (one.id for one in rules.template.sections if one.id != first)
    for together in sums_with_chips(rules):
        yield [({first: upper, second: lower}, most) for upper, lower, most in together]


def _section(rules: Ruleset, section: str, without: str = "") -> int:
    """The sums of one section's boxes: all ways of adding up one value of each box."""
    sums = 1
    ordered = set(chain.from_iterable(order.boxes for order in rules.orders))
    for box in rules.template.section_boxes(section):
        if box.id not in ordered and box.id != without:
            sums = plus(sums, 1 | _points(rules, box.id))
    for group in _groups(rules, section):
        sums = plus(sums, group)
    return sums


def _points(rules: Ruleset, box_id: str) -> int:
    factors: Iterable[int] = rules.factors() if rules.boxes[box_id].has_power else (1,)
    return from_values(value * factor for factor in factors for value in rules.values[box_id])


def _groups(rules: Ruleset, section: str) -> Iterator[int]:
    """The sums of each ordered group: where strikes start at the last box, scores come first."""
    for order in rules.orders:
        if not order.boxes or rules.boxes[order.boxes[0]].section != section:
            continue
        prefix = rules.strikes_of(order) == "last-first"
        sums = running = 1
        for box in order.boxes:
            scored = plus(running, _points(rules, box))
            running = scored if prefix else running | scored
            sums |= running
        yield sums
