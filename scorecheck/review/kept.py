"""What an archive holds of each sheet of paper, in the order in which people look for one.

By event, round and table; sheets of no event come last, by their game and number.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, or_, select

from scorecheck.archive import tables
from scorecheck.archive.event_facts import events
from scorecheck.archive.queries import (
    is_open,
    latest_versions,
    photos_kept,
    readings_at,
    versions_on,
)
from scorecheck.archive.seated_names import by_column, player_names
from scorecheck.archive.steps import Why
from scorecheck.decisions.place import Place
from scorecheck.errors import InputError
from scorecheck.sheet.identity import SheetIdentity


@dataclass(frozen=True)
class KeptSheet:
    """One sheet of paper.

    Attributes:
        event: the event's name; empty for a sheet of no event, which has no round and table.
        players: the names of those who play, by column; `player no. 3` once a name is forgotten.
        photos: where it was seen, the photo that is judged first.
        rivals: photos that contradict it, which nobody has settled.
        contested: the cells on which they do.
        doubts: how many cells a person still has to look at.
        findings: how many things are wrong on the paper.
    """

    paper: str
    variant: str
    event: str = ""
    number: int | None = None
    round: int = 0
    table: int = 0
    players: Mapping[str, str] = field(default_factory=dict)
    photos: tuple[Place, ...] = ()
    rivals: tuple[Place, ...] = ()
    contested: frozenset[str] = frozenset()
    doubts: int = 0
    findings: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it waits for a person."""
        return self.doubts > 0 or bool(self.rivals)


@dataclass(frozen=True)
class Kept:
    """All sheets of paper in their order, and of every photo in the archive its sheets.

    `endings` are what the photos' files end in; those that were taken out have none.
    """

    sheets: tuple[KeptSheet, ...] = ()
    on_photo: Mapping[str, tuple[Place, ...]] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)


def kept_sheets(connection: Connection) -> Kept:
    """What is in the archive now."""
    versions, sheets, readings = tables.versions, tables.sheets, tables.readings
    latest = latest_versions()
    found = (
        select(
            versions.c.seq,
            versions.c.paper,
            versions.c.sheet,
            readings.c.identity,
            versions.c.event,
            sheets.c.round,
            sheets.c.table_number,
            sheets.c.columns,
        )
        .join(readings, readings.c.reading == versions.c.paper)
        .outerjoin(sheets, sheets.c.sheet == versions.c.sheet)
        .where(versions.c.seq.in_(latest), versions.c.why != Why.MOVED.value)
    )
    known, names = _events(connection), player_names(connection)
    marks, seen, rivals = _marks(connection, latest), _seen(connection, latest), _rivals(connection)
    told = []
    for seq, paper, number, identity, event, round, table, columns in connection.execute(found):
        order, name = known.get(event, (len(known), ""))
        variant, said = _identity(identity)
        one = KeptSheet(
            paper,
            variant,
            name,
            said if number is None else number,
            round or 0,
            table or 0,
            by_column(json.loads(columns) if columns else (), names),
            tuple(seen.get(seq, ())),
            *rivals.get(paper, ((), frozenset())),
            *marks.get(seq, (0, 0)),
        )
        told.append((order, one, seq))
    told.sort(key=lambda t: (t[0], t[1].round, t[1].table, t[1].variant, t[1].number or 0, t[2]))
    return Kept(tuple(one for _, one, _ in told), _on_photos(connection), _endings(connection))


def kin(connection: Connection, place: Place) -> tuple[Place, ...]:
    """The other photos of the sheet of paper that is at a place.

    Those on which its version rests that stands; none where the place waits in a conflict.
    """
    versions = tables.versions.c
    papers = select(versions.paper).where(versions.seq.in_(versions_on(readings_at(place))))
    latest = latest_versions(versions.paper.in_(papers))
    for seen in _seen(connection, latest).values():
        if place in seen:
            return tuple(one for one in seen if one != place)
    return ()


def _events(connection: Connection) -> dict[str | None, tuple[int, str]]:
    """The events' places in the order in which they were made, and their names."""
    return {id: (order, name) for order, (id, name) in enumerate(events(connection))}


def _marks(connection: Connection, latest: Any) -> dict[int, tuple[int, int]]:
    """The cells in doubt and the findings of each version that has any."""
    cards = tables.cards
    found = select(cards.c.seq, cards.c.open, cards.c.findings).where(
        cards.c.seq.in_(latest), or_(cards.c.open != "[]", cards.c.findings != "[]")
    )
    marks: dict[int, tuple[int, int]] = {}
    for seq, open, findings in connection.execute(found):
        doubts, wrong = marks.get(seq, (0, 0))
        marks[seq] = (doubts + len(json.loads(open)), wrong + len(json.loads(findings)))
    return marks


def _seen(connection: Connection, latest: Any) -> dict[int, list[Place]]:
    """Where each version was seen, in its own order."""
    rests, readings = tables.version_readings, tables.readings
    found = (
        select(rests.c.seq, readings.c.sha256, readings.c.page, readings.c.position)
        .join(readings, readings.c.reading == rests.c.reading)
        .where(rests.c.seq.in_(latest))
        .order_by(rests.c.seq, rests.c.position)
    )
    seen: dict[int, list[Place]] = defaultdict(list)
    for seq, *place in connection.execute(found):
        seen[seq].append(Place(*place))
    return seen


def _rivals(connection: Connection) -> dict[str, tuple[tuple[Place, ...], frozenset[str]]]:
    """The photos that wait in open conflicts, and the cells on which they contradict the sheet, by
    its paper."""
    conflicts, readings = tables.conflicts, tables.readings
    found = select(conflicts.c.paper, conflicts.c.readings, conflicts.c.cells)
    open = connection.execute(found.where(is_open()))
    waiting = [(paper, json.loads(both)[1], json.loads(cells)) for paper, both, cells in open]
    wanted = select(
        readings.c.reading, readings.c.sha256, readings.c.page, readings.c.position
    ).where(readings.c.reading.in_([name for _, name, _ in waiting]))
    places = {name: Place(*place) for name, *place in connection.execute(wanted)}
    rivals: dict[str, tuple[tuple[Place, ...], frozenset[str]]] = {}
    for paper, name, cells in waiting:
        photos, contested = rivals.get(paper, ((), frozenset()))
        rivals[paper] = (*photos, places[name]), contested | {*cells}
    return rivals


def _on_photos(connection: Connection) -> dict[str, tuple[Place, ...]]:
    readings = tables.readings
    found = select(readings.c.sha256, readings.c.page, readings.c.position).order_by(
        readings.c.sha256, readings.c.page, readings.c.position
    )
    on_photo: dict[str, tuple[Place, ...]] = defaultdict(tuple)
    for row in connection.execute(found.distinct()):
        place = Place(*row)
        on_photo[place.sha256] += (place,)
    return on_photo


def _endings(connection: Connection) -> dict[str, str]:
    return {row.sha256: row.ending for row in connection.execute(photos_kept())}


def _identity(text: str) -> tuple[str, int | None]:
    """The game that a sheet says it is for, and its number; of a later version neither is known."""
    try:
        found = SheetIdentity.from_text(text)
    except InputError:
        return "", None
    return found.variant, found.sheet or None
