"""Every version of a sheet judged again from its readings and decisions, on all cores; and what
conflicts are about, compared again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.queries import is_at
from scorecheck.archive.reading_json import place_of
from scorecheck.archive.recheck import RecheckJob, recheck
from scorecheck.archive.record import Record
from scorecheck.archive.same import COMPARED, contradictions
from scorecheck.archive.verify_log import is_sound, sound_records
from scorecheck.decisions.record import Decision
from scorecheck.languages.phrase import Phrase
from scorecheck.processes import in_processes, processes_for

_AT_ONCE = 240
"""So many versions, with all their readings, are held in memory."""
_JUDGED_EACH = 100
"""Judging so many sheets again takes longer than starting a process does."""


def misfits_of_verdicts(
    connection: Connection, templates: Sequence[Path], tick: Callable[[], object]
) -> Iterator[Misfit]:
    """Versions whose cards come out otherwise than the archive says; `tick` is called for each."""
    versions = sound_records(connection, "version")
    while some := list(islice(versions, _AT_ONCE)):
        ready: list[tuple[int, RecheckJob]] = []
        for record in some:
            job = _job(connection, record, tuple(templates))
            left_out = None if job is None else _left_out(connection, record, job)
            if job is None or left_out is not None:
                yield Misfit(record.seq, "verdict", left_out or _missing())
                tick()
            else:
                ready.append((record.seq, job))
        processes = processes_for(len(ready), _JUDGED_EACH)
        answers = in_processes(_answer, [job for _, job in ready], processes)
        for (seq, _), why_not in zip(ready, answers, strict=True):
            tick()
            if why_not is not None:
                yield Misfit(seq, "verdict", why_not)


def misfits_of_conflicts(connection: Connection) -> Iterator[Misfit]:
    """Conflicts of readings that contradict each other in other cells than the archive says, or in
    none; those that were compared by another rule than today's are left."""
    for record in sound_records(connection, "conflict"):
        if record.body.get("compared") == COMPARED:
            why_not = _of_conflict(connection, record.body)
            if why_not is not None:
                yield Misfit(record.seq, "verdict", why_not)


def _of_conflict(connection: Connection, body: dict[str, Any]) -> str | None:
    try:
        first, second = body["readings"]
        named = _named(connection, [*body["standing"], second], body["decisions"])
        if named is None or first not in body["standing"]:
            return _missing()
        readings, decisions = named
        cells = contradictions(readings, [Decision.from_json(one) for one in decisions])
    except Exception as error:
        return _senseless(error)
    if set(cells) == set(body["cells"]):
        return None
    said = [", ".join(some) or "–" for some in (body["cells"], cells)]
    return Phrase(
        "the conflict is about {cells}, compared again about {other}", cells=said[0], other=said[1]
    )


def _answer(job: RecheckJob) -> str | None:
    """What does not fit; also where bodies that nobody damaged make no sense."""
    try:
        return recheck(job)
    except Exception as error:
        return _senseless(error)


def _senseless(error: Exception) -> str:
    why = f"{type(error).__name__}: {error}"
    return Phrase("the sheet cannot be judged again: {why}", why=why)


def _missing() -> str:
    return Phrase("a reading or a decision that it names is missing or damaged")


def _job(connection: Connection, record: Record, templates: tuple[Path, ...]) -> RecheckJob | None:
    body = record.body
    named = _named(connection, body["readings"], body["decisions"])
    return None if named is None else RecheckJob(body, *named, templates)


def _left_out(connection: Connection, record: Record, job: RecheckJob) -> str | None:
    """That a version leaves out a decision on one of its readings that was known by then.

    What came from another archive is left, as that may not have known all that this one did; so is
    what was put together by another rule than today's.
    """
    body = record.body
    if "at" in body or body.get("compared") != COMPARED:
        return None
    said, named = tables.decisions, set(body["decisions"])
    for reading in job.readings:
        there = is_at(said, place_of(reading)) & (said.c.seq < record.seq)
        known = select(said.c.decision, said.c.seq).where(there).order_by(said.c.seq)
        for decision, seq in connection.execute(known):
            if decision not in named:
                return Phrase("it leaves out the decision of record {seq}", seq=seq)
    return None


_Bodies = tuple[dict[str, Any], ...]


def _named(
    connection: Connection, names: Sequence[str], ids: Sequence[str]
) -> tuple[_Bodies, _Bodies] | None:
    """The bodies of some readings and decisions; None where one is missing or damaged."""
    kept, said = tables.readings.c, tables.decisions.c
    readings = [_body(connection, kept.reading, kept.seq, one) for one in names]
    decisions = [_body(connection, said.decision, said.seq, one) for one in ids]
    whole = [one for one in (*readings, *decisions) if one is not None]
    if len(whole) < len(names) + len(ids):
        return None
    return tuple(whole[: len(names)]), tuple(whole[len(names) :])


def _body(connection: Connection, key: Any, seq: Any, wanted: str) -> dict[str, Any] | None:
    """The body of the record that a row of a table comes from."""
    log = tables.log.c
    wanted_parts = select(log.seq, log.at, log.kind, log.body, log.prev, log.hash)
    found = connection.execute(wanted_parts.join(key.table, seq == log.seq).where(key == wanted))
    row = found.first()
    record = None if row is None else Record(*row)
    return record.body if record is not None and is_sound(record) else None
