"""Whether everything that a record names is what it must be: readings, sheets, players, versions.

The database itself refuses to point at what is not there, but it cannot look into lists, and it
does not know who sits at which table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Connection, Select, select

from scorecheck.archive import tables
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.placing import tells_the_same
from scorecheck.archive.projections import CANCELLED, RETURNED, WITHDRAWN
from scorecheck.archive.verify_log import sound_records
from scorecheck.languages.phrase import Phrase

_SHEETS = select(tables.sheets.c.event, tables.sheets.c.sheet)

_Find = Callable[[Connection], Iterator[tuple[int, str]]]


def misfits_of_ids(connection: Connection) -> Iterator[Misfit]:
    """Records that name something which is not there, or is something else.

    The tables are looked at, so it is `check_log` that finds where these are not as the log says.
    """
    for find in _FINDS:
        for seq, why in find(connection):
            yield Misfit(seq, "id", why)


def _sheets(connection: Connection) -> Iterator[tuple[int, str]]:
    """Players of another event at a table."""
    seats, sheets, players = tables.seats.c, tables.sheets.c, tables.players.c
    found = (
        select(seats.seq, seats.player)
        .join(tables.sheets, sheets.sheet == seats.sheet)
        .join(tables.players, players.player == seats.player)
        .where(players.event != sheets.event)
    )
    for seq, player in connection.execute(_in_order(found, seats.seq)):
        yield seq, Phrase("the player {player} is of another event", player=player)


def _cards(connection: Connection) -> Iterator[tuple[int, str]]:
    """Cards of others than those who sit at the table."""
    cards, versions, seats = tables.cards.c, tables.versions.c, tables.seats.c
    found = (
        select(cards.seq, cards.column_name)
        .join(tables.versions, versions.seq == cards.seq)
        .outerjoin(
            tables.seats, (seats.sheet == versions.sheet) & (seats.position == cards.position)
        )
        .where(cards.player.is_distinct_from(seats.player))
    )
    for seq, column in connection.execute(_in_order(found, cards.seq)):
        yield seq, Phrase("somebody else sits where its column {column} is", column=column)


def _versions(connection: Connection) -> Iterator[tuple[int, str]]:
    """Versions of a sheet that are said to be of another event, or rest on another's readings."""
    versions, sheets, readings = tables.versions.c, tables.sheets.c, tables.readings.c
    used = tables.version_readings.c
    of_sheet = select(versions.seq).join(tables.sheets, sheets.sheet == versions.sheet)
    events = of_sheet.where(versions.event.is_distinct_from(sheets.event))
    for (seq,) in connection.execute(_in_order(events, versions.seq)):
        yield seq, Phrase("its sheet is of another event")
    others = (
        of_sheet.join(tables.version_readings, used.seq == versions.seq)
        .join(tables.readings, readings.reading == used.reading)
        .where(readings.identity != sheets.identity)
    )
    for (seq,) in connection.execute(_in_order(others, versions.seq)):
        yield seq, Phrase("it rests on a reading of another sheet")


def _conflicts(connection: Connection) -> Iterator[tuple[int, str]]:
    """Conflicts of readings that are not there."""
    known = set(connection.scalars(select(tables.readings.c.reading)))
    conflicts = tables.conflicts.c
    for seq, readings in connection.execute(
        _in_order(select(conflicts.seq, conflicts.readings), conflicts.seq)
    ):
        if not _listed(readings) <= known:
            yield seq, Phrase("it names a reading that is not there")


def _settlements(connection: Connection) -> Iterator[tuple[int, str]]:
    """Conflicts that were settled by a version that is not there, or of another sheet."""
    settled, conflicts, versions = (
        tables.settlements.c,
        tables.conflicts.c,
        tables.versions.c,
    )
    found = (
        select(settled.seq)
        .join(tables.conflicts, conflicts.seq == settled.conflict)
        .outerjoin(tables.versions, versions.seq == settled.version)
        .where(
            settled.version.is_not(None),
            versions.sheet.is_distinct_from(conflicts.sheet) | versions.seq.is_(None),
        )
    )
    for (seq,) in connection.execute(_in_order(found, settled.seq)):
        yield seq, Phrase("it names a version of its sheet that is not there")


