"""Takes forgotten names out of the copies beside an archive: each was made before the archive was
brought to a newer release, and holds what was known then."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, delete, inspect

from scorecheck.archive.engine import sqlite_engine
from scorecheck.archive.older import copies_in
from scorecheck.archive.queries import names_taken_out, photos_taken_out
from scorecheck.archive.tables import names, photo_names
from scorecheck.archive.trouble import explained

_PATIENCE_S = 1.0
"""Nobody else has a copy open."""

_AT_ONCE = 500
"""So many values a statement takes, in every build of SQLite."""


def forget_in_copies(connection: Connection, folder: Path) -> None:
    """Take every name that the log says is to be forgotten out of the copies in a folder.

    Raises:
        ArchiveError: a copy cannot be read or written to.
    """
    copies = copies_in(folder)
    if not copies:
        return
    people = connection.scalars(names_taken_out()).all()
    photos = connection.scalars(photos_taken_out()).all()
    for copy in copies:
        _forget_in(copy, people, photos)


def _forget_in(copy: Path, people: Sequence[str], photos: Sequence[str]) -> None:
    engine = sqlite_engine(copy, patience_s=_PATIENCE_S)
    try:
        with explained(copy), engine.begin() as connection:
            _take_out(connection, names, names.c.commitment, people)
            _take_out(connection, photo_names, photo_names.c.sha256, photos)
    finally:
        engine.dispose()


def _take_out(
    connection: Connection, table: Table, column: ColumnElement[str], values: Sequence[str]
) -> None:
    if not inspect(connection).has_table(table.name):
        return  # of a release that had none yet
    for start in range(0, len(values), _AT_ONCE):
        some = values[start : start + _AT_ONCE]
        connection.execute(delete(table).where(column.in_(some)))
