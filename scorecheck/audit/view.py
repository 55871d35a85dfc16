"""`CardView`: a card under its rules, as the rules of the audit look at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorecheck.game.card import STRIKE_SIGNS, Card, Entry, Number
from scorecheck.game.dice import Roll
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Box, PowerFace
from scorecheck.game.totals import card_totals, section_sums
from scorecheck.languages.phrase import Named

STATUSES = ("in-progress", "final", "final-loser", "totals-only")


@dataclass(frozen=True)
class CardView:
    """One card with its rules.

    `dice` holds the roll behind a box where it is known. `beside` are all columns of the same
    sheet, this one included, where a game has several. `memo` keeps what several rules ask for.
    """

    card: Card
    rules: Ruleset
    status: str
    dice: Mapping[str, Roll] = field(default_factory=dict)
    beside: list[CardView] = field(default_factory=list, compare=False, repr=False)
    memo: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def filled(self) -> tuple[tuple[Box, Entry], ...]:
        """The filled boxes in print order, with what is written in them."""
        entries = self.card.entries
        return tuple(
            (box, entries[box.id])
            for box in self.rules.template.boxes
            if box.id in entries and is_filled(entries[box.id])
        )

    @cached_property
    def filled_ids(self) -> frozenset[str]:
        """The ids of the filled boxes."""
        return frozenset(box.id for box, _ in self.filled)

    @property
    def is_full(self) -> bool:
        """Whether every box is filled."""
        return len(self.filled) == len(self.rules.template.boxes)

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """Every sum as it should be, and the points of each section by its id."""
        return {**section_sums(self.card, self.rules), **self.totals}

    @cached_property
    def totals(self) -> dict[str, Number]:
        """Every sum as it should be."""
        return card_totals(self.card, self.rules)

    @cached_property
    def scored(self) -> tuple[tuple[Box, Entry], ...]:
        """The filled boxes that were not struck."""
        return tuple((box, entry) for box, entry in self.filled if not entry.is_struck)

    def is_struck(self, box_id: str) -> bool:
        """Whether the box is filled and given up."""
        return box_id in self.filled_ids and self.card.entry(box_id).is_struck

    def face(self, entry: Entry) -> PowerFace | None:
        """The face of the Power die that an entry names; None for none or an unknown one."""
        return self.rules.faces.get(entry.power or "")

    def label(self, part_id: str) -> str:
        """The name of a box or sum, as findings use it."""
        return Named(self.rules.template.label, part_id)

    @property
    def sheet(self) -> list[CardView]:
        """All columns of the sheet; only this card where the game has one."""
        return self.beside or [self]


@dataclass(frozen=True)
class TableView:
    """The cards of the players who played one game together, in their seats.

    `named` are the players named as winners, counted from 1; None where nobody is named.
    """

    cards: tuple[CardView, ...]
    rules: Ruleset
    status: str
    named: frozenset[int] | None = None

    @cached_property
    def points(self) -> tuple[Number, ...]:
        """The grand total of each player, as it should be."""
        last = self.rules.template.sums[-1].id
        return tuple(view.totals[last] for view in self.cards)

    @cached_property
    def full_seats(self) -> tuple[int, ...]:
        """The players whose cards are full, counted from 1."""
        return tuple(seat for seat, view in enumerate(self.cards, start=1) if view.is_full)


def winners(points: Sequence[Number]) -> tuple[int, ...]:
    """The players with the most points, counted from 1; a tie is shared."""
    return tuple(seat for seat, score in enumerate(points, start=1) if score == max(points))


def is_filled(entry: Entry) -> bool:
    """Whether a box is used; a Power symbol alone does not use it."""
    return entry.base is not None or entry.total is not None


def is_power_strike(power: str | None) -> bool:
    """Whether the Power column holds no symbol: empty, or struck through."""
    return power is None or power in STRIKE_SIGNS
