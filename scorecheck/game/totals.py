"""The sums of a card as they should be, from the boxes as written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorecheck.game.card import Card, Entry, Number, is_zero, number_of
from scorecheck.game.formula import AddFormula, BonusFormula, BoxesFormula, ChipsFormula, Formula
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template


def correct_totals(
    card: Card, template: Template, options: Mapping[str, object]
) -> dict[str, Number]:
    """Every sum of the game, recomputed from the boxes, even where a box is impossible.

    Args:
        options: as from `Template.resolve_options`.
    """
    rules = ruleset(template, options)
    return totals_from(section_sums(card, rules), card.chips, rules)


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


def totals_from(
    sections: Mapping[str, Number], chips: Number | None, rules: Ruleset
) -> dict[str, Number]:
    """Every sum, from the sections' points and the chips."""
    totals: dict[str, Number] = {}
    for total in rules.template.sums:
        formula = total.formula
        if isinstance(formula, BoxesFormula):
            totals[total.id] = sections[formula.section]
        else:
            totals[total.id] = evaluate(formula, totals, chips, rules)
    return totals


def evaluate(
    formula: Formula, sums: Mapping[str, Number], chips: Number | None, rules: Ruleset
) -> Number:
    """A formula over other sums; the usual way of adding up where there are several."""
    if isinstance(formula, AddFormula):
        return sum_of(sums, formula.ways(rules.options)[0])
    if isinstance(formula, BonusFormula):
        return bonus_for(sums[formula.of], formula, rules)
    if isinstance(formula, ChipsFormula):
        return chip_worth(formula, rules) * chip_count(chips)
    raise TypeError(f"a formula over boxes is no formula over sums: {formula.kind}")


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
            _option_or(options, formula.threshold_option, threshold),
            _option_or(options, formula.points_option, value),
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
