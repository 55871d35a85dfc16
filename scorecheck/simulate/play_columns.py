"""Sheets of games whose columns belong together, as they stand on paper after a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

import numpy as np

from scorecheck.game.card import Card, Entry, Number, number_of
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.formula import DifferenceFormula
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Column, Template
from scorecheck.game.totals import card_totals
from scorecheck.simulate.mistakes import with_mistake
from scorecheck.simulate.play import Planted, Played, Texts, random_card, texts_of


@dataclass(frozen=True)
class PlayedSheet:
    """A player's game: what is written in each of its columns, and the sums over them."""

    columns: Mapping[str, Played]
    written: Mapping[str, Number]

    def without_sums(self) -> PlayedSheet:
        """The same sheet of a player who added nothing up."""
        return PlayedSheet({name: one.without_sums() for name, one in self.columns.items()}, {})

    @property
    def planted(self) -> tuple[Planted, ...]:
        """The cells that hold mistakes, their boxes named as on the sheet: `column.box`."""
        return tuple(
            replace(one, box=f"{name}.{one.box}")
            for name, played in self.columns.items()
            for one in played.planted
        )

    @property
    def card(self) -> ColumnsCard:
        """The sheet as the audit takes it."""
        cards = {name: played.card for name, played in self.columns.items()}
        return ColumnsCard(cards, self.written)


def random_sheet(
    template: Template, rng: np.random.Generator, *, filled: float = 1.0, strikes: float = 0.1
) -> PlayedSheet:
    """A sheet of legal values with correct sums, in the order that its columns ask for.

    Args:
        filled: share of the boxes that are filled; below 1 the sums are empty.
        strikes: share of the filled boxes that are struck.
    """
    options = template.resolve_options()
    played: dict[str, Played] = {}
    for column in template.columns:
        drawn = random_card(template, rng, filled=filled, strikes=strikes)
        entries = _greater_first(template, _in_order(template, column, drawn.card.entries))
        card = Card(entries)
        if filled >= 1:
            card = replace(card, written=card_totals(card, ruleset(template, options, column.id)))
        first = next(iter(played.values()), drawn)
        played[column.id] = replace(first, card=card)
    sheet = PlayedSheet(played, {})
    if filled < 1:
        return sheet
    return replace(sheet, written=overall_totals(sheet.card, template, options))


def with_sheet_mistake(
    sheet: PlayedSheet, template: Template, kind: str, rng: np.random.Generator
) -> PlayedSheet:
    """The same sheet with one mistake (see `with_mistake`) in one of its columns.

    The sums over the columns follow from what the columns say.
    """
    name = str(rng.choice(list(sheet.columns)))
    played = with_mistake(sheet.columns[name], template, kind, rng, name)
    changed = replace(sheet, columns={**sheet.columns, name: played})
    if not sheet.written:
        return changed
    return replace(
        changed, written=overall_totals(changed.card, template, template.resolve_options())
    )


def texts_of_sheet(sheet: PlayedSheet, template: Template) -> Texts:
    """What the player writes in each cell of the sheet, by `column.box` and field."""
    texts: Texts = {
        (f"{name}.{box}", field): text
        for name, played in sheet.columns.items()
        for (box, field), text in texts_of(played, template).items()
    }
    texts.update({(name, "sum"): str(number) for name, number in sheet.written.items()})
    return texts


def _greater_first(template: Template, entries: dict[str, Entry]) -> dict[str, Entry]:
    """A box from which another is subtracted has the greater of the two numbers."""
    for total in template.sums:
        if isinstance(total.formula, DifferenceFormula):
            boxes = (total.formula.plus, total.formula.minus)
            if all(box in entries for box in boxes):
                low, high = sorted((entries[box] for box in boxes), key=lambda e: number_of(e.base))
                entries |= zip(boxes, (high, low), strict=True)
    return entries


def _in_order(template: Template, column: Column, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries up to the first gap, from the end at which the column begins."""
    if column.order == "free":
        return dict(entries)
    boxes = [box.id for box in template.boxes]
    run = takewhile(entries.__contains__, boxes if column.order == "down" else reversed(boxes))
    return {box: entries[box] for box in run}
