"""The sums of a card as they should be, from the boxes as written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorecheck.game.card import Card, Entry, Number, is_zero, number_of
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    Formula,
    TimesFormula,
)
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template


def correct_totals(
    card: Card, template: Template, options: Mapping[str, object]
) -> dict[str, Number]:
    """Every sum of the game, recomputed from the boxes, even where a box is impossible.

    Args:
        options: as from `Template.resolve_options`.
    """
    return card_totals(card, ruleset(template, options))


def card_totals(card: Card, rules: Ruleset) -> dict[str, Number]:
    """Every sum of a card under its rules."""
    sections = section_sums(card, rules)
    totals: dict[str, Number] = {}
    for total in rules.template.sums:
        totals[total.id] = _total(total.formula, {**sections, **totals}, card, rules)
    return totals


def _total(formula: Formula, numbers: Mapping[str, Number], card: Card, rules: Ruleset) -> Number:
    if isinstance(formula, BoxesFormula):
        return numbers[formula.section]
    if isinstance(formula, DifferenceFormula):
        return _difference(formula, card)
    return evaluate(formula, numbers, card.chips, rules)


def _difference(formula: DifferenceFormula, card: Card) -> Number:
    plus, minus, times = (
        card.entry(box).base for box in (formula.plus, formula.minus, formula.times)
    )
    if plus is None or minus is None or times is None:
        return 0
    return max(0, number_of(plus) - number_of(minus)) * number_of(times)


def section_sums(card: Card, rules: Ruleset) -> dict[str, Number]:
    """The points of each section's boxes together."""
    sums: dict[str, Number] = {section.id: 0 for section in rules.template.sections}
    for box_id, entry in card.entries.items():
        box = rules.boxes.get(box_id)
        if box is not None:
            sums[box.section] += points(entry, rules, has_power=box.has_power)
    return sums


def points(entry: Entry, rules: Ruleset, *, has_power: bool) -> Number:
    """What an entry counts: the total as written, else base times factor."""
    if not has_power:
        return number_of(entry.base)
    if entry.total is not None or is_zero(entry.base):
        return number_of(entry.total)
    face = rules.faces.get(entry.power or "")
    return number_of(entry.base) * face.factor if face else 0


def evaluate(
    formula: Formula, sums: Mapping[str, Number], chips: Number | None, rules: Ruleset
) -> Number:
    """A formula over other sums (and sections); the usual way where there are several."""
    if isinstance(formula, AddFormula):
        return sum_of(sums, formula.ways(rules.options)[0])
    if isinstance(formula, BonusFormula):
        return bonus_for(sums[formula.of], formula, rules)
    if isinstance(formula, ChipsFormula):
        return chip_worth(formula, rules) * chip_count(chips)
    if isinstance(formula, TimesFormula):
        return sums[formula.of] * column_factor(rules)
    raise TypeError(f"a formula over boxes or columns is no formula over sums: {formula.kind}")


def column_factor(rules: Ruleset) -> int:
    """What a column's total counts times; 1 where the entries are written multiplied already."""
    return rules.column.factor // rules.factor if rules.column else 1


def sum_of(numbers: Mapping[str, Number], names: Iterable[str]) -> Number:
    """The named numbers together."""
    total: Number = 0
    for name in names:
        total += numbers[name]
    return total


def bonus_for(reached: Number, formula: BonusFormula, rules: Ruleset) -> int:
    """The points of the highest tier that `reached` reaches."""
    return max(
        (value for threshold, value in bonus_tiers(formula, rules) if reached >= threshold),
        default=0,
    )


def bonus_tiers(formula: BonusFormula, rules: Ruleset) -> tuple[tuple[int, int], ...]:
    """The tiers (threshold, points) under the options in force."""
    options = rules.options
    return tuple(
        (
            _option_or(options, formula.threshold_option, threshold) * rules.factor,
            _option_or(options, formula.points_option, value) * rules.factor,
        )
        for threshold, value in formula.tiers
    )


def chip_worth(formula: ChipsFormula, rules: Ruleset) -> int:
    """The points of one chip."""
    return _option_or(rules.options, formula.points_option, formula.points)


def chip_count(chips: Number | None) -> int:
    """The chips that count: a number that cannot be a count of chips counts none."""
    return chips if isinstance(chips, int) and chips > 0 else 0


def _option_or(options: Mapping[str, object], name: str | None, usual: int) -> int:
    value = options[name] if name else usual
    assert isinstance(value, int)  # the template's check lets only such options stand here
    return value