def _decisions(connection: Connection) -> Iterator[tuple[int, str]]:
    """Decisions on readings that are not there, and those that undo none."""
    decisions, readings = tables.decisions.c, tables.readings.c
    found = (
        select(decisions.seq)
        .outerjoin(
            tables.readings,
            (readings.sha256 == decisions.sha256)
            & (readings.page == decisions.page)
            & (readings.position == decisions.position),
        )
        .where(readings.reading.is_(None))
    )
    for (seq,) in connection.execute(_in_order(found, decisions.seq)):
        yield seq, Phrase("it decides on a reading that is not there")
    earlier = tables.decisions.alias().c
    undone = (
        select(decisions.seq)
        .outerjoin(earlier.decision.table, earlier.decision == decisions.undoes)
        .where(decisions.undoes.is_not(None), earlier.decision.is_(None))
    )
    for (seq,) in connection.execute(_in_order(undone, decisions.seq)):
        yield seq, Phrase("it undoes a decision that is not there")


def _checks(connection: Connection) -> Iterator[tuple[int, str]]:
    """Sheets that were checked and had not been drawn, and drawn ones that are not there."""
    samples, checks = tables.samples.c, tables.checks.c
    known = set(connection.scalars(select(tables.sheets.c.sheet)))
    drawn: dict[int, set[Any]] = {}
    for seq, sheets in connection.execute(
        _in_order(select(samples.seq, samples.sheets), samples.seq)
    ):
        drawn[seq] = _listed(sheets)
        if not drawn[seq] <= known:
            yield seq, Phrase("it draws a sheet that is not there")
    for seq, sample, sheet in connection.execute(
        _in_order(select(checks.seq, checks.sample, checks.sheet), checks.seq)
    ):
        if sheet not in drawn.get(sample, ()):
            yield seq, Phrase("its sheet was not drawn")


def _assigned(connection: Connection) -> Iterator[tuple[int, str]]:
    """Readings that were put to a sheet which is not there, are not there themselves, or say
    something else there."""
    readings = set(connection.scalars(select(tables.readings.c.reading)))
    sheets = {(event, sheet) for event, sheet in connection.execute(_SHEETS)}
    for record in sound_records(connection, "assigned"):
        body = record.body
        if not {body["reading"], body["was"]} <= readings:
            yield record.seq, Phrase("it names a reading that is not there")
        elif not _tell_the_same(connection, body["reading"], body["was"]):
            yield record.seq, Phrase("the reading says something else at its place than before")
        if (body["event"], body["sheet"]) not in sheets:
            yield record.seq, Phrase("it names a sheet that is not there")


def _tell_the_same(connection: Connection, own: str, was: str) -> bool:
    """Whether two readings do; `check_log` finds those that are damaged."""
    log, readings = tables.log.c, tables.readings.c
    found = select(readings.reading, log.body).join(tables.log, log.seq == readings.seq)
    rows = connection.execute(found.where(readings.reading.in_([own, was])))
    try:
        bodies = {name: json.loads(body) for name, body in rows}
        return tells_the_same(bodies[own], bodies[was])
    except (KeyError, TypeError, ValueError):
        return False


def _taken_out(connection: Connection) -> Iterator[tuple[int, str]]:
    """Players and photos that were taken out and had never been there."""
    gone = tables.forgotten.c
    known = {
        "photo": set(connection.scalars(select(tables.photos.c.sha256))),
        "player": set(connection.scalars(select(tables.players.c.player))),
    }
    known |= {WITHDRAWN: known["player"], RETURNED: known["player"]}
    known[CANCELLED] = set(connection.scalars(select(tables.events.c.event)))
    found = select(gone.seq, gone.what, gone.which)
    for seq, what, which in connection.execute(_in_order(found, gone.seq)):
        if which not in known.get(what, {which}):
            yield seq, Phrase("it takes out what was never there")


def _cancelled(connection: Connection) -> Iterator[tuple[int, str]]:
    """Whatever is of an event that was cancelled: no sheet before that, and nothing after it."""
    gone = tables.forgotten.c
    for table in (tables.players, tables.sheets, tables.versions):
        mine = select(table.c.seq, gone.seq).join(
            tables.forgotten, (gone.which == table.c.event) & (gone.what == CANCELLED)
        )
        late = table.c.seq > gone.seq
        wrong = mine if table is tables.versions else mine.where(late)
        for seq, cancelled in connection.execute(_in_order(wrong, table.c.seq)):
            if seq > cancelled:
                yield seq, Phrase("its event had been cancelled")
            else:
                yield cancelled, Phrase("it cancels an event of which sheets were in the archive")


def _listed(text: str) -> set[Any]:
    """What a list in a table holds; nothing where that is damaged, as `check_log` finds."""
    try:
        return set(json.loads(text))
    except (TypeError, ValueError):
        return set()


def _in_order(found: Select[Any], seq: Any) -> Select[Any]:
    return found.order_by(seq).distinct()


_FINDS: tuple[_Find, ...] = (
    _sheets,
    _cards,
    _versions,
    _conflicts,
    _settlements,
    _decisions,
    _checks,
    _assigned,
    _taken_out,
    _cancelled,
)
