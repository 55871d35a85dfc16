"""`Ruling`: of two readings of one sheet of paper that contradict each other, which one holds.

A ruling comes of a settled conflict, or of a corrected sheet. Which readings stand follows from
all rulings together and not from their order, so that two archives that know the same of a sheet
let the same readings stand.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorecheck.archive.queries import taken_back
from scorecheck.archive.steps import Take, Why
from scorecheck.archive.tables import conflicts, log, settlements, version_readings, versions


class Ruling(NamedTuple):
    """`winner` holds and `loser` does not; `at` is when that was said, in UTC."""

    at: str
    winner: str
    loser: str

    @property
    def pair(self) -> frozenset[str]:
        """What it is about; of several rulings about the same the latest holds."""
        return frozenset((self.winner, self.loser))


@dataclass(frozen=True)
class Known:
    """What is known of one sheet of paper: its readings in the order in which they came, each
    once, and the ruling that holds about each two of them of which there is one. A reading that was
    put to its place by hand and taken back from there is none of them, but `gone`."""

    readings: tuple[str, ...]
    rulings: Mapping[frozenset[str], Ruling]
    gone: tuple[str, ...] = ()

    @property
    def alive(self) -> list[str]:
        """The readings that no ruling rules out."""
        return alive(self.readings, self.rulings.values())


def known_of(connection: Connection, paper: str) -> Known:
    """What the archive knows of a sheet of paper."""
    seen, rulings = _of_versions(connection, paper)
    waiting, settled = _of_conflicts(connection, paper)
    gone = set(connection.scalars(taken_back()))
    readings = list(dict.fromkeys([*seen, *waiting]))
    apart = _on_other_papers(connection, paper, readings)
    readings = [one for one in readings if one not in apart]
    hold = (one for one in (*rulings, *settled) if one.pair.isdisjoint(gone | apart))
    return Known(
        tuple(one for one in readings if one not in gone),
        holding(hold),
        tuple(one for one in readings if one in gone),
    )


def holding(rulings: Iterable[Ruling]) -> dict[frozenset[str], Ruling]:
    """Of all rulings about the same two readings the latest."""
    return {one.pair: one for one in sorted(rulings)}


def alive(readings: Collection[str], rulings: Iterable[Ruling]) -> list[str]:
    """The readings that nothing rules out, in their order.

    Rulings that go in a circle rule nothing out: then a person has to settle it again.
    """
    over: dict[str, set[str]] = {}
    for one in rulings:
        over.setdefault(one.loser, set()).add(one.winner)
    above = {name: _above(name, over) for name in readings}
    return [
        name
        for name in readings
        if all(name in above.get(other, _above(other, over)) for other in above[name])
    ]


def _above(name: str, over: Mapping[str, set[str]]) -> set[str]:
    """Everything that a reading is ruled out by, directly or through others."""
    found: set[str] = set()
    waiting = list(over.get(name, ()))
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += over.get(one, ())
    return found


def time_of(at: str, body: Mapping[str, Any]) -> str:
    """When something was first written down: records from another archive say so themselves."""
    return str(body.get("at", at))


def _of_versions(connection: Connection, paper: str) -> tuple[list[str], list[Ruling]]:
    """The readings that versions rest on, and what was ruled out by corrected sheets."""
    found = (
        select(versions.c.seq, versions.c.why, version_readings.c.reading)
        .join(version_readings, version_readings.c.seq == versions.c.seq)
        .where(versions.c.paper == paper)
        .order_by(versions.c.version, version_readings.c.position)
    )
    each: dict[int, tuple[str, list[str]]] = {}
    for seq, why, reading in connection.execute(found):
        each.setdefault(seq, (why, []))[1].append(reading)
    times = _times(connection, [seq for seq, (why, _) in each.items() if why == Why.CORRECTED])
    before: list[str] = []
    rulings = []
    for seq, (why, readings) in each.items():
        if why == Why.CORRECTED:
            gone = [one for one in before if one not in readings]
            rulings += [Ruling(times[seq], winner, loser) for winner in readings for loser in gone]
        before = readings
    return [one for _, readings in each.values() for one in readings], rulings


def _on_other_papers(connection: Connection, paper: str, names: Sequence[str]) -> set[str]:
    """Those of some readings that turned out to be of another sheet of paper: the latest version
    that rests on them is one of that."""
    rests = version_readings.c
    found = (
        select(rests.reading, versions.c.paper)
        .join(versions, versions.c.seq == rests.seq)
        .where(rests.reading.in_(names))
        .order_by(versions.c.seq)
    )
    latest = dict(connection.execute(found).all())
    return {name for name, where in latest.items() if where != paper}


def _of_conflicts(connection: Connection, paper: str) -> tuple[list[str], list[Ruling]]:
    """The readings that conflicts are about, and what was ruled out by settling them."""
    found = connection.execute(
        select(conflicts.c.readings, settlements.c.seq, settlements.c.take)
        .outerjoin(settlements, settlements.c.conflict == conflicts.c.seq)
        .where(conflicts.c.paper == paper)
        .order_by(conflicts.c.seq)
    ).all()
    times = _times(connection, [row.seq for row in found if row.take in (Take.FIRST, Take.SECOND)])
    readings: list[str] = []
    rulings = []
    for text, seq, take in found:
        pair = json.loads(text)
        readings += pair
        if take in (Take.FIRST, Take.SECOND):
            winner, loser = pair if take == Take.FIRST else reversed(pair)
            rulings.append(Ruling(times[seq], winner, loser))
    return readings, rulings


def _times(connection: Connection, seqs: Collection[int]) -> dict[int, str]:
    return dict(_told_times(connection, seqs)) if seqs else {}


def _told_times(connection: Connection, seqs: Collection[int]) -> Iterator[tuple[int, str]]:
    rows = connection.execute(select(log.c.seq, log.c.at, log.c.body).where(log.c.seq.in_(seqs)))
    for seq, at, body in rows:
        yield seq, time_of(at, json.loads(body))
