"""An event that was played: players, tables and games, made by a rule and by no chance."""

from __future__ import annotations

from dataclasses import replace

from scorecheck.archive.facts import CardFacts, Event, EventFacts, Player, SheetFacts
from scorecheck.archive.seating import draw_tables, pairs

NAMES = (
    "Anna Lindqvist",
    "Björn Åkesson",
    "Cecilie Dahl",
    "Dag Ødegård",
    "Eva Müller",
    "Frida Strøm",
    "Göran Ek",
    "Håkon Lie",
    "Ida Weiß",
)
TEAMS = ("Red", "Blue", "Green")

EVENT = Event(
    id="spring-cup",
    name="Spring Cup 2026",
    variant="yatzy",
    rounds=3,
    table_size=4,
    seed="1234",
    ties=("best-game", "wins"),
)


def made_event(event: Event = EVENT, names: tuple[str, ...] = NAMES) -> EventFacts:
    """All rounds played, every game finished and clean."""
    players = tuple(
        Player(f"{event.id}/{n}", n, name, TEAMS[n % 3]) for n, name in enumerate(names, start=1)
    )
    sheets: list[SheetFacts] = []
    met: list[frozenset[int]] = []
    for round in range(1, event.rounds + 1):
        numbers = range(1, len(names) + 1)
        tables = draw_tables(numbers, event.table_size, seed=event.seed, round=round, met=met)
        met += pairs(tables)
        for table, seated in enumerate(tables, start=1):
            sheets.append(_sheet(event, len(sheets) + 1, round, table, seated))
    return EventFacts(event, players, tuple(sheets))


def changed(facts: EventFacts, number: int, **values: object) -> EventFacts:
    """The event with other facts about one of its sheets."""
    sheets = [s._replace(**values) if s.number == number else s for s in facts.sheets]
    return replace(facts, sheets=tuple(sheets))


def card_changed(facts: EventFacts, number: int, column: str, **values: object) -> EventFacts:
    """The event with other facts about one card."""
    (sheet,) = [one for one in facts.sheets if one.number == number]
    cards = [c._replace(**values) if c.column == column else c for c in sheet.cards]
    return changed(facts, number, cards=tuple(cards))


def points(facts: EventFacts, *games: tuple[int | None, ...]) -> EventFacts:
    """An event of one table, its players' points round by round; None for no game."""
    players = facts.players[: len(games)]
    sheets = []
    for at in range(facts.event.rounds):
        cards = tuple(
            CardFacts(f"p{n}", player.id, "final", "clean", game[at] or 0)
            for n, (player, game) in enumerate(zip(players, games, strict=True), start=1)
            if game[at] is not None
        )
        columns = tuple(player.id for player in players)
        sheets.append(SheetFacts(at + 1, at + 1, 1, columns, "", 1, "", cards, 1))
    return replace(facts, players=players, sheets=tuple(sheets))


def _sheet(
    event: Event, number: int, round: int, table: int, seated: tuple[int, ...]
) -> SheetFacts:
    players = tuple(f"{event.id}/{n}" for n in seated)
    cards = tuple(
        CardFacts(f"p{at}", player, "final", "clean", _points(round, n), _points(round, n))
        for at, (n, player) in enumerate(zip(seated, players, strict=True), start=1)
    )
    identity = f"SC1/YATZY.1/A4.1/EN/P{len(seated)}/{number}"
    digest = f"{number:064x}"
    return SheetFacts(number, round, table, players, identity, 1, digest, cards, readings=1)


def _points(round: int, number: int) -> int:
    return 150 + (number * 37 + round * 53 + number * round * 11) % 120
