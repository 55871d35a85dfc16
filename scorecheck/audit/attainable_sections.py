"""The points that the sections of a full card can have, and the chips that go with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from scorecheck.audit.reach.chip_sums import sums_with_chips
from scorecheck.audit.reach.chips import kinds_of_boxes
from scorecheck.game.bits import from_values, plus
from scorecheck.game.ruleset import Ruleset

CHIPS = "chips"

Case = Mapping[str, int]
"""Section (or chips) to the numbers it can have, as bits; within a case they vary freely."""


def cases_of(rules: Ruleset) -> tuple[Case, ...]:
    """The cases that together hold every full card: one without chips, and those with them."""
    plain = {section.id: _section(rules, section.id) for section in rules.template.sections}
    if rules.template.chips is None or rules.column is not None:
        # On a sheet of several columns the chips are no part of a column's sums.
        return (plain,)
    return ({**plain, CHIPS: 1}, *_with_chips(rules))


def _with_chips(rules: Ruleset) -> Iterator[Case]:
    limit = rules.options.get("chip_limit")
    upper_box = next(iter(kinds_of_boxes(rules)[0]))
    first = rules.boxes[upper_box].section
    (second,) = (one.id for one in rules.template.sections if one.id != first)
    for upper, lower, most in sums_with_chips(rules):
        chips = min(most, limit) if isinstance(limit, int) else most
        yield {first: upper, second: lower, CHIPS: (1 << chips + 1) - 1}


def _section(rules: Ruleset, section: str) -> int:
    """The sums of one section's boxes: all ways of adding up one value of each box."""
    sums = 1
    ordered = set(chain.from_iterable(order.boxes for order in rules.orders))
    for box in rules.template.section_boxes(section):
        if box.id not in ordered:
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
