"""Mistakes that players make on paper, planted one at a time on a card that is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from scorecheck.game.card import Card, Entry
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import card_totals
from scorecheck.simulate.play import Played

_SUM_OFF = (-10, -9, -2, -1, 1, 2, 9, 10)
_LARGEST_WRONG = 30
_CHANGED_BOXES = ("fours", "fives", "sixes")
"""Boxes with many numbers that no dice give."""


def with_mistake(played: Played, template: Template, kind: str, rng: np.random.Generator) -> Played:
    """The same card with one mistake of `kind` (one of `MISTAKES`) that a player may make.

    Sums that follow from the mistake are carried on, as the player would have.
    """
    card = MISTAKES[kind](played.card, ruleset(template, template.resolve_options()), rng)
    return replace(played, card=card, mistakes=(*played.mistakes, kind))


def _wrong_sum(card: Card, rules: Ruleset, rng: np.random.Generator) -> Card:
    """A printed sum that is off; nothing follows from it."""
    printed = [total.id for total in rules.template.sums if total.printed]
    name = str(rng.choice([s for s in printed if s != "bonus" and card.written.get(s, 0) > 20]))
    wrong = card.written[name] + int(rng.choice(_SUM_OFF))
    return replace(card, written={**card.written, name: wrong})


def _impossible_value(card: Card, rules: Ruleset, rng: np.random.Generator) -> Card:
    """A number that no dice give."""
    scored = [box for box, entry in card.entries.items() if not entry.is_struck]
    name = str(rng.choice([box for box in scored if box in _CHANGED_BOXES] or scored))
    old = card.entries[name]
    legal = rules.values[name]
    wrong = int(rng.choice([v for v in range(1, _LARGEST_WRONG + 1) if v not in legal]))
    total = wrong * rules.faces[old.power].factor if old.power else None
    return _carried(card, {name: replace(old, base=wrong, total=total)}, rules)


def _wrong_multiplier(card: Card, rules: Ruleset, rng: np.random.Generator) -> Card:
    """A total in which the base was counted once too few."""
    multiplied = (
        box
        for box, entry in card.entries.items()
        if entry.power and rules.faces[entry.power].factor > 1
    )
    name = str(rng.choice(list(multiplied)))
    old = card.entries[name]
    assert isinstance(old.base, int) and isinstance(old.total, int)
    return _carried(card, {name: replace(old, total=old.total - old.base)}, rules)


def _strike_order(card: Card, rules: Ruleset, rng: np.random.Generator) -> Card:
    """The first box of a group struck where the last should have been."""
    del rng
    first, *others = next(o.boxes for o in rules.orders if o.strikes == "last-first")
    values = {box: max(rules.values[box]) for box in others}
    scored = {box: Entry(value, "1", value) for box, value in values.items()}
    return _carried(card, {first: Entry("X", None, 0), **scored}, rules)


def _carried(card: Card, changes: Mapping[str, Entry], rules: Ruleset) -> Card:
    """The card with other entries, and the sums that follow from them."""
    changed = replace(card, entries={**card.entries, **changes})
    return replace(changed, written=card_totals(changed, rules))


MISTAKES = {
    "sum": _wrong_sum,
    "value": _impossible_value,
    "multiplier": _wrong_multiplier,
    "strike-order": _strike_order,
}
"""Every kind of mistake; the last two are of games with a Power die."""
