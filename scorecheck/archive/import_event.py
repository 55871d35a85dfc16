"""Takes an event over from another archive's JSON export: the same records, standings and code.

Photos are not in an export, and numbers of records are another archive's own: references to them
are renewed. Either the whole event comes in and gives the code that the export names, or nothing.
An event that is here already is joined with what the other archive knows of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy.pool import StaticPool

from scorecheck.archive import tables
from scorecheck.archive.code import event_code
from scorecheck.archive.compare_events import numbers_taken
from scorecheck.archive.decision_bodies import other_words, same_words
from scorecheck.archive.event_facts import event_facts, events, last_record
from scorecheck.archive.export_json import SCHEMA, results_document
from scorecheck.archive.join_event import Came, join_event
from scorecheck.archive.papers import Papers
from scorecheck.archive.progress import Progress, unseen
from scorecheck.archive.queries import cancelled_events
from scorecheck.archive.reading_json import named
from scorecheck.archive.record import GENESIS
from scorecheck.archive.renamed import Renamed
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.strays import follow
from scorecheck.archive.versions import Versions
from scorecheck.errors import ArchiveError, InputError, quoted
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Phrase

_KINDS = {
    "event",
    "player",
    "sheet",
    "reading",
    "decision",
    "version",
    "conflict",
    "settled",
    "withdrawn",
    "assigned",
}

_TIMED = ("version", "settled", "withdrawn", "assigned")
"""Records that keep the time at which they were first written down, as it decides what holds."""


@dataclass(frozen=True)
class Imported:
    """What came of it.

    Attributes:
        code: the event code as it is now.
        there: the event code of the export.
        records: how many were taken over; 0 where the archive knew all of it already.
        came: what was new, where the event was here already.
    """

    event: str
    name: str
    code: str
    there: str
    records: int
    came: Came | None = None


def import_event(
    archive: Archive,
    document: object,
    catalogue: Catalogue,
    progress: Progress = unseen,
) -> Imported:
    """Take an event over, or join it with what is known of it here.

    Args:
        document: the parsed export.
        progress: told how many records there are to write, and how many sheets to join.

    Raises:
        InputError: no export, or one that does not give its own event code.
        ArchiveError: it contradicts what is in the archive, or the archive cannot be written to.
    """
    if not isinstance(document, Mapping) or document.get("schema") != SCHEMA:
        raise _no_export(Phrase("expected {schema} as its schema", schema=repr(SCHEMA)))
    try:
        with archive.read() as connection:
            id = document["event"]["id"]
            is_here = id in dict(events(connection))
            if not is_here and id in set(connection.scalars(cancelled_events())):
                raise _was_cancelled(document["event"]["name"])
        if is_here:
            return _joined(archive, document, catalogue, progress)
        with archive.write() as change:
            done = _imported(change, document, progress)
            assigned = [one["body"] for one in document["records"] if one["kind"] == "assigned"]
            follow(Versions(Papers(change), catalogue), [body["was"] for body in assigned])
            return done
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _no_export(Phrase("something is missing or not as it should be")) from error


def _joined(
    archive: Archive, document: Mapping[str, Any], catalogue: Catalogue, progress: Progress
) -> Imported:
    event, name, code = document["event"]["id"], document["event"]["name"], document["code"]
    with _apart(document, progress) as other, other.read() as there, archive.write() as change:
        before = last_record(change.connection)
        came = join_event(change, there, event, catalogue, progress)
        now = event_code(event_facts(change.connection, event))
        records = last_record(change.connection) - before
    return Imported(event, name, now, code, records, came)


@contextmanager
def _apart(document: Mapping[str, Any], progress: Progress) -> Iterator[Archive]:
    """The event of an export in an archive of its own, in memory, so that it is whole and checked
    before anything here is changed."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    tables.metadata.create_all(engine)
    with Archive(Path(), engine, "memory") as other:
        with engine.begin() as connection:
            start = {"id": 1, "seq": 0, "at": "", "hash": GENESIS}
            connection.execute(insert(tables.head).values(start))
        with other.write() as change:
            _imported(change, document, progress)
        yield other


def _imported(change: Change, document: Mapping[str, Any], progress: Progress) -> Imported:
    event, name, code = document["event"]["id"], document["event"]["name"], document["code"]
    records = document["records"]
    _check_free(change.connection, records)
    renamed = Renamed(change, document["names"])
    taken = _Taking(change, renamed)
    tick = progress(len(records))
    for record in records:
        taken.take(record)
        tick()
    renamed.finish()
    own = results_document(event_facts(change.connection, event))
    told = ("code", "event", "standings", "players", "sheets")
    if any(own[part] != document[part] for part in told):
        raise _no_export(Phrase("its records do not give the results that it tells"))
    return Imported(event, name, code, code, len(records))


class _Taking:
    """Writes the records of an export, with this archive's own names and numbers of records."""

    def __init__(self, change: Change, renamed: Renamed) -> None:
        self._change = change
        self._papers = Papers(change)
        self._renamed = renamed
        self._seqs: dict[int, int] = {}

    def take(self, record: Mapping[str, Any]) -> None:
        """Write one record, unless it is here."""
        kind, body = record["kind"], record["body"]
        if kind not in _KINDS:
            raise ValueError(kind)
        if kind == "reading" and named(body) != body:
            raise _no_export(Phrase("a reading in it was changed"))
        if self._is_here(kind, body):
            return
        own = self._renamed.body(kind, body)
        if kind in _TIMED and "at" in record:
            own["at"] = record["at"]
        for key in ("conflict", "version") if kind == "settled" else ():
            if own[key] is not None:
                own[key] = self._seqs[own[key]]
        self._seqs[record["seq"]] = self._change.append(kind, own).seq

    def _is_here(self, kind: str, body: Mapping[str, Any]) -> bool:
        """Whether a reading or a decision is here: photos may have come before their event."""
        if kind == "reading":
            return self._papers.has_reading(body["reading"])
        known = self._papers.decision(body["id"]) if kind == "decision" else None
        if known is not None and not same_words(known, dict(body)):
            raise other_words(body["id"], self._papers.seq_of_decision(body["id"]))
        return known is not None


def _check_free(connection: Connection, records: list[Any]) -> None:
    """No other event has these sheets' numbers, and no photo of them was added before them."""
    numbers = {one["body"]["sheet"] for one in records if one["kind"] == "sheet"}
    taken = sorted(numbers & set(connection.scalars(select(tables.sheets.c.sheet))))
    if taken:
        raise numbers_taken(taken)
    papers = {one["body"]["paper"] for one in records if one["kind"] == "version"}
    if papers & set(connection.scalars(select(tables.versions.c.paper))):
        raise ArchiveError(
            Phrase("photos of this event's sheets were added before the event was known here"),
            help=Phrase("import it into an archive of its own: `scorecheck archive new`"),
            code="archive-misfit",
        )


def _was_cancelled(name: str) -> ArchiveError:
    return ArchiveError(
        Phrase("the event {name} was cancelled in this archive", name=quoted(name)),
        help=Phrase("import it into an archive of its own: `scorecheck archive new`"),
        code="archive-misfit",
    )


def _no_export(why: str) -> InputError:
    return InputError(
        Phrase("this is no export of an event: {why}", why=why),
        help=Phrase("`scorecheck archive export EVENT -o FILE.json` writes one"),
        code="not-an-export",
    )
