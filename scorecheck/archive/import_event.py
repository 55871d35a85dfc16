"""Takes an event over from another archive's JSON export: the same records, standings and code.

Photos are not in an export, and numbers of records are another archive's own: references to them
are renewed. Either the whole event comes in and gives the code that the export names, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.code import event_code
from scorecheck.archive.event_facts import event_facts, events
from scorecheck.archive.export_json import SCHEMA, results_document
from scorecheck.archive.names import PERSON, PLAYER, REMARK
from scorecheck.archive.record import digest
from scorecheck.archive.store import Archive, Change
from scorecheck.errors import ArchiveError, InputError, quoted
from scorecheck.languages.phrase import Joined, Phrase

_ONCE = {"reading": tables.readings.c.reading, "decision": tables.decisions.c.decision}
"""Records that may be in the archive already, by what they are known by."""

_KINDS = {
    "event",
    "player",
    "sheet",
    "reading",
    "decision",
    "version",
    "conflict",
    "settled",
}

_IDS = {"reading": "reading", "decision": "id"}
_ROLES = {"name": PLAYER, "by": PERSON, "remark": REMARK}


@dataclass(frozen=True)
class Imported:
    """What came of it: `records` is 0 where the archive held the event already."""

    event: str
    name: str
    code: str
    records: int


def import_event(archive: Archive, document: object) -> Imported:
    """Take an event over.

    Args:
        document: the parsed export.

    Raises:
        InputError: no export, or one that does not give its own event code.
        ArchiveError: it contradicts what is in the archive, or the archive cannot be written to.
    """
    if not isinstance(document, Mapping) or document.get("schema") != SCHEMA:
        raise _no_export(Phrase("expected {schema} as its schema", schema=repr(SCHEMA)))
    try:
        with archive.write() as change:
            return _imported(change, document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _no_export(Phrase("something is missing or not as it should be")) from error


def _imported(change: Change, document: Mapping[str, Any]) -> Imported:
    event, name, code = document["event"]["id"], document["event"]["name"], document["code"]
    records = document["records"]
    if event in dict(events(change.connection)):
        known = event_code(event_facts(change.connection, event))
        if known == code:
            return Imported(event, name, code, 0)
        raise _differs(name, known, code)
    _check_free(change.connection, records)
    taken = _Taking(change, document["names"])
    for record in records:
        taken.take(record["seq"], record["kind"], record["body"])
    taken.finish()
    own = results_document(event_facts(change.connection, event))
    if any(own[part] != document[part] for part in ("code", "standings", "players", "sheets")):
        raise _no_export(Phrase("its records do not give the results that it tells"))
    return Imported(event, name, code, len(records))


class _Taking:
    """Writes the records of an export, with this archive's own names and numbers of records."""

    def __init__(self, change: Change, names: Mapping[str, str]) -> None:
        self._change = change
        self._names = names
        self._seqs: dict[int, int] = {}
        self._new: dict[str, str] = {}
        self._gone: dict[str, str | None] = {}

    def take(self, seq: int, kind: str, body: Mapping[str, Any]) -> None:
        """Write one record, unless it is here."""
        if kind not in _KINDS:
            raise ValueError(kind)
        if kind == "reading" and _own_name(body) != body["reading"]:
            raise _no_export(Phrase("a reading in it was changed"))
        if kind in _ONCE and self._is_here(kind, body[_IDS[kind]]):
            return
        own = dict(body)
        for key in ("name",) if kind == "player" else ("by", "remark"):
            if key in own:
                own[key] = self._named(own[key], _ROLES[key], own.get("player"))
        for key in ("conflict", "version") if kind == "settled" else ():
            if own[key] is not None:
                own[key] = self._seqs[own[key]]
        self._seqs[seq] = self._change.append(kind, own).seq

    def finish(self) -> None:
        """Say of names that were forgotten in the other archive that they are so here."""
        for commitment, player in self._gone.items():
            forgotten = {"player": player, "names": [commitment], "photos": []}
            self._change.append("forget", forgotten)

    def _is_here(self, kind: str, id: str) -> bool:
        known = select(_ONCE[kind]).where(_ONCE[kind] == id)
        return self._change.connection.scalar(known) is not None

    def _named(self, value: Any, role: str, player: str | None) -> Any:
        """A commitment of this archive in the place of the other's; other values stay."""
        if isinstance(value, Mapping):
            return {**value, "name": self._named(value["name"], role, player)}
        if not isinstance(value, str) or (value not in self._names and role != PLAYER):
            return value
        if value not in self._names:
            self._gone[value] = player
            return value
        if value not in self._new:
            self._new[value] = self._change.commit_name(self._names[value], role)
        return self._new[value]


def _check_free(connection: Connection, records: list[Any]) -> None:
    """No other event has these sheets' numbers, and no photo of them was added before them."""
    numbers = {one["body"]["sheet"] for one in records if one["kind"] == "sheet"}
    taken = sorted(numbers & set(connection.scalars(select(tables.sheets.c.sheet))))
    if taken:
        raise ArchiveError(
            Phrase(
                "another event in this archive has sheets of the same numbers: {numbers}",
                numbers=Joined(taken[:10], between=", "),
            ),
            help=Phrase("import it into an archive of its own: `scorecheck archive new`"),
            code="archive-misfit",
        )
    papers = {one["body"]["paper"] for one in records if one["kind"] == "version"}
    if papers & set(connection.scalars(select(tables.versions.c.paper))):
        raise ArchiveError(
            Phrase("photos of this event's sheets were added before the event was known here"),
            help=Phrase("import it into an archive of its own: `scorecheck archive new`"),
            code="archive-misfit",
        )


def _differs(name: str, known: str, code: str) -> ArchiveError:
    return ArchiveError(
        Phrase(
            "{name} is in this archive with the code {known}; the file has {code}",
            name=quoted(name),
            known=known,
            code=code,
        ),
        help=Phrase(
            "nothing was changed; `scorecheck archive export -o FILE.txt` in both archives and a "
            "comparison of the files shows where they differ"
        ),
        code="archive-differs",
    )


def _no_export(why: str) -> InputError:
    return InputError(
        Phrase("this is no export of an event: {why}", why=why),
        help=Phrase("`scorecheck archive export EVENT -o FILE.json` writes one"),
        code="not-an-export",
    )


def _own_name(reading: Mapping[str, Any]) -> str:
    """A reading is called by the hash of all else that it says."""
    return digest({key: value for key, value in reading.items() if key != "reading"})
