"""Where and by whom the sheets in a photo were played, for reports on them."""

from __future__ import annotations

import json
from dataclasses import replace

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.code import event_code
from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.shown import player_name
from scorecheck.decisions.place import Place, places
from scorecheck.report.played import Played
from scorecheck.report.result import FileResult


def played_at(connection: Connection, place: Place) -> Played | None:
    """The event's sheet that is seen at a place in a photo; None where it is none."""
    sheets, versions, readings = tables.sheets, tables.versions, tables.readings
    rests = tables.version_readings
    found = (
        select(sheets.c.event, sheets.c.round, sheets.c.table_number, sheets.c.columns)
        .join(versions, versions.c.sheet == sheets.c.sheet)
        .join(rests, rests.c.seq == versions.c.seq)
        .join(readings, readings.c.reading == rests.c.reading)
        .where(
            readings.c.sha256 == place.sha256,
            readings.c.page == place.page,
            readings.c.position == place.sheet,
        )
    )
    row = connection.execute(found.limit(1)).first()
    if row is None:
        return None
    facts = event_facts(connection, row.event)
    names = {
        f"p{at}": player_name(facts.player(id))
        for at, id in enumerate(json.loads(row.columns), start=1)
        if id is not None
    }
    return Played(facts.event.name, row.round, row.table_number, event_code(facts), names)


def with_played(connection: Connection, file: FileResult) -> FileResult:
    """The file, each of its sheets with where it was played."""
    sheets = tuple(
        replace(sheet, played=sheet.played or played_at(connection, place))
        for place, sheet in places(file)
    )
    return replace(file, sheets=sheets) if sheets else file
