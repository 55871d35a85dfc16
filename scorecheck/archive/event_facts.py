"""Reads an event's facts from an archive, as it stands or as it stood.

Every row of the tables bears the number of the record that it comes from and never changes, so
the archive as it stood at a time is the rows up to the last record of that time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, distinct, func, select

from scorecheck.archive import tables
from scorecheck.archive.facts import (
    FINAL_SUM,
    CardFacts,
    Event,
    EventFacts,
    Player,
    SheetFacts,
)
from scorecheck.archive.ties import USUAL
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Joined, Phrase

Texts = dict[int, dict[str, str]]
"""What is written in the cells of sheets."""


def events(connection: Connection) -> list[tuple[str, str]]:
    """The ids and names of all events, in the order in which they were made."""
    found = select(tables.events.c.event, tables.events.c.name).order_by(tables.events.c.seq)
    return [(id, name) for id, name in connection.execute(found)]


def find_event(connection: Connection, wanted: str | None) -> str:
    """The id of the event that is meant: by its id or name, or the only one there is.

    Raises:
        UsageError: there is none such, or several and none was named.
    """
    known = events(connection)
    if wanted is None and len(known) == 1:
        return known[0][0]
    for id, name in known:
        if wanted is not None and wanted.casefold() in (id.casefold(), name.casefold()):
            return id
    listed = Joined([id for id, _ in known], between=", ")
    if not known:
        said, help = (
            Phrase("there is no event in this archive"),
            Phrase("`scorecheck event new` makes one"),
        )
    elif wanted is None:
        said, help = Phrase("which event?"), Phrase("name one of {events}", events=listed)
    else:
        said = Phrase("there is no event {name}", name=quoted(wanted))
        help = Phrase("name one of {events}", events=listed)
    raise UsageError(said, help=help, code="event")


def moment(text: str) -> str:
    """A time as people type it, as the log writes it: in UTC, with milliseconds.

    A time without a zone is that of this computer's clock; a day without a time is its end.

    Raises:
        UsageError: no time.
    """
    try:
        given = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(
            Phrase("{text} is no time", text=quoted(text)),
            help=Phrase("for example 2026-01-31T20:15, or 2026-01-31 for the end of that day"),
            code="time",
        ) from None
    if len(text.strip()) <= len("2026-01-31"):
        given = given.replace(hour=23, minute=59, second=59, microsecond=999_000)
    return f"{given.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def last_record(connection: Connection, until: str | None = None) -> int:
    """The number of the last record, or of the last one up to a time; 0 where there is none."""
    found = select(func.max(tables.log.c.seq))
    if until is not None:
        found = found.where(tables.log.c.at <= until)
    return connection.scalar(found) or 0


def event_facts(connection: Connection, event: str, upto: int | None = None) -> EventFacts:
    """What is known of an event.

    Args:
        upto: the number of the last record that counts; None for all.

    Raises:
        UsageError: the event was not there yet.
    """
    last = last_record(connection) if upto is None else upto
    found = select(tables.log.c.body).join(tables.events, tables.events.c.seq == tables.log.c.seq)
    body = connection.scalar(
        found.where(tables.events.c.event == event, tables.events.c.seq <= last)
    )
    if body is None:
        raise UsageError(
            Phrase("the event {name} was not there yet", name=quoted(event)),
            help=Phrase("choose a later time"),
            code="event",
        )
    return EventFacts(
        event_of(json.loads(body)),
        tuple(_players(connection, event, last)),
        tuple(_sheets(connection, event, last)),
    )


def event_of(body: Mapping[str, Any]) -> Event:
    """The event of a record's body."""
    return Event(
        id=body["event"],
        name=body["name"],
        variant=body["variant"],
        rounds=body["rounds"],
        table_size=body.get("table_size", 1),
        seed=body.get("seed", ""),
        ties=tuple(body.get("ties", USUAL)),
        options=dict(body["options"]),
        best_games=body.get("best_games", 0),
        best_players=body.get("best_players", 0),
        lang=body["lang"],
        paper=body["paper"],
    )


def entries(connection: Connection, event: str, upto: int | None = None) -> Texts:
    """What is written on the sheets of an event, cell by cell, as it stands or stood."""
    last = last_record(connection) if upto is None else upto
    versions, cards = tables.versions, tables.cards
    found = (
        select(versions.c.sheet, cards.c.texts)
        .join(cards, cards.c.seq == versions.c.seq)
        .where(versions.c.seq.in_(_latest(event, last)))
    )
    texts: Texts = defaultdict(dict)
    for sheet, told in connection.execute(found):
        texts[sheet or 0] |= json.loads(told)
    return texts


