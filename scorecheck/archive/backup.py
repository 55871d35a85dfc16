"""`backup`: a whole copy of an archive while others go on adding to it.

The copy is always a folder with SQLite, so that it can be opened anywhere; also of an archive
whose database is PostgreSQL.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection, insert, select

from scorecheck.archive import tables
from scorecheck.archive.engine import WRITING, sqlite_engine
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.opening import DATABASE, cannot_make, create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.queries import photos_kept
from scorecheck.archive.sound import first_misfit
from scorecheck.archive.store import Archive
from scorecheck.archive.trouble import explained, full, refused_copy
from scorecheck.errors import ArchiveError, InputError, ScorecheckError
from scorecheck.languages.phrase import Phrase
from scorecheck.safe_write import unwritable


@dataclass(frozen=True)
class Copied:
    """How many photos were copied, and those that could not be as they are lost or were changed.

    `misfit` is what does not fit in the log or the tables, in the copy as in the archive.
    """

    photos: int
    lost: tuple[Path, ...]
    misfit: Misfit | None = None


def backup(archive: Archive, target: Path) -> Copied:
    """Copy an archive into a folder that is not there yet.

    It is there whole or not at all. The database is copied first: the photos that its log names
    are all there by then, and those added later are not needed. What does not fit together in the
    archive is copied as it is, and told.

    Raises:
        ArchiveError: there is something at the target, or the archive cannot be read.
        OutputError: it could not be written.
    """
    if target.exists():
        raise something_at(target)
    started = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        create_archive(started)
        _copy_database(archive, started / DATABASE)
        copied = copy_photos(started, archive.folder, started)
        with open_archive(started) as copy, copy.read() as connection:
            copied = replace(copied, misfit=first_misfit(connection))
        started.replace(target)
    except (ScorecheckError, OSError) as error:
        told = about(error, target, archive.where)
        if told is error:
            raise
        raise told from error
    finally:
        shutil.rmtree(started, ignore_errors=True)
    return copied


def about(error: ScorecheckError | OSError, target: Path, source: object) -> ScorecheckError:
    """What went wrong in copying an archive, told of the place that somebody has named: the copy
    is made beside it, in a folder that nobody knows."""
    if isinstance(error, ArchiveError) and error.code == "archive-full":
        return full(target)
    if isinstance(error, ArchiveError) and error.code == "archive-refused":
        return refused_copy(source, target)
    refused = error if isinstance(error, OSError) else error.__cause__
    if not isinstance(refused, OSError):
        assert isinstance(error, ScorecheckError)
        return error
    if isinstance(error, ArchiveError):
        return cannot_make(target, refused)
    return unwritable(target, refused)


def something_at(path: Path) -> ArchiveError:
    """A place that was to be empty is not."""
    return ArchiveError(
        Phrase("there is something at {path} already", path=path),
        help=Phrase("name a folder that is not there yet"),
        code="backup-exists",
    )


def _copy_database(archive: Archive, path: Path) -> None:
    engine = sqlite_engine(path, patience_s=1.0)
    try:
        with explained(path.parent), engine.connect() as connection:
            if archive.engine.dialect.name == "sqlite":
                _copy_file(archive, connection)
            else:
                alone = connection.execution_options(**{WRITING: True})
                with alone.begin(), archive.read() as source:
                    copy_rows(source, alone)
    finally:
        engine.dispose()


def _copy_file(archive: Archive, target: Connection) -> None:
    with explained(archive.where), archive.engine.connect() as source:
        copy_pages(source, target)


def copy_pages(source: Connection, target: Connection) -> None:
    """One file of SQLite onto another, page by page, as SQLite copies a database in use."""
    pages, copied = source.connection.driver_connection, target.connection.driver_connection
    assert pages is not None and copied is not None
    pages.backup(copied)


def copy_rows(source: Connection, target: Connection) -> None:
    """Everything in one database into the tables of another, which are of the same release."""
    target.execute(tables.head.delete())
    for table in (tables.log, tables.head, tables.names, tables.photo_names, *tables.PROJECTIONS):
        order = table.c.seq if "seq" in table.c else next(iter(table.c))
        rows = source.execution_options(yield_per=500).execute(select(table).order_by(order))
        for page in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in page])


def copy_photos(named_in: Path, source: Path, target: Path) -> Copied:
    """Copy the photos that an archive names from one folder to another; a forgotten one is not
    there any more, and one that is at the target already stays."""
    kept, copy = PhotoStore(source), PhotoStore(target)
    with open_archive(named_in) as archive, archive.read() as connection:
        named = connection.execute(photos_kept()).all()
    lost = []
    for sha256, ending in named:
        path = kept.path(sha256, ending)
        try:
            copy.keep(path, sha256, ending)
        except InputError:
            lost.append(path)
    return Copied(len(named) - len(lost), tuple(lost))
