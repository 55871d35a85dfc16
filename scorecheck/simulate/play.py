"""Cards as they stand on paper after a game.

A card here is what is written in one column: cell (box, field) to text, as a pen would have it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from scorecheck.game.card import Card, Entry
from scorecheck.game.template import Box, Template
from scorecheck.game.totals import correct_totals

Texts = dict[tuple[str, str], str]
"""(box or sum, field) to what is written there; chips have one field per tick box."""

_STRIKE_SHAPES = ("X", "/", "\\", "-", "#")
_STRIKE_HABIT = (0.42, 0.2, 0.08, 0.2, 0.1)
_UPPER_COUNTS = (0.08, 0.24, 0.42, 0.2, 0.06)


@dataclass(frozen=True)
class Planted:
    """A cell that holds a mistake, by box (or sum) and field.

    `right` are the texts that would hide it: the right number of a sum, the legal values of a box.
    """

    box: str
    field: str
    right: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True)
class Played:
    """A card and how its player writes: the strike's shape, and the notation of the power die."""

    card: Card
    strike: str = "X"
    words: bool = False
    planted: tuple[Planted, ...] = ()

    def without_sums(self) -> Played:
        """The same card of a player who added nothing up."""
        return replace(self, card=replace(self.card, written={}))


def random_card(
    template: Template, rng: np.random.Generator, *, filled: float = 1.0, strikes: float = 0.1
) -> Played:
    """A card of legal values with correct sums.

    Args:
        filled: share of the boxes that are filled; below 1 the game is still going on and the
            sums are empty.
        strikes: share of the filled boxes that are struck.
    """
    options = template.resolve_options()
    entries: dict[str, Entry] = {}
    for box in template.boxes:
        if filled >= 1 or rng.random() < filled:
            entries[box.id] = _entry(template, box, options, rng, rng.random() < strikes)
    _keep_order(template, entries)
    chips = None
    if template.chips and entries.get(template.chips.box) == Entry(template.chips.value):
        chips = int(rng.choice([0, 0, 0, 1])) or None
    card = Card(entries, chips, {})
    if filled >= 1:
        card = replace(card, written=correct_totals(card, template, options))
    return Played(card, str(rng.choice(_STRIKE_SHAPES, p=_STRIKE_HABIT)), bool(rng.random() < 0.1))


def _entry(
    template: Template,
    box: Box,
    options: Mapping[str, object],
    rng: np.random.Generator,
    struck: bool,
) -> Entry:
    if struck:
        return Entry("X", None, 0) if box.has_power else Entry("X")
    values = sorted(template.values(box.id, options))
    if len(values) == len(_UPPER_COUNTS):
        value = int(rng.choice(values, p=_UPPER_COUNTS))
    else:  # dice sums crowd around the middle
        middle = (values[0] + values[-1]) / 2
        spread = max(1.0, (values[-1] - values[0]) / 3)
        weights = np.exp(-0.5 * ((np.array(values) - middle) / spread) ** 2)
        value = int(rng.choice(values, p=weights / weights.sum()))
    if not box.has_power or template.power is None:
        return Entry(value)
    faces = template.power.faces(options)
    # DOUBLE takes two boxes for one roll, so a single one would need its partner.
    single = sorted(name for name, face in faces.items() if len(name) == 1 and not face.double)
    power = str(rng.choice(single))
    return Entry(value, power, value * faces[power].factor)


def _keep_order(template: Template, entries: dict[str, Entry]) -> None:
    """Boxes with an order: scores first, strikes last, blanks where the order allows them."""
    for order in template.orders:
        if order.when is not None or not order.boxes:
            continue
        held = [entries.pop(box) for box in order.boxes if box in entries]
        if order.strikes != "last-first":  # from the first box on, whether scored or struck
            entries.update(zip(order.boxes, held, strict=False))
            continue
        scored = [entry for entry in held if not entry.is_struck]
        struck = [entry for entry in held if entry.is_struck]
        _fixed_scores(template, order.boxes, scored, entries)
        entries.update(zip(reversed(order.boxes), struck, strict=False))


def _fixed_scores(
    template: Template, boxes: tuple[str, ...], scored: list[Entry], entries: dict[str, Entry]
) -> None:
    """Boxes such as the three Yahtzees have a value each: the entry takes its new box's."""
    options = template.resolve_options()
    for box, entry in zip(boxes, scored, strict=False):
        value = max(template.values(box, options))
        faces = template.power.faces(options) if template.power else {}
        factor = faces[entry.power].factor if entry.power in faces else 1
        entries[box] = replace(entry, base=value, total=value * factor if entry.power else None)


def texts_of(played: Played, template: Template) -> Texts:
    """What the player writes in each cell of the column."""
    texts: Texts = {}
    for name, entry in played.card.entries.items():
        box = template.box(name)
        if entry.is_struck:
            texts[name, box.fields[0]] = played.strike
            if box.has_power:
                texts[name, "total"] = "0"
            continue
        texts[name, box.fields[0]] = str(entry.base)
        if box.has_power:
            texts[name, "power"] = _power_text(entry.power or "", played.words, template)
            texts[name, "total"] = str(entry.total)
    for name, number in played.card.written.items():
        texts[name, "sum"] = str(number)
    for n in range(1, int(played.card.chips or 0) + 1):
        texts["chips", str(n)] = "v"
    return texts


def _power_text(power: str, words: bool, template: Template) -> str:
    """The symbol of a face, or the word for it where it has one."""
    if not words or template.power is None:
        return power
    faces = template.power.faces(template.resolve_options())
    return faces[power].names[-1] if power in faces else power