def _players(connection: Connection, event: str, last: int) -> Iterable[Player]:
    players, names = tables.players, tables.names
    found = (
        select(players.c.player, players.c.number, names.c.name, players.c.team)
        .outerjoin(names, names.c.commitment == players.c.name)
        .where(players.c.event == event, players.c.seq <= last)
        .order_by(players.c.number)
    )
    for id, number, name, team in connection.execute(found):
        yield Player(id, number, name or "", team or "")


def _latest(event: str, last: int) -> Any:
    """The records of the latest versions of an event's sheets."""
    versions = tables.versions
    return (
        select(func.max(versions.c.seq))
        .where(versions.c.event == event, versions.c.seq <= last)
        .group_by(versions.c.sheet)
    )


def _sheets(connection: Connection, event: str, last: int) -> Iterable[SheetFacts]:
    sheets, versions = tables.sheets, tables.versions
    latest = _latest(event, last)
    newest = {
        row.sheet: row
        for row in connection.execute(
            select(versions.c.sheet, versions.c.seq, versions.c.version, versions.c.digest).where(
                versions.c.seq.in_(latest)
            )
        )
    }
    cards = _cards(connection, latest)
    seen, contested = _seen(connection, event, last), _contested(connection, last)
    corrected = set(
        connection.scalars(
            select(versions.c.sheet).where(
                versions.c.event == event, versions.c.seq <= last, versions.c.why == "corrected"
            )
        )
    )
    found = select(sheets).where(sheets.c.event == event, sheets.c.seq <= last)
    for row in connection.execute(found.order_by(sheets.c.sheet)):
        version = newest.get(row.sheet)
        yield SheetFacts(
            number=row.sheet,
            round=row.round,
            table=row.table_number,
            columns=tuple(json.loads(row.columns)),
            identity=row.identity,
            version=version.version if version else 0,
            digest=version.digest if version else "",
            cards=tuple(cards.get(version.seq, ())) if version else (),
            readings=seen.get(row.sheet, 0),
            contested=frozenset(contested.get(row.sheet, ())),
            corrected=row.sheet in corrected,
        )


def _cards(connection: Connection, latest: Any) -> Mapping[int, Sequence[CardFacts]]:
    """The cards of the latest versions, by the number of their record."""
    cards, totals = tables.cards, tables.totals
    is_final = and_(
        totals.c.seq == cards.c.seq,
        totals.c.position == cards.c.position,
        totals.c.sum == FINAL_SUM,
    )
    found = (
        select(
            cards.c.seq,
            cards.c.column_name,
            cards.c.player,
            cards.c.status,
            cards.c.verdict,
            totals.c.correct,
            totals.c.written,
            cards.c.open,
            cards.c.findings,
        )
        .outerjoin(totals, is_final)
        .where(cards.c.seq.in_(latest))
        .order_by(cards.c.seq, cards.c.position)
    )
    told: dict[int, list[CardFacts]] = defaultdict(list)
    for (
        seq,
        column,
        player,
        status,
        verdict,
        correct,
        written,
        open,
        findings,
    ) in connection.execute(found):
        told[seq].append(
            CardFacts(
                column,
                player,
                status,
                verdict,
                correct or 0,
                written,
                _length(open),
                _length(findings),
            )
        )
    return told


def _length(listed: str) -> int:
    return 0 if listed == "[]" else len(json.loads(listed))


def _seen(connection: Connection, event: str, last: int) -> dict[int, int]:
    """In how many photos each sheet was seen."""
    sheets, readings = tables.sheets, tables.readings
    found = (
        select(sheets.c.sheet, func.count(distinct(readings.c.sha256)))
        .join(readings, readings.c.identity == sheets.c.identity)
        .where(sheets.c.event == event, readings.c.seq <= last)
        .group_by(sheets.c.sheet)
    )
    return dict(connection.execute(found).all())


def _contested(connection: Connection, last: int) -> Mapping[int, set[str]]:
    """The columns of the cells on which two photos of a sheet differ, and nobody has settled it."""
    conflicts, settlements = tables.conflicts, tables.settlements
    settled = select(settlements.c.conflict).where(settlements.c.seq <= last)
    found = select(conflicts.c.sheet, conflicts.c.cells).where(
        conflicts.c.sheet.is_not(None), conflicts.c.seq <= last, conflicts.c.seq.not_in(settled)
    )
    columns: dict[int, set[str]] = defaultdict(set)
    for sheet, cells in connection.execute(found):
        if sheet is not None:
            columns[sheet] |= {cell.split("/")[0] for cell in json.loads(cells)}
    return columns
