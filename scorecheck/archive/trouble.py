"""What a database refuses, told as one sentence with what to do next."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase

_LOOK = Phrase(
    "see whether the disk is whole and has room, and whether files may become so large (ulimit "
    "-f); nothing was half written"
)


@contextmanager
def explained(where: object) -> Iterator[None]:
    """Turn whatever the database raises in here into an `ArchiveError` about `where`."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise trouble(where, error) from error


def trouble(where: object, error: Exception) -> ArchiveError:
    """The sentence for an error of the database."""
    name = _name(error)
    for beginnings, make in _TROUBLES:
        if name.startswith(beginnings):
            return make(where)
    return ArchiveError(
        Phrase("the archive {where} cannot be used: {why}", where=where, why=_said(error)),
        help=Phrase("check its address, and that its database is running and lets you in"),
        code="archive-unusable",
    )


def locked(where: object) -> ArchiveError:
    """Somebody else holds the archive."""
    return ArchiveError(
        Phrase("the archive {where} is being written to by another program", where=where),
        help=Phrase("wait until it has finished and try again; nothing was changed"),
        code="archive-locked",
    )


def full(where: object) -> ArchiveError:
    """No room is left."""
    return ArchiveError(
        Phrase("the disk of the archive {where} is full", where=where),
        help=Phrase("make room and try again; nothing was half written"),
        code="archive-full",
    )


def refused(where: object) -> ArchiveError:
    """The system did not let the database write or read."""
    return ArchiveError(
        Phrase("the disk did not let the archive {where} be read or written", where=where),
        help=_LOOK,
        code="archive-refused",
    )


def refused_copy(where: object, target: object) -> ArchiveError:
    """The same while one was being copied: it may be either disk."""
    return ArchiveError(
        Phrase("the disk did not let {where} be copied to {path}", where=where, path=target),
        help=_LOOK,
        code="archive-refused",
    )


def read_only(where: object) -> ArchiveError:
    """It can be read, but not added to."""
    return ArchiveError(
        Phrase("the archive {where} may be read but not written to", where=where),
        help=Phrase("copy its folder to a place that you may write to, or ask its owner"),
        code="archive-read-only",
    )


def damaged(where: object) -> ArchiveError:
    """The file of the database is broken."""
    return ArchiveError(
        Phrase("the database of the archive {where} is damaged", where=where),
        help=Phrase("`scorecheck archive verify` says from where on; go back to a backup"),
        code="archive-damaged",
    )


def not_a_database(where: object) -> ArchiveError:
    """Something else, or a file whose beginning is gone."""
    return ArchiveError(
        Phrase("the archive {where} holds no database, or one that is damaged", where=where),
        help=Phrase("name the folder of an archive, or go back to a backup"),
        code="archive-damaged",
    )


def misfit(where: object) -> ArchiveError:
    """What was to be added contradicts what is there."""
    return ArchiveError(
        Phrase("the archive {where} refuses a record that does not fit the others", where=where),
        help=Phrase("nothing was changed; `scorecheck archive verify` checks what is there"),
        code="archive-misfit",
    )


_TROUBLES = (
    (("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "57014", "40"), locked),
    (("SQLITE_FULL", "53100"), full),
    (("SQLITE_READONLY", "25006", "42501"), read_only),
    (("SQLITE_NOTADB",), not_a_database),
    (("SQLITE_IOERR",), refused),
    (("SQLITE_CORRUPT", "XX001", "XX002"), damaged),
    (("SQLITE_CONSTRAINT", "23"), misfit),
)
"""The beginnings of what SQLite and PostgreSQL name their errors."""


def _name(error: Exception) -> str:
    """SQLite's name for an error, or PostgreSQL's five letters; empty where it has none."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(name or "")


def _said(error: Exception) -> str:
    """The database's own words, on one line, without SQL."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    return " ".join(str(cause or error).split("\n")[0].split())
