"""Games played by chance under chosen options: the cards at some point of the game and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from scorecheck.game.card import Card
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.options import OptionValue
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import card_totals
from scorecheck.measure.legal_power import play_power_turn
from scorecheck.measure.legal_turns import Book, Player, play_turn

_NOT_PLAYED = ("as_joker", "chip_limit", "strike_strict", "first_seat")
"""Options that say nothing about how a turn may be played."""
_COUNTS = {"bonus_points": (0, 35, 50, 100), "bonus_threshold": (0, 60, 63, 84)}

_WRITTEN = 0.7
"""The share of sums that players write."""


@dataclass(frozen=True)
class Snapshot:
    """The players' cards at one moment; `sheets` where the game has several columns."""

    template: Template
    options: Mapping[str, object]
    status: str
    cards: tuple[Card, ...] = ()
    sheets: tuple[ColumnsCard, ...] = ()


def play(template: Template, chance: Random) -> tuple[Snapshot, Snapshot]:
    """One game of one to four players: their cards somewhere on the way, and at its end."""
    options = some_options(template, chance)
    players = 1 if chance.random() < 0.8 else chance.randint(2, 4)
    if template.columns:
        return _play_columns(template, options, players, chance)
    return _play_cards(template, options, players, chance)


def some_options(template: Template, chance: Random) -> dict[str, OptionValue]:
    """Each option that changes play: half of the time its default, else any of its values."""
    given: dict[str, object] = {}
    for name, option in template.options.items():
        if name in _NOT_PLAYED or chance.random() < 0.5:
            continue
        choices = (False, True) if option.type == "flag" else option.choices
        values = _COUNTS.get(name, choices)
        if values:
            given[name] = values[int(chance.random() * len(values))]
    key = (template.id, *given.items())
    if key not in _resolved:
        _resolved[key] = template.resolve_options(given)
    return _resolved[key]


_resolved: dict[object, dict[str, OptionValue]] = {}
_books: dict[int, Book] = {}


def book_of(rules: Ruleset) -> Book:
    """The player's look-up of these rules, made once."""
    known = _books.get(id(rules))
    if known is None or known.rules is not rules:
        known = _books[id(rules)] = Book(rules)
    return known


def with_sums(card: Card, rules: Ruleset, chance: Random) -> Card:
    """The same card with some of its sums written, and right."""
    totals = card_totals(card, rules)
    written = {name: number for name, number in totals.items() if chance.random() < _WRITTEN}
    return Card(entries=card.entries, chips=card.chips, written=written)


def _play_cards(
    template: Template, options: Mapping[str, OptionValue], count: int, chance: Random
) -> tuple[Snapshot, Snapshot]:
    rules = ruleset(template, options)
    players = [Player(book_of(rules)) for _ in range(count)]
    turns = len(template.boxes) * count
    stop, turn = int(chance.random() * turns), 0
    if template.ends_at_first_full:
        stop = stop // 2
    on_the_way: tuple[Card, ...] = ()
    while turn < turns:
        player = players[turn % count]
        if turn == stop:
            on_the_way = tuple(with_sums(one.card(), rules, chance) for one in players)
        if template.power is not None:
            play_power_turn(player, chance)
        else:
            play_turn([player], chance)
        turn += 1
        if template.ends_at_first_full and not player.open:
            break
    ended = tuple(with_sums(one.card(), rules, chance) for one in players)
    return (
        Snapshot(template, options, "in-progress", on_the_way or ended),
        Snapshot(template, options, "final", ended),
    )


def _play_columns(
    template: Template, options: Mapping[str, OptionValue], count: int, chance: Random
) -> tuple[Snapshot, Snapshot]:
    books = {c.id: book_of(ruleset(template, options, c.id)) for c in template.columns}
    sheets = [{name: Player(book) for name, book in books.items()} for _ in range(count)]
    turns = len(template.boxes) * len(books)
    stop = int(chance.random() * turns)
    snapshots = []
    for turn in range(turns):
        if turn == stop:
            snapshots.append(_sheets(sheets, template, options, "in-progress"))
        for sheet in sheets:
            play_turn(list(sheet.values()), chance)
    return snapshots[0], _sheets(sheets, template, options, "final")


def _sheets(
    sheets: list[dict[str, Player]],
    template: Template,
    options: Mapping[str, OptionValue],
    status: str,
) -> Snapshot:
    cards = []
    for sheet in sheets:
        card = ColumnsCard({name: player.card() for name, player in sheet.items()})
        cards.append(ColumnsCard(card.columns, overall_totals(card, template, options)))
    return Snapshot(template, options, status, sheets=tuple(cards))
