"""Reads what is known of an event's sheets: quick enough for tens of thousands of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, distinct, func, select

from scorecheck.archive import tables
from scorecheck.archive.card_lines import cards_of_line, parsed
from scorecheck.archive.facts import SheetFacts
from scorecheck.archive.queries import is_open, taken_back
from scorecheck.archive.steps import Why


class _Latest(NamedTuple):
    """The latest version of a sheet; `line` are its cards, see `card_lines`."""

    version: int
    digest: str
    line: Any


_NOT_IN = _Latest(0, "", ())
_NONE: frozenset[str] = frozenset()

_new = tuple.__new__  # half the time of calling a class


def sheets_of(connection: Connection, event: str, last: int) -> Iterator[SheetFacts]:
    """The sheets of an event in the order of their numbers.

    Args:
        last: the number of the last record that counts.
    """
    sheets = tables.sheets.c
    latest = _versions(connection, event, last)
    corrected = _made(connection, event, last, Why.CORRECTED)
    by_hand = _by_hand(connection, event, last)
    twice, contested = _seen_twice(connection, last), _contested(connection, last)
    found = connection.execute(
        select(sheets.sheet, sheets.round, sheets.table_number, sheets.columns, sheets.identity)
        .where(sheets.event == event, sheets.seq <= last)
        .order_by(sheets.sheet)
    ).all()
    columns = parsed([row[3] for row in found])
    for (number, round, table, _, identity), seated in zip(found, columns, strict=True):
        players = tuple(seated)
        now = latest.get(number, _NOT_IN)
        yield SheetFacts(
            number,
            round,
            table,
            players,
            identity,
            now.version,
            now.digest,
            cards_of_line(now.line, players),
            twice.get(identity, 1) if now.version else 0,
            contested.get(number, _NONE),
            number in corrected,
            number in by_hand,
        )


def _versions(connection: Connection, event: str, last: int) -> Mapping[int | None, _Latest]:
    """The latest versions by their sheets."""
    versions, results = tables.versions.c, tables.results.c
    found = connection.execute(
        select(versions.sheet, versions.version, versions.digest, results.cards)
        .join(tables.results, results.seq == versions.seq)
        .where(versions.event == event, versions.seq <= last)
        .order_by(versions.seq)
    ).all()
    lines = parsed([row[3] for row in found])
    return {
        sheet: _new(_Latest, (version, digest, line)) if line else _NOT_IN
        for (sheet, version, digest, _), line in zip(found, lines, strict=True)
    }


def _made(connection: Connection, event: str, last: int, why: Why) -> set[int | None]:
    """The sheets that have a version which was made for this reason."""
    versions = tables.versions.c
    found = select(versions.sheet).where(
        versions.event == event, versions.seq <= last, versions.why == why.value
    )
    return set(connection.scalars(found))


def _by_hand(connection: Connection, event: str, last: int) -> set[int]:
    """The sheets that somebody said a sheet of no event is, and did not take back: whether a
    version rests on that one, or it is in a conflict."""
    pairs = [*_assigned(connection, event, last), *_in_conflict(connection, last)]
    readings, log = tables.readings.c, tables.log.c
    found = connection.scalars(
        select(readings.reading)
        .join(tables.log, log.seq == readings.seq)
        .where(
            readings.reading.in_({name for _, name in pairs}),
            readings.reading.not_in(taken_back(last)),
            log.body.contains('"was":"'),  # the reading that it was, see `placing.reading_on`
        )
    )
    by_hand = set(found)
    return {sheet for sheet, name in pairs if name in by_hand}


def _assigned(connection: Connection, event: str, last: int) -> Iterator[tuple[int, str]]:
    """Sheets of which a version was made as something was put there, and what these rest on."""
    versions, rests = tables.versions.c, tables.version_readings.c
    found = (
        select(versions.sheet, rests.reading)
        .join(tables.version_readings, rests.seq == versions.seq)
        .where(versions.event == event, versions.seq <= last, versions.why == Why.ASSIGNED.value)
    )
    for sheet, reading in connection.execute(found):
        if sheet is not None:
            yield sheet, reading


def _in_conflict(connection: Connection, last: int) -> Iterator[tuple[int, str]]:
    """Sheets of events with what conflicts about them were of, settled ones too."""
    conflicts = tables.conflicts.c
    found = select(conflicts.sheet, conflicts.readings).where(
        conflicts.sheet.is_not(None), conflicts.seq <= last
    )
    for sheet, names in connection.execute(found):
        if sheet is not None:
            yield from ((sheet, name) for name in json.loads(names))


def _seen_twice(connection: Connection, last: int) -> Mapping[str, int]:
    """In how many photos sheets were seen, by their identities; those of one photo are left out."""
    readings = tables.readings.c
    photos = func.count(distinct(readings.sha256))
    found = (
        select(readings.identity, photos)
        .where(readings.seq <= last, readings.reading.not_in(taken_back(last)))
        .group_by(readings.identity)
        .having(photos > 1)
    )
    return dict(connection.execute(found).all())


def _contested(connection: Connection, last: int) -> Mapping[int, frozenset[str]]:
    """The columns of the cells on which two photos of a sheet differ, and nobody has settled it."""
    conflicts = tables.conflicts.c
    found = select(conflicts.sheet, conflicts.cells).where(
        conflicts.sheet.is_not(None), conflicts.seq <= last, is_open(last)
    )
    columns: dict[int, set[str]] = defaultdict(set)
    for sheet, cells in connection.execute(found):
        if sheet is not None:
            columns[sheet] |= {cell.split("/")[0] for cell in json.loads(cells)}
    return {sheet: frozenset(names) for sheet, names in columns.items()}
