"""Draws the rounds of an event: who plays at which table on which sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from sqlalchemy import func, select

from scorecheck.archive import tables
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.event_make import check_tables
from scorecheck.archive.facts import Event, EventFacts, Player, SheetFacts
from scorecheck.archive.seating import Pair, draw_tables, pairs, table_sizes
from scorecheck.archive.store import Archive, Change
from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.sheet.plan import columns_that_fit


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
    _check_round(facts, round, without)
    if not _of_round(facts, round):
        with archive.write() as change:
            facts = event_facts(change.connection, facts.event.id)
            if not _of_round(facts, round):
                _draw(change, facts, round, template, without)
                facts = event_facts(change.connection, facts.event.id)
    sheets = _of_round(facts, round)
    gone = sorted(set(without) & _seated(facts, sheets))
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


def seat_late(
    archive: Archive,
    event: str | None,
    round: int,
    template: Template,
    late: Sequence[int],
    table: int | None = None,
) -> tuple[EventFacts, tuple[SheetFacts, ...]]:
    """More sheets of a round that was drawn already, for players who came later; only these.

    Args:
        late: the players' numbers.
        table: where they sit down; None for a table of their own.

    Raises:
        UsageError: no such event, round, player or table; a round that was not drawn yet; a player
            who sits already or was withdrawn; a table that the game is not for.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        facts = event_facts(change.connection, find_event(change.connection, event))
        _check_round(facts, round, late)
        before = _of_round(facts, round)
        _check_late(facts, round, before, late)
        if table is not None and table not in {sheet.table for sheet in before}:
            raise UsageError(
                Phrase("round {round} has no table {table}", round=round, table=table),
                help=Phrase("leave out --table for a table of their own"),
                code="table",
            )
        there = [one for sheet in before if sheet.table == table for one in sheet.columns]
        most = max(facts.event.table_size, len(there) + len(late))
        if table is None or template.ends_at_first_full:
            check_tables(template, facts.event.paper, len(there) + len(late), most)
        if there and template.ends_at_first_full:
            raise UsageError(
                Phrase("{game} needs all players of a table on one sheet", game=template.id),
                help=Phrase("leave out --table for a table of their own"),
                code="table",
            )
        place = table or max(sheet.table for sheet in before) + 1
        _write_table(change, facts, template, round, place, late)
        facts = event_facts(change.connection, facts.event.id)
    known = {sheet.number for sheet in before}
    return facts, tuple(one for one in _of_round(facts, round) if one.number not in known)


def _check_late(
    facts: EventFacts, round: int, before: Sequence[SheetFacts], late: Sequence[int]
) -> None:
    if not before:
        raise UsageError(
            Phrase("round {round} was not drawn yet", round=round),
            help=Phrase("print it without --late: all players are seated then"),
            code="round",
        )
    sits = sorted(set(late) & _seated(facts, before))
    out = sorted(set(late) & {one.number for one in facts.players if one.withdrawn})
    if sits or out:
        said = (
            Phrase("player no. {number} sits in round {round} already", number=n, round=round)
            for n in sits
        )
        gone = (Phrase("player no. {number} was withdrawn", number=n) for n in out)
        raise UsageError(
            next(iter([*said, *gone])),
            help=Phrase("name with --late only players who came after the round was drawn"),
            code="player",
        )


def _seated(facts: EventFacts, sheets: Sequence[SheetFacts]) -> set[int]:
    """The numbers of the players who sit at some sheets."""
    seated = {player for sheet in sheets for player in sheet.columns}
    return {one.number for one in facts.players if one.id in seated}


def _check_round(facts: EventFacts, round: int, without: Collection[int]) -> None:
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


def _of_round(facts: EventFacts, round: int) -> tuple[SheetFacts, ...]:
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
        _write_table(change, facts, template, round, table, seated)


def met(facts: EventFacts) -> list[Pair]:
    """The pairs of players' numbers that sat at one table, as often as they did."""
    numbers = {player.id: player.number for player in facts.players}
    seated: dict[tuple[int, int], list[int]] = {}
    for sheet in facts.sheets:
        at = seated.setdefault((sheet.round, sheet.table), [])
        at += [numbers[one] for one in sheet.columns if one]
    return list(pairs(seated.values()))


def _write_table(
    change: Change,
    facts: EventFacts,
    template: Template,
    round: int,
    table: int,
    seated: Sequence[int],
) -> None:
    """The sheets of a table: one, or as few as have columns for all."""
    players = {player.number: player for player in facts.players}
    room = columns_that_fit(template, facts.event.paper)
    number = change.connection.scalar(select(func.max(tables.sheets.c.sheet))) or 0
    start = 0
    for columns in table_sizes(len(seated), room):
        number += 1
        own = [players[one] for one in seated[start : start + columns]]
        _write_sheet(change, facts.event, template, number, round, table, own)
        start += columns


def _write_sheet(
    change: Change,
    event: Event,
    template: Template,
    number: int,
    round: int,
    table: int,
    players: Sequence[Player],
) -> None:
    identity = sheet_identity(
        template,
        event.paper,
        event.lang,
        columns=len(players),
        mode="players",
        options=dict(event.options),
    )
    change.append(
        "sheet",
        {
            "event": event.id,
            "sheet": number,
            "round": round,
            "table": table,
            "columns": [player.id for player in players],
            "identity": replace(identity, sheet=number).to_text(),
        },
    )
