"""In which order the sums of a card hang together, as a tree that the weighing can walk.

The templates give each sum as a formula, sometimes with several right ways of adding up. Players
add what stands nearest: where an earlier sum already holds some of the parts, they start from it
(and where that one has no cell, or an empty one, its right number goes on).
A plan writes the formulas so, each number being used once. What cannot be put into a tree gives
no evidence: that costs a few questions, never a wrong answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scorecheck.evidence.bonus import Tiers
from scorecheck.game.formula import (
    AddFormula,
    BonusFormula,
    BoxesFormula,
    ChipsFormula,
    DifferenceFormula,
    Formula,
    TimesFormula,
)
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import bonus_tiers, chip_worth, column_factor


@dataclass(frozen=True)
class BoxesStep:
    """The sum `id` adds up the boxes of a section, but for those `without`."""

    id: str
    section: str
    without: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ChipsStep:
    """The sum `id` pays `worth` points for each chip."""

    id: str
    worth: int


@dataclass(frozen=True)
class BonusStep:
    """The bonus `id` on the sum `of`.

    What goes on under the name `id` is keep[0] * sum + keep[1] * bonus.
    """

    id: str
    of: str
    tiers: Tiers
    keep: tuple[int, int]


@dataclass(frozen=True)
class AddStep:
    """The sum `id` adds up others; `lost` says that a part gives no evidence."""

    id: str
    parts: tuple[str, ...]
    lost: bool


@dataclass(frozen=True)
class TimesStep:
    """The sum `id` is `factor` times the sum `of`."""

    id: str
    of: str
    factor: int


@dataclass(frozen=True)
class DifferenceStep:
    """The sum `id` is the box `plus` less the box `minus`, times the box `by`."""

    id: str
    plus: str
    minus: str
    by: str


Step = BoxesStep | ChipsStep | BonusStep | AddStep | TimesStep | DifferenceStep


@lru_cache(maxsize=256)
def plans(rules: Ruleset) -> tuple[tuple[Step, ...], ...]:
    """Every different way in which a card of this game can be added up."""
    ways = _ways(rules.template, rules.options)
    return tuple(dict.fromkeys(_plan(rules, way) for way in ways))


def _ways(
    template: Template, options: Mapping[str, object]
) -> Iterator[dict[str, tuple[str, ...]]]:
    adds = {s.id: s.formula for s in template.sums if isinstance(s.formula, AddFormula)}
    for ways in product(*(formula.ways(dict(options)) for formula in adds.values())):
        yield dict(zip(adds, ways, strict=True))


def _plan(rules: Ruleset, ways: Mapping[str, tuple[str, ...]]) -> tuple[Step, ...]:
    template = rules.template
    adds = _nearest(ways)
    taken: set[str] = set()
    steps: list[Step] = list(_without_sum(template))
    renamed: dict[str, str] = {}
    for total in template.sums:
        formula = total.formula
        if isinstance(formula, BoxesFormula):
            steps.append(BoxesStep(total.id, formula.section))
        elif isinstance(formula, ChipsFormula):
            steps.append(ChipsStep(total.id, chip_worth(formula, rules)))
        elif isinstance(formula, BonusFormula):
            keep = _keep(total.id, formula.of, adds)
            free = formula.of not in renamed
            steps.append(BonusStep(total.id, formula.of, bonus_tiers(formula, rules), keep))
            if keep[0] and free:
                renamed[formula.of] = total.id
        elif isinstance(formula, TimesFormula):
            steps.append(TimesStep(total.id, formula.of, column_factor(rules)))
        elif isinstance(formula, DifferenceFormula):
            steps.append(_difference_step(total.id, formula, template))
        else:
            steps.append(_add_step(total.id, adds[total.id], renamed, taken))
    return tuple(steps)


def _without_sum(template: Template) -> Iterator[Step]:
    """What no sum of one column adds up by itself: some sections, and chips paid for elsewhere."""
    formulas = [total.formula for total in template.sums]
    summed = {formula.section for formula in formulas if isinstance(formula, BoxesFormula)}
    used = {box for formula in formulas for box in _subtracted(formula, template)}
    for section in template.sections:
        if section.id not in summed:
            yield BoxesStep(section.id, section.id, frozenset(used))
    if template.chips and not any(isinstance(formula, ChipsFormula) for formula in formulas):
        yield ChipsStep(template.chips.id, 1)


def _subtracted(formula: Formula, template: Template) -> tuple[str, ...]:
    """The two boxes of a difference, where no other sum counts them."""
    if not isinstance(formula, DifferenceFormula):
        return ()
    counted: set[str] = set()
    for total in template.sums:
        if isinstance(total.formula, BoxesFormula):
            counted.add(total.formula.section)
        elif isinstance(total.formula, AddFormula):
            counted.update(total.formula.parts, *total.formula.also)
    boxes = (formula.plus, formula.minus)
    return () if counted & {template.box(box).section for box in boxes} else boxes


def _difference_step(name: str, formula: DifferenceFormula, template: Template) -> Step:
    if _subtracted(formula, template):
        return DifferenceStep(name, formula.plus, formula.minus, formula.times)
    return AddStep(name, (), lost=True)


def _nearest(ways: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The parts of each sum, with earlier sums in place of the parts that they hold."""
    adds: dict[str, tuple[str, ...]] = {}
    free: list[str] = []
    for name, parts in ways.items():
        left = Counter(parts)
        for earlier in sorted(free, key=lambda e: -len(adds[e])):
            held = Counter(ways[earlier])
            if held <= left:
                left = left - held + Counter([earlier])
                free.remove(earlier)
        adds[name] = tuple(left.elements())
        free.append(name)
    return adds


def _keep(bonus: str, of: str, adds: Mapping[str, tuple[str, ...]]) -> tuple[int, int]:
    """What the sum that starts from a bonus, or from the number under it, needs of the two."""
    for parts in adds.values():
        if of in parts:
            return (1, int(bonus in parts))
    used = any(bonus in parts for parts in adds.values())
    return (0, 1) if used else (1, 0)


def _add_step(
    name: str, parts: tuple[str, ...], renamed: Mapping[str, str], taken: set[str]
) -> AddStep:
    """The step of one sum; marks what it uses as taken."""
    needs = list(dict.fromkeys(renamed.get(part, part) for part in parts))
    free = [part for part in needs if part not in taken]
    taken.update(free)
    return AddStep(name, tuple(free), lost=len(free) < len(needs))
