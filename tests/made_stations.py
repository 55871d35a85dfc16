"""Two stations' archives of one event, and what each does with the other's export."""

from __future__ import annotations

import json
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from scorecheck.archive.code import event_code
from scorecheck.archive.export_json import export_parts
from scorecheck.archive.import_event import Imported, import_event
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.store import Archive
from scorecheck.archive.verify import verify
from scorecheck.decisions.record import Decision
from tests.made_club import CATALOGUE, club, facts_of
from tests.made_decisions import decision

SIXES, TWOS = "p1/sixes/value", "p2/twos/value"


def exported(archive: Archive) -> dict[str, Any]:
    """The export, as it comes out of its file."""
    with archive.read() as connection:
        document: dict[str, Any] = json.loads("".join(export_parts(connection, facts_of(archive))))
    return document


def take(archive: Archive, other: Archive) -> Imported:
    """What `archive import` does with the other one's export."""
    return import_event(archive, exported(other), CATALOGUE)


def code(archive: Archive) -> str:
    """The event code."""
    return event_code(facts_of(archive))


def last(archive: Archive) -> int:
    """How many records there are."""
    return len(list(archive.records()))


def make_two(folder: Path) -> None:
    """Two archives, `a` and `b`, with the same event and printed sheets, and no photo yet."""
    with club(folder / "a") as first:
        create_archive(folder / "b")
        with open_archive(folder / "b") as second:
            take(second, first)


def copies(stack: ExitStack, folder: Path, made: Path) -> list[Archive]:
    """Both stations as `make_two` made them, and one more that knows nothing but the event."""
    opened = []
    for name, source in (("a", "a"), ("b", "b"), ("c", "b")):
        shutil.copytree(made / source, folder / name)
        opened.append(stack.enter_context(open_archive(folder / name)))
    return opened


def agree(first: Archive, second: Archive, *, quick: bool = False) -> None:
    """Join both; they are equal afterwards, and whole."""
    take(first, second)
    take(second, first)
    assert code(first) == code(second)
    for archive in (first, second):
        assert verify(archive, quick=quick).misfits == ()
    before = last(first), last(second)
    take(first, second)
    take(second, first)
    assert (last(first), last(second)) == before, "nothing is left to tell"


def said(
    sha256: str | None, text: str, by: str = "Åsa", cell: str = SIXES, **more: Any
) -> Decision:
    """A decision on a cell of the first sheet."""
    return decision(text, by, sha256=sha256, cell=cell, read=None, **more)
