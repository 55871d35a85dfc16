"""Which cells a sum hangs on: found out by changing each of them, and compared with `boxes_of`."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from scorecheck.game.card import Card, Entry, Number
from scorecheck.game.columns import ColumnsCard, column_totals, overall_totals
from scorecheck.game.template import Template
from scorecheck.game.totals import correct_totals
from scorecheck.review.hangs import CHIPS, boxes_of
from tests.made_decisions import catalogue

FILLINGS = 40
MOST = (2, 21, 28, 40)
"""Small and large numbers, so that every bonus is reached in some fillings and not in others."""


def leads_of(template: Template) -> list[str]:
    """What stands before the names of a column's boxes: nothing on a sheet of one column."""
    return [f"{column.id}." for column in template.columns] or [""]


def totals_of(template: Template, numbers: Mapping[str, int]) -> dict[str, Number]:
    """Every sum of a sheet with these numbers in its boxes, by its name."""
    options = template.resolve_options({})
    face = next(iter(template.power.faces(options))) if template.power else None
    cards = {
        lead: Card(
            {
                box.id: Entry(numbers[lead + box.id], face if box.has_power else None)
                for box in template.boxes
            },
            chips=numbers[lead + CHIPS],
        )
        for lead in leads_of(template)
    }
    if not template.columns:
        return dict(correct_totals(cards[""], template, options))
    sheet = ColumnsCard({lead.removesuffix("."): card for lead, card in cards.items()})
    inner = column_totals(sheet, template, options)
    named = {f"{column}.{name}": n for column, sums in inner.items() for name, n in sums.items()}
    return named | overall_totals(sheet, template, options)


@pytest.mark.parametrize(
    "variant", ["yahtzee", "power", "triple", "yatzy", "maxi", "yacht", "yamb"]
)
def test_a_sum_hangs_on_what_changes_it_and_on_nothing_else(variant: str) -> None:
    template = catalogue().get(variant)
    places = [lead + box.id for lead in leads_of(template) for box in template.boxes]
    places += [lead + CHIPS for lead in leads_of(template)]
    changed: dict[str, set[str]] = {}
    chance = random.Random(7)
    for filling in range(FILLINGS):
        most = MOST[filling % len(MOST)]
        numbers = {place: chance.randint(0, most) for place in places}
        before = totals_of(template, numbers)
        for place in places:
            after = totals_of(template, numbers | {place: chance.randint(0, 60)})
            for name in before:
                changed.setdefault(name, set())
                if before[name] != after[name]:
                    changed[name].add(place)
    fives = {lead + template.chips.box for lead in leads_of(template)} if template.chips else set()
    for name, found in changed.items():
        said = boxes_of(name, template) & {*places}
        assert found <= said, name
        # Without five of a kind in their box chips count nothing, which is for the rules to say.
        assert said - fives <= found or not found, name
    grand = template.grand_total.id
    boxes = {lead + box.id for lead in leads_of(template) for box in template.boxes}
    assert boxes <= changed[grand]
