"""Where and by whom the sheets in a photo were played, for reports on them."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.code import event_code
from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.queries import readings_at, versions_on
from scorecheck.archive.seated_names import by_column
from scorecheck.archive.shown import player_name
from scorecheck.decisions.place import Place, places
from scorecheck.report.played import Played
from scorecheck.report.result import FileResult


def played_at(connection: Connection, place: Place) -> Played | None:
    """The event's sheet that is seen at a place in a photo; None where it is none."""
    sheets, versions = tables.sheets.c, tables.versions.c
    found = (
        select(sheets.event, sheets.round, sheets.table_number, sheets.columns)
        .join(tables.versions, versions.sheet == sheets.sheet)
        .where(versions.seq.in_(versions_on(readings_at(place))))
    )
    row = connection.execute(found.limit(1)).first()
    if row is None:
        return None
    facts = event_facts(connection, row.event)
    called = {player.id: player_name(player) for player in facts.players}
    names = by_column(json.loads(row.columns), called)
    return Played(facts.event.name, row.round, row.table_number, event_code(facts), names)


def with_played(connection: Connection, file: FileResult) -> FileResult:
    """The file, each of its sheets with where it was played."""
    sheets = tuple(
        replace(sheet, played=sheet.played or played_at(connection, place))
        for place, sheet in places(file)
    )
    return replace(file, sheets=sheets) if sheets else file
