"""The short rules beside the boxes and sums, as the options of a sheet make them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scorecheck.game.formula import BonusFormula, ChipsFormula
from scorecheck.game.patterns import Pattern
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import bonus_tiers, chip_worth
from scorecheck.sheet.dice import example_roll

Options = Mapping[str, object]


def hint_under(template: Template, part_id: str, lang: str, options: Options) -> str:
    """The rule of a box or sum under these options; empty where the usual one would be wrong.

    The numbers of a bonus, and what a chip is worth, are put into the usual words.

    Args:
        options: as from `Template.resolve_options`.
    """
    hint = template.hint(part_id, lang)
    usual = template.resolve_options()
    if not hint or options == usual:
        return hint
    if template.has_box(part_id):
        box = template.box(part_id)
        return _box_hint(hint, box.pattern, box.pattern_for(options), template.dice)
    before, after = _numbers(template, part_id, usual), _numbers(template, part_id, options)
    if before is None or after is None:
        return ""
    changed = {str(old): str(new) for old, new in zip(before, after, strict=True)}
    return re.sub(r"\d+", lambda found: changed.get(found[0], found[0]), hint)


def _box_hint(hint: str, usual: Pattern, pattern: Pattern, dice: int) -> str:
    """The usual words where the example and the score are the same, else the bare score."""
    score = getattr(pattern, "score", None)
    same = example_roll(usual, dice) == example_roll(pattern, dice)
    if same and score == getattr(usual, "score", None):
        return hint
    return str(score) if isinstance(score, int) else ""


def _numbers(template: Template, part_id: str, options: Options) -> tuple[int, ...] | None:
    """The numbers that the rule of a sum names; None where no such words hold."""
    parts = (*template.sums, *template.overall)
    formula = next((part.formula for part in parts if part.id == part_id), None)
    rules = ruleset(template, options)
    if isinstance(formula, BonusFormula):
        tiers = bonus_tiers(formula, rules)
        return tuple(n for tier in tiers for n in tier) if all(p for _, p in tiers) else None
    if isinstance(formula, ChipsFormula):
        flat = formula.by_column_option and options[formula.by_column_option] != "by_column"
        worth = chip_worth(formula, rules)
        return (worth,) if worth and not flat else None
    return ()
