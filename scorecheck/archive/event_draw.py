"""Draws the rounds of an event: who plays at which table on which sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.event_make import check_tables
from scorecheck.archive.event_sheets import write_table
from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.archive.seating import Pair, draw_tables, pairs
from scorecheck.archive.store import Archive, Change
from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase


def draw_round(
    archive: Archive,
    event: str | None,
    round: int,
    template: Template,
    without: Collection[int] = (),
) -> tuple[EventFacts, tuple[SheetFacts, ...]]:
    """The sheets of a round; drawn and written down where that was not done before.

    Players who were withdrawn are seated in no round that is drawn later.

    Args:
        event: its id or name; None for the only one.
        without: the numbers of players who do not take part in the round.

    Raises:
        UsageError: no such event, round or player; or the round was drawn already, with others.
        ArchiveError: the archive cannot be written to.
    """
    with archive.read() as connection:
        facts = event_facts(connection, find_event(connection, event))
    check_round(facts, round, without)
    if not of_round(facts, round):
        with archive.write() as change:
            facts = event_facts(change.connection, facts.event.id)
            if not of_round(facts, round):
                _draw(change, facts, round, template, without)
                facts = event_facts(change.connection, facts.event.id)
    sheets = of_round(facts, round)
    gone = sorted(set(without) & seated_at(facts, sheets))
    if gone:
        raise UsageError(
            Phrase(
                "round {round} was drawn already, with player {numbers}",
                round=round,
                numbers=Joined(gone, between=", "),
            ),
            help=Phrase("print it without --without; a column that stays blank counts nothing"),
            code="round-drawn",
        )
    return facts, sheets


def seated_at(facts: EventFacts, sheets: Sequence[SheetFacts]) -> set[int]:
    """The numbers of the players who sit at some sheets."""
    seated = {player for sheet in sheets for player in sheet.columns}
    return {one.number for one in facts.players if one.id in seated}


def check_round(facts: EventFacts, round: int, without: Collection[int]) -> None:
    """Refuse a round that the event has not, or players.

    Raises:
        UsageError: see above.
    """
    if not 1 <= round <= facts.event.rounds:
        raise UsageError(
            Phrase("there is no round {round}", round=round),
            help=Phrase("the event has the rounds 1 to {rounds}", rounds=facts.event.rounds),
            code="round",
        )
    unknown = sorted(set(without) - {player.number for player in facts.players})
    if unknown:
        raise UsageError(
            Phrase("there is no player no. {number}", number=unknown[0]),
            help=Phrase("`scorecheck archive standings --json` lists the players' numbers"),
            code="player",
        )


def of_round(facts: EventFacts, round: int) -> tuple[SheetFacts, ...]:
    """The sheets of a round."""
    return tuple(sheet for sheet in facts.sheets if sheet.round == round)


def _draw(
    change: Change, facts: EventFacts, round: int, template: Template, without: Collection[int]
) -> None:
    event = facts.event
    players = {
        one.number: one for one in facts.players if one.number not in without and not one.withdrawn
    }
    check_tables(template, event.paper, len(players), event.table_size)
    seating = draw_tables(
        sorted(players),
        event.table_size,
        seed=event.seed,
        round=round,
        met=met(facts),
        teams={number: player.team for number, player in players.items()},
    )
    for table, seated in enumerate(seating, start=1):
        write_table(change, facts, template, round, table, seated)


def met(facts: EventFacts) -> list[Pair]:
    """The pairs of players' numbers that sat at one table, as often as they did."""
    numbers = {player.id: player.number for player in facts.players}
    seated: dict[tuple[int, int], list[int]] = {}
    for sheet in facts.sheets:
        at = seated.setdefault((sheet.round, sheet.table), [])
        at += [numbers[one] for one in sheet.columns if one]
    return list(pairs(seated.values()))
