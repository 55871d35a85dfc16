"""`Papers`: what the archive holds of each sheet of paper, as far as a change has to know it.

A sheet that an event has printed is known by its number. Any other sheet of paper is named after
the first reading of it, as its number may stand on many.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, func, or_, select

from scorecheck.archive.combined import combined
from scorecheck.archive.decision_bodies import in_time
from scorecheck.archive.queries import (
    cancelled_events,
    is_at,
    is_open,
    readings_at,
    taken_back,
    versions_on,
)
from scorecheck.archive.reading_json import Body, place_of
from scorecheck.archive.remembered import Remembered
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Change
from scorecheck.archive.tables import (
    conflicts,
    decisions,
    log,
    photos,
    readings,
    sheets,
    versions,
)
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision


@dataclass(frozen=True)
class Conflict:
    """Two readings of one sheet of paper that contradict each other in some cells."""

    seq: int
    paper: str
    sheet: int | None
    first: str
    second: str
    cells: tuple[str, ...]


class Papers:
    """The sheets of paper, as they stand within a change."""

    def __init__(self, change: Change, remembered: Remembered | None = None) -> None:
        self._change = change
        self._remembered = Remembered() if remembered is None else remembered
        self.connection = change.connection
        self._readings: dict[str, Body] = {}
        self.last_seq = 0

    def append(self, kind: str, body: Body) -> None:
        """Write one more record."""
        self.last_seq = self._change.append(kind, body).seq

    def has_photo(self, sha256: str) -> bool:
        """Whether a photo is in the archive."""
        found = select(photos.c.seq).where(photos.c.sha256 == sha256)
        return self.connection.scalar(found) is not None

    def sheet_of(self, reading: Body) -> Body | None:
        """The sheet of an event that a reading says it is of."""
        if not reading["complete"]:
            return None
        there = sheets.c.event.not_in(cancelled_events())
        found = select(sheets.c.seq).where(sheets.c.identity == reading["identity"], there)
        return self._body(found)

    def reading(self, name: str) -> Body:
        """A reading by its name."""
        if name not in self._readings:
            found = self._body(select(readings.c.seq).where(readings.c.reading == name))
            if found is None:
                raise KeyError(name)
            self._readings[name] = found
        return self._readings[name]

    def has_reading(self, name: str) -> bool:
        """Whether a reading is in the archive, with its photo or from another archive."""
        found = select(readings.c.seq).where(readings.c.reading == name)
        return self.connection.scalar(found) is not None

    def reading_at(self, place: Place) -> str | None:
        """The name of the reading of a sheet in a photo; of several the latest."""
        return self.connection.scalar(readings_at(place).limit(1))

    def readings_in(self, sha256: str) -> list[Body]:
        """The readings of all sheets in a photo, in their order; of each sheet the latest."""
        place = (readings.c.page, readings.c.position)
        stands = (readings.c.sha256 == sha256, readings.c.reading.not_in(taken_back()))
        found = select(func.max(readings.c.seq)).where(*stands)
        return self.bodies(found.group_by(*place).order_by(*place))

    def taken_back(self, names: Sequence[str]) -> set[str]:
        """Those of some readings that were put to a sheet of an event and taken back from there."""
        gone = set(self.connection.scalars(taken_back())) if names else set()
        return gone.intersection(names)

    def together(self, reading: Body) -> Body:
        """A reading with what the other photos of its sheet of paper show, if it stands there."""
        current = self.current_with(reading["reading"])
        others = [] if current is None else map(self.reading, current["readings"])
        return combined([reading, *(one for one in others if one["reading"] != reading["reading"])])

    def is_alone(self, reading: str) -> bool:
        """Whether a sheet of paper rests on this reading only."""
        current = self.current_with(reading)
        return current is not None and current["readings"] == [reading]

    def current(self, paper: str) -> Body | None:
        """The latest version of a sheet of paper."""
        return self._body(select(func.max(versions.c.seq)).where(versions.c.paper == paper))

    def current_of_sheet(self, sheet: int) -> Body | None:
        """The latest version of a sheet of an event."""
        return self._body(select(func.max(versions.c.seq)).where(versions.c.sheet == sheet))

    def paper_of_sheet(self, sheet: int) -> str | None:
        """The sheet of paper that is known as a sheet of an event, once a photo of it is in."""
        return self.connection.scalar(
            select(versions.c.paper).where(versions.c.sheet == sheet).limit(1)
        )

    def current_with(self, reading: str) -> Body | None:
        """The latest version of the sheet of paper that a reading is of, if that rests on it."""
        for paper in self.connection.scalars(_papers_on(reading).distinct()).all():
            current = self.current(paper)
            if current is not None and reading in current["readings"]:
                return current
        return None

    def paper_of(self, reading: str) -> str | None:
        """The sheet of paper that a reading is of, in a version or in a conflict; the one that it
        was last said to be of."""
        latest = _papers_on(reading).order_by(versions.c.seq.desc())
        found: str | None = self.connection.scalar(latest.limit(1))
        if found is None:
            waits = conflicts.c.readings.contains(reading, autoescape=True)
            last = select(conflicts.c.paper).where(waits).order_by(conflicts.c.seq.desc())
            found = self.connection.scalar(last.limit(1))
        return found

    def namesakes(self, reading: Body) -> list[Body]:
        """The latest versions of the sheets of no event that carry the same number and all."""
        if not reading["complete"]:
            return []
        papers = (
            select(func.max(versions.c.seq).label("seq"))
            .join(readings, readings.c.reading == versions.c.paper)
            .where(versions.c.sheet.is_(None), readings.c.identity == reading["identity"])
            .group_by(versions.c.paper)
            .order_by(func.max(versions.c.seq))
        )
        found = [one for one in self.bodies(papers) if one["why"] != Why.MOVED]
        return [one for one in found if self.reading(one["paper"])["complete"]]

    def decisions_on(self, bodies: Sequence[Body]) -> list[Body]:
        """Every decision and undo on some readings, in the order in which they were made: by
        their own times, as those from another archive are written down later."""
        place = or_(*(is_at(decisions, place_of(body)) for body in bodies))
        return in_time(self.bodies(select(decisions.c.seq).where(place).order_by(decisions.c.seq)))

    def said_on(self, bodies: Sequence[Body]) -> list[Decision]:
        """The same as decisions."""
        return [self._remembered.decision(one) for one in self.decisions_on(bodies)]

    def decision(self, name: str) -> Body | None:
        """A decision by its id, if it is in the archive."""
        return self._body(select(decisions.c.seq).where(decisions.c.decision == name))

    def seq_of_decision(self, name: str) -> int | None:
        """The number of the record of a decision."""
        return self.connection.scalar(select(decisions.c.seq).where(decisions.c.decision == name))

    def open_conflicts(self, paper: str | None = None) -> list[Conflict]:
        """The conflicts that nobody has settled; of all sheets, or of one."""
        found = select(conflicts).where(is_open()).order_by(conflicts.c.seq)
        if paper is not None:
            found = found.where(conflicts.c.paper == paper)
        return [_conflict(row) for row in self.connection.execute(found)]

    def _body(self, seq: Select[Any]) -> Body | None:
        found = self.bodies(seq)
        return found[0] if found else None

    def bodies(self, seqs: Select[Any]) -> list[Body]:
        """The bodies of the records with some numbers, in the order asked for."""
        wanted = [seq for seq in self.connection.scalars(seqs) if seq is not None]
        kept = self._remembered.bodies
        found = {seq: kept[seq] for seq in wanted if seq in kept}
        missing = [seq for seq in wanted if seq not in kept]
        if missing:
            rows = select(log.c.seq, log.c.body).where(log.c.seq.in_(missing))
            found |= {row.seq: json.loads(row.body) for row in self.connection.execute(rows)}
            self._remembered.keep({seq: found[seq] for seq in missing})
        return [found[seq] for seq in wanted]


def _papers_on(reading: str) -> Select[str]:
    """The sheets of paper that have a version which rests on a reading."""
    return select(versions.c.paper).where(versions.c.seq.in_(versions_on([reading])))


def _conflict(row: Any) -> Conflict:
    first, second = json.loads(row.readings)
    return Conflict(row.seq, row.paper, row.sheet, first, second, tuple(json.loads(row.cells)))
