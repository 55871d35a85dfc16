"""Places on a card where a single change can be made, chosen by chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from scorecheck.game.card import Entry
from scorecheck.game.formula import DifferenceFormula
from scorecheck.measure.single_subject import Place, Subject

T = TypeVar("T")


def one(items: Sequence[T], chance: Random) -> T | None:
    return items[int(chance.random() * len(items))] if items else None


def scored(subject: Subject, chance: Random) -> tuple[Place, Entry] | None:
    return one([(p, e) for p, e in subject.boxes() if not e.is_struck], chance)


def adding(subject: Subject) -> list[tuple[Place, Entry]]:
    """The boxes that some written sum counts whatever they hold."""
    products = [
        s.formula for s in subject.template.sums if isinstance(s.formula, DifferenceFormula)
    ]
    apart = {box for formula in products for box in (formula.plus, formula.minus)}
    return [(place, entry) for place, entry in subject.boxes() if place[1] not in apart]


def with_value(subject: Subject, place: Place, value: int, power: str | None = None) -> Subject:
    """Another number in a box; in a row with a Power die the total goes with it."""
    column, box = place
    rules = subject.rules(column)
    if not rules.boxes[box].has_power:
        return subject.with_entry(place, Entry(value))
    symbol = power or subject.cards[column].entry(box).power or "1"
    factor = rules.faces[symbol].factor
    return subject.with_entry(place, Entry(value, symbol, value * factor))
