"""How sums hang together, and the chips."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from scorecheck.evidence.chips import chip_count, chip_message
from scorecheck.evidence.plan import AddStep, BonusStep, plans
from scorecheck.evidence.slots import OTHER
from scorecheck.evidence.tape import Node, Tape
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template


def game(name: str) -> Template:
    return load_catalogue().get(name)


def rules(template: Template) -> Ruleset:
    column = template.columns[0].id if template.columns else None
    return ruleset(template, template.resolve_options(), column)


def steps(name: str) -> list[dict[str, object]]:
    found = plans(rules(game(name)))
    return [{step.id: step for step in plan} for plan in found]


def test_every_number_is_used_once() -> None:
    for template in load_catalogue().all():
        for plan in plans(rules(template)):
            used = [part for step in plan if isinstance(step, AddStep) for part in step.parts]
            used += [step.of for step in plan if isinstance(step, BonusStep)]
            assert len(used) == len(set(used))


def test_the_bonus_goes_on_together_with_its_sum() -> None:
    (plan,) = steps("yatzy")
    bonus = plan["bonus"]
    assert isinstance(bonus, BonusStep)
    assert bonus.keep == (1, 1)
    assert plan["upper_total"] == AddStep("upper_total", ("bonus",), lost=False)


def test_chips_may_be_in_the_lower_total_or_beside_it() -> None:
    grand = {tuple(sorted(plan["grand_total"].parts)) for plan in steps("yahtzee")}  # type: ignore[attr-defined]
    assert ("lower_total", "upper_total") in grand
    assert ("chip_points", "lower_total", "upper_total") in grand


def test_chips_are_counted_over_every_combination() -> None:
    rng = np.random.default_rng(3)
    texts = [("", "v", OTHER), ("X", "", OTHER), ("", "1", "2", "12", "v", OTHER)]
    weights = [rng.random((1, len(row))) for row in texts]
    tape = Tape()
    leaves = [(Node(w), row) for w, row in zip(weights, texts, strict=True)]
    found = chip_message(tape, leaves, 1).value[0]
    expected = np.zeros(len(found))
    for items in itertools.product(*(range(len(row)) for row in texts)):
        weight = np.prod([w[0, i] for w, i in zip(weights, items, strict=True)])
        chosen = [row[i] for row, i in zip(texts, items, strict=True)]
        counts_alone = chosen[-1] in ("2", "12")
        unknown = chosen[-1] == OTHER or (OTHER in chosen and not counts_alone)
        expected[-1 if unknown else chip_count(chosen)] += weight
    assert found == pytest.approx(expected)
