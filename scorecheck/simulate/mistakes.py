"""Mistakes that players make on paper, planted one at a time on a card that is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from scorecheck.game.card import Card, Entry, Number
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import card_totals
from scorecheck.simulate.play import Planted, Played

_SUM_OFF = (-10, -9, -2, -1, 1, 2, 9, 10)
_LARGEST_WRONG = 30
_CHANGED_BOXES = ("fours", "fives", "sixes")
"""Boxes with many numbers that no dice give."""

Made = tuple[Card, tuple[Planted, ...]]
"""A card with a mistake, and the cells that hold what is wrong."""


def with_mistake(
    played: Played,
    template: Template,
    kind: str,
    rng: np.random.Generator,
    column: str | None = None,
) -> Played:
    """The same card with one mistake of `kind` (one of `MISTAKES`) that a player may make.

    Sums that follow from the mistake are carried on, as the player would have, where the kind
    does not say otherwise. A card that has no place for the mistake stays as it is.

    Args:
        column: which column the card is, in a game whose sheet always has several.
    """
    rules = ruleset(template, template.resolve_options(), column)
    made = MISTAKES[kind](played.card, rules, rng)
    if made is None:
        return played
    card, planted = made
    marked = tuple(replace(one, kind=kind) for one in planted)
    return replace(played, card=card, planted=(*played.planted, *marked))


def _sum(card: Card, rules: Ruleset, rng: np.random.Generator, off: Sequence[int]) -> Made | None:
    """A printed sum that is off by one of `off`; nothing follows from it."""
    names = _large_sums(card, rules)
    if not names:
        return None
    name = str(rng.choice(names))
    return _with_sum(card, name, card.written[name] + int(rng.choice(off)))


def _exchanged(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """A printed sum of which two neighbouring digits changed places."""
    names = _large_sums(card, rules)
    ways = [(name, wrong) for name in names for wrong in _swaps(str(card.written[name]))]
    return _with_sum(card, *ways[int(rng.integers(len(ways)))]) if ways else None


def _swaps(text: str) -> Iterator[int]:
    for i in range(len(text) - 1):
        swapped = text[:i] + text[i + 1] + text[i] + text[i + 2 :]
        if swapped != text and swapped[0] != "0":
            yield int(swapped)


def _dropped(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """A printed sum that was copied without one of its digits."""
    texts = {name: str(card.written[name]) for name in _large_sums(card, rules)}
    ways = [(name, i) for name, text in texts.items() for i in range(1, len(text))]
    if not ways:
        return None
    name, i = ways[int(rng.integers(len(ways)))]
    return _with_sum(card, name, int(texts[name][:i] + texts[name][i + 1 :]))


def _large_sums(card: Card, rules: Ruleset) -> list[str]:
    printed = [total.id for total in rules.template.sums if total.printed]
    return [name for name in printed if name != "bonus" and card.written.get(name, 0) > 20]


def _with_sum(card: Card, name: str, wrong: Number) -> Made:
    planted = Planted(name, "sum", (str(card.written[name]),))
    return replace(card, written={**card.written, name: wrong}), (planted,)


def _impossible_value(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """A number that no dice give."""
    scored = _scored(card)
    if not scored:
        return None
    name = str(rng.choice([box for box in scored if box in _CHANGED_BOXES] or scored))
    legal = rules.values[name]
    wrong = int(rng.choice([v for v in range(1, _LARGEST_WRONG + 1) if v not in legal]))
    changes, planted = _with_value(card, name, wrong, rules)
    return _carried(card, changes, rules), (planted,)


def _slip(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """A value one beside the right one, while every sum is that of the right one."""
    ways = _near_misses(card, rules)
    if not ways:
        return None
    name, step = ways[int(rng.integers(len(ways)))]
    changes, planted = _with_value(card, name, _base(card, name) + step, rules)
    return replace(card, entries={**card.entries, **changes}), (planted,)


def _cancelling(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """Two impossible values, one too large by 1 and one too small by 1: the sums still hold."""
    ways = [way for way in _near_misses(card, rules) if _factor(card, way[0]) == 1]
    pairs = [(a, b) for a, up in ways for b, down in ways if a != b and (up, down) == (1, -1)]
    if not pairs:
        return None
    high, low = pairs[int(rng.integers(len(pairs)))]
    more, first = _with_value(card, high, _base(card, high) + 1, rules)
    less, second = _with_value(card, low, _base(card, low) - 1, rules)
    return replace(card, entries={**card.entries, **more, **less}), (first, second)


def _near_misses(card: Card, rules: Ruleset) -> list[tuple[str, int]]:
    """Boxes of the upper section, and steps of 1 that make their values impossible."""
    upper = rules.template.sections[0].id
    return [
        (name, step)
        for name in _scored(card)
        for step in (1, -1)
        if rules.boxes[name].section == upper
        and _base(card, name) + step > 0
        and _base(card, name) + step not in rules.values[name]
    ]


def _scored(card: Card) -> list[str]:
    return [box for box, entry in card.entries.items() if not entry.is_struck]


def _base(card: Card, name: str) -> int:
    base = card.entries[name].base
    assert isinstance(base, int)
    return base


def _factor(card: Card, name: str) -> int:
    total = card.entries[name].total
    return total // _base(card, name) if isinstance(total, int) else 1


def _with_value(
    card: Card, name: str, wrong: int, rules: Ruleset
) -> tuple[dict[str, Entry], Planted]:
    """Another base in a box, with its total by the same factor."""
    old = card.entries[name]
    total = wrong * rules.faces[old.power].factor if old.power else None
    legal = tuple(str(value) for value in sorted(rules.values[name]))
    planted = Planted(name, rules.boxes[name].fields[0], legal)
    return {name: replace(old, base=wrong, total=total)}, planted


def _wrong_multiplier(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """A total in which the base was counted once too few."""
    multiplied = [
        box
        for box, entry in card.entries.items()
        if entry.power and rules.faces[entry.power].factor > 1
    ]
    if not multiplied:
        return None
    name = str(rng.choice(multiplied))
    old = card.entries[name]
    assert isinstance(old.base, int) and isinstance(old.total, int)
    changed = _carried(card, {name: replace(old, total=old.total - old.base)}, rules)
    return changed, (Planted(name, "total", (str(old.total),)),)


def _strike_order(card: Card, rules: Ruleset, rng: np.random.Generator) -> Made | None:
    """The first box of a group struck where the last should have been."""
    del rng
    group = next((order for order in rules.orders if order.strikes == "last-first"), None)
    if group is None:
        return None
    first, *others = group.boxes
    values = {box: max(rules.values[box]) for box in others}
    scored = {box: Entry(value, "1", value) for box, value in values.items()}
    changed = _carried(card, {first: Entry("X", None, 0), **scored}, rules)
    return changed, (Planted(first, rules.boxes[first].fields[0], ()),)


def _carried(card: Card, changes: Mapping[str, Entry], rules: Ruleset) -> Card:
    """The card with other entries, and the sums that follow from them."""
    changed = replace(card, entries={**card.entries, **changes})
    return replace(changed, written=card_totals(changed, rules))


MISTAKES: dict[str, Callable[[Card, Ruleset, np.random.Generator], Made | None]] = {
    "sum": partial(_sum, off=_SUM_OFF),
    "off-1": partial(_sum, off=(-1, 1)),
    "off-9": partial(_sum, off=(-9, 9)),
    "off-10": partial(_sum, off=(-10, 10)),
    "exchanged": _exchanged,
    "dropped": _dropped,
    "value": _impossible_value,
    "slip": _slip,
    "cancel": _cancelling,
    "multiplier": _wrong_multiplier,
    "strike-order": _strike_order,
}
"""Every kind of mistake; the last two are of games with a Power die."""
