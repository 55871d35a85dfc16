"""Writes the sheets of a table into the archive: one, or as few as have columns for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, select

from scorecheck.archive import tables
from scorecheck.archive.facts import Event, EventFacts, Player
from scorecheck.archive.seating import table_sizes
from scorecheck.archive.store import Change
from scorecheck.game.template import Template
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.sheet.plan import columns_that_fit


def write_table(
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
