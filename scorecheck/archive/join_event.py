"""Joins what two archives know of one event: what the other one has and this one has not.

Whatever the order in which archives are joined, and however often, they come to the same: which
readings stand follows from all that is known of a sheet, see `rulings` and `versions`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Connection, Table, select

from scorecheck.archive import tables
from scorecheck.archive.compare_events import check_same
from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.join_sheet import Differing, JoinedSheet, SheetJoiner
from scorecheck.archive.names import all_names
from scorecheck.archive.papers import Papers
from scorecheck.archive.progress import Progress, unseen
from scorecheck.archive.record import Record
from scorecheck.archive.renamed import Renamed
from scorecheck.archive.rulings import time_of
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Change, records
from scorecheck.archive.strays import follow, put_twice
from scorecheck.archive.take_back import mark_of
from scorecheck.archive.versions import Versions
from scorecheck.game.catalogue import Catalogue


@dataclass(frozen=True)
class Came:
    """What came from another archive.

    Attributes:
        players: the numbers and names of players who are new here.
        sheets: the numbers of sheets that were not printed here.
        joined: what became of each sheet of which the other archive knew more.
        known: how many readings were here already.
        put_twice: for sheets of no event that were put to several places, the numbers of these.
    """

    players: tuple[tuple[int, str], ...] = ()
    sheets: tuple[int, ...] = ()
    joined: tuple[JoinedSheet, ...] = ()
    known: int = 0
    put_twice: tuple[tuple[int, ...], ...] = ()

    @property
    def contested(self) -> list[int]:
        """The numbers of sheets on which the two archives' photos differ."""
        return [one.number for one in self.joined if one.contested]

    @property
    def differing(self) -> list[Differing]:
        """The cells on which people in the two archives decided differently."""
        return [cell for one in self.joined for cell in one.differing]


def join_event(
    change: Change,
    there: Connection,
    event: str,
    catalogue: Catalogue,
    progress: Progress = unseen,
) -> Came:
    """Take over what another archive knows of an event that is here too.

    Args:
        there: the other archive, which holds this event.
        progress: told how many sheets there are to join.

    Raises:
        ArchiveError: it is another event of the same name, or the archive cannot be written to.
    """
    here = change.connection
    own, other = event_facts(here, event), event_facts(there, event)
    check_same(own, other, _taken_numbers(here, event))
    renamed = Renamed(change, all_names(there))
    players = [one for one in other.players if one.id not in {known.id for known in own.players}]
    numbers = {known.number for known in own.sheets}
    sheets = [one for one in other.sheets if one.number not in numbers]
    for body in _bodies(there, tables.players, tables.players.c.player, [p.id for p in players]):
        change.append("player", renamed.body("player", body))
    for body in _bodies(there, tables.sheets, tables.sheets.c.sheet, [s.number for s in sheets]):
        change.append("sheet", body)
    _take_withdrawals(change, there, event)
    papers, theirs = Papers(change), Papers(Change(there))
    marks = _new_marks(change, there, event)
    for record in marks:
        own_words = renamed.body("assigned", record.body)
        change.append("assigned", own_words | {"at": time_of(record.at, record.body)})
    placed = _new_assignments(change, there, event)
    for was in dict.fromkeys(record.body["was"] for record in placed):
        if not papers.has_reading(was):  # before the reading that came of it, which is the later
            papers.append("reading", theirs.reading(was))
    versions = Versions(papers, catalogue)
    joiner = SheetJoiner(versions, theirs, renamed)
    joined, tick = [], progress(len(other.sheets))
    for one in other.sheets:
        joined.append(joiner.join(one.number))
        tick()
    for record in (*placed, *marks):
        if not papers.has_reading(record.body["reading"]):  # it was taken back from its sheet
            papers.append("reading", theirs.reading(record.body["reading"]))
    for record in placed:
        change.append("assigned", renamed.body("assigned", record.body))
    for record in marks:
        name = record.body["reading"]
        paper = papers.paper_of_sheet(record.body["sheet"]) or name
        why = Why.RETURNED if mark_of(record.body) else Why.ASSIGNED
        versions.renew(paper, why, [name])
    follow(versions, [record.body["was"] for record in (*placed, *marks)])
    renamed.finish()
    return Came(
        players=tuple((one.number, one.name) for one in players),
        sheets=tuple(one.number for one in sheets),
        joined=tuple(one for one in joined if one.is_new),
        known=sum(one.known for one in joined),
        put_twice=tuple(tuple(numbers) for numbers in put_twice(papers, event).values()),
    )


def _take_withdrawals(change: Change, there: Connection, event: str) -> None:
    """Of what both know of a player who left or came back, the later word holds."""
    here = _withdrawals(change.connection, event)
    for player, (at, out) in _withdrawals(there, event).items():
        if player not in here or here[player] < (at, out):
            change.append("withdrawn", {"event": event, "player": player, "out": out, "at": at})


def _withdrawals(connection: Connection, event: str) -> dict[str, tuple[str, bool]]:
    """When it was last said of a player that he or she left or came back, and which."""
    told: dict[str, tuple[str, bool]] = {}
    for record in records(connection, kind="withdrawn"):
        body = record.body
        if body["event"] == event:
            last = (time_of(record.at, body), bool(body["out"]))
            told[body["player"]] = max(last, told.get(body["player"], last))
    return told


def _new_assignments(change: Change, there: Connection, event: str) -> list[Record]:
    """What was put to its place by hand in the other archive and not in this one."""
    here, theirs = (
        [r for r in _assigned(one, event) if mark_of(r.body) is None]
        for one in (change.connection, there)
    )
    known = {r.body["reading"] for r in here}
    return [r for r in theirs if r.body["reading"] not in known]


def _new_marks(change: Change, there: Connection, event: str) -> list[Record]:
    """The last words of the other archive on whether readings that were put to their place were
    taken back from there, as far as they are later than what is known here."""
    here, theirs = (
        {r.body["reading"]: r for r in _assigned(one, event) if mark_of(r.body) is not None}
        for one in (change.connection, there)
    )
    return [r for name, r in theirs.items() if name not in here or _time(here[name]) < _time(r)]


def _assigned(connection: Connection, event: str) -> Iterator[Record]:
    """The records of sheets that were put to their place by hand or taken back, by their times."""
    found = (r for r in records(connection, kind="assigned") if r.body["event"] == event)
    yield from sorted(found, key=_time)


def _time(record: Record) -> tuple[str, bool]:
    return time_of(record.at, record.body), bool(mark_of(record.body))


def _taken_numbers(connection: Connection, event: str) -> list[int]:
    """The numbers of the sheets of other events."""
    others = select(tables.sheets.c.sheet).where(tables.sheets.c.event != event)
    return list(connection.scalars(others))


def _bodies(
    connection: Connection, table: Table, column: Column[Any], wanted: Sequence[object]
) -> Iterator[dict[str, Any]]:
    """The bodies of the records of some players or sheets, in their order."""
    log = tables.log.c
    found = select(log.body).join(table, table.c.seq == log.seq).where(column.in_(wanted))
    for text in connection.scalars(found.order_by(log.seq)):
        yield json.loads(text)
