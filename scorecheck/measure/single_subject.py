"""A finished or running card, alone or of several columns, that can be changed in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scorecheck.audit.columns import audit_columns
from scorecheck.audit.finding import Finding
from scorecheck.audit.verdict import audit_card
from scorecheck.game.card import Card, Entry, Number
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.dice import Roll
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import card_totals
from scorecheck.measure.legal_play import Snapshot

Place = tuple[str, str]
"""A column ("" where there is one only), and a box or a sum in it."""


@dataclass(frozen=True)
class Subject:
    """A card with all of its sums written; `cards` by column, `overall` the sums over them."""

    template: Template
    options: Mapping[str, object]
    status: str
    cards: Mapping[str, Card]
    overall: Mapping[str, Number] = field(default_factory=dict)
    dice: Mapping[str, Roll] = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot) -> Subject:
        """The first player's card of a game, every sum written and right."""
        cards = dict(snapshot.sheets[0].columns) if snapshot.sheets else {"": snapshot.cards[0]}
        full = all(len(card.entries) == len(snapshot.template.boxes) for card in cards.values())
        status = snapshot.status if full else "in-progress"
        return cls(snapshot.template, snapshot.options, status, cards).added_up()

    def rules(self, column: str = "") -> Ruleset:
        """The rules of one column."""
        return ruleset(self.template, self.options, column or None)

    def findings(self) -> tuple[Finding, ...]:
        """What the audit says."""
        game = (self.template, self.options, self.status, self.dice)
        if self.template.columns:
            return audit_columns(ColumnsCard(self.cards, self.overall), *game).findings
        return audit_card(self.cards[""], *game).findings

    def boxes(self) -> list[tuple[Place, Entry]]:
        """The filled boxes with what is in them."""
        return [
            ((column, box), entry)
            for column, card in self.cards.items()
            for box, entry in card.entries.items()
        ]

    def sums(self) -> list[tuple[Place, Number]]:
        """All written sums; those over the columns have the column ""."""
        own = [
            ((column, name), number)
            for column, card in self.cards.items()
            for name, number in card.written.items()
        ]
        return own + [(("", name), number) for name, number in self.overall.items()]

    def with_entry(self, place: Place, entry: Entry | None) -> Subject:
        """The same card with another entry in one box; None leaves it blank."""
        column, box = place
        entries = {name: one for name, one in self.cards[column].entries.items() if name != box}
        if entry is not None:
            entries[box] = entry
        return self._with_card(column, replace(self.cards[column], entries=entries))

    def with_sum(self, place: Place, number: Number) -> Subject:
        """The same card with another number in one sum."""
        column, name = place
        if not column and self.template.columns:
            return replace(self, overall={**self.overall, name: number})
        written = {**self.cards[column].written, name: number}
        return self._with_card(column, replace(self.cards[column], written=written))

    def with_chips(self, column: str, chips: int) -> Subject:
        """The same card with another number of chips."""
        return self._with_card(column, replace(self.cards[column], chips=chips))

    def added_up(self) -> Subject:
        """The same card, all sums worked out anew."""
        cards = {
            column: replace(card, written=card_totals(card, self.rules(column)))
            for column, card in self.cards.items()
        }
        if not self.template.columns:
            return replace(self, cards=cards)
        sheet = ColumnsCard(cards)
        totals = overall_totals(sheet, self.template, self.options)
        return replace(self, cards=cards, overall=totals)

    def _with_card(self, column: str, card: Card) -> Subject:
        return replace(self, cards={**self.cards, column: card})
