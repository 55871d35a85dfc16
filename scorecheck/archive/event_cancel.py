"""Taking back an event that was made by mistake, while nothing has been added to it.

Nothing is deleted: a record says that it was cancelled, and by whom. From then on no command finds
the event, its name is free again, and a photo of a sheet that was printed for it is of no event.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.facts import Event
from scorecheck.archive.names import PERSON
from scorecheck.archive.store import Archive
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase


def cancel_event(archive: Archive, event: str, by: str) -> tuple[Event, int]:
    """Write down that an event was a mistake; gives it, and how many of its sheets were printed.

    Args:
        event: its id or name.
        by: who says so.

    Raises:
        UsageError: no such event, or something was added to it.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        facts = event_facts(change.connection, find_event(change.connection, event))
        if has_sheets_in(change.connection, facts.event.id):
            raise UsageError(
                Phrase(
                    "sheets of {name} are in the archive: it stays", name=quoted(facts.event.name)
                ),
                help=Phrase("only an event to which nothing was added can be cancelled"),
                code="event-in-use",
            )
        person = change.commit_name(by.strip(), PERSON)
        change.append("cancelled", {"event": facts.event.id, "by": person})
    return facts.event, len(facts.sheets)


def has_sheets_in(connection: Connection, event: str) -> bool:
    """Whether a photo of a sheet of an event is in the archive, or was."""
    versions = tables.versions.c
    found = select(versions.seq).where(versions.event == event).limit(1)
    return connection.scalar(found) is not None
