"""Reads an event for a command, as it stands or as it stood."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorecheck.archive.corrections import Correction
    from scorecheck.archive.facts import EventFacts


def read_event(folder: Path, db: str | None, event: str | None, at: str | None) -> EventFacts:
    """The facts of an event.

    Args:
        event: its id or name; None for the only one.
        at: a time as somebody typed it; None for now.

    Raises:
        UsageError: no such event or time.
        ArchiveError: the archive cannot be read.
    """
    from scorecheck.archive.event_facts import event_facts, find_event, last_record, moment
    from scorecheck.archive.opening import open_archive

    until = None if at is None else moment(at)
    with open_archive(folder, db) as opened, opened.read() as connection:
        last = last_record(connection, until)
        return event_facts(connection, find_event(connection, event, last), last)


def read_strays(folder: Path, db: str | None, facts: EventFacts) -> int:
    """How many sheets of the event's game are in the archive, and of no event."""
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.unplaced import strays

    with open_archive(folder, db) as opened, opened.read() as connection:
        return strays(connection, facts.event.variant)


def read_corrections(
    folder: Path, db: str | None, facts: EventFacts, at: str | None
) -> dict[int, list[Correction]]:
    """What corrected sheets of an event changed, by the sheets' numbers."""
    from scorecheck.archive.corrections import corrections
    from scorecheck.archive.event_facts import last_record, moment
    from scorecheck.archive.opening import open_archive

    if not any(sheet.corrected for sheet in facts.sheets):
        return {}
    until = None if at is None else moment(at)
    with open_archive(folder, db) as opened, opened.read() as connection:
        return corrections(connection, facts.event.id, last_record(connection, until))
