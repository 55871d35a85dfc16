"""`restore`: an archive put back from a backup, into a folder or into a PostgreSQL database.

A backup holds everything in a folder with SQLite, whatever it was made of, so one of either kind of
archive can become either. What was put back is looked at before it counts: it is there whole and
sound, or not at all.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from scorecheck.archive import migrate
from scorecheck.archive.backup import (
    Copied,
    about,
    copy_pages,
    copy_photos,
    copy_rows,
    something_at,
)
from scorecheck.archive.engine import (
    WRITING,
    let_readers_in,
    postgres_engine,
    shown_address,
    sqlite_engine,
)
from scorecheck.archive.older import copies_in
from scorecheck.archive.opening import (
    DATABASE,
    PATIENCE_S,
    already_there,
    cannot_make,
    open_archive,
)
from scorecheck.archive.store import LOCK_WRITERS
from scorecheck.archive.trouble import explained
from scorecheck.archive.verify import misfits_of_tables
from scorecheck.errors import ArchiveError, OutputError
from scorecheck.languages.phrase import Phrase


@dataclass(frozen=True)
class Restored:
    """What was put back: `lost` are photos that the backup does not have, or not as they were."""

    records: int
    photos: int
    lost: tuple[Path, ...]


def restore(backup: Path, folder: Path, db: str | None = None) -> Restored:
    """Put an archive back from a backup, which stays as it is.

    Args:
        folder: of the archive; not there yet, or empty. With `db`, photos may lie there already.
        db: the address of an empty PostgreSQL database; by default SQLite in the folder.

    Raises:
        ArchiveError: no backup, or one that does not fit together; there is an archive already, or
            the place cannot be written to.
    """
    if not (backup / DATABASE).is_file():
        raise ArchiveError(
            Phrase("there is no backup in {where}", where=backup),
            help=Phrase("name the folder that `scorecheck archive backup` has written"),
            code="no-archive",
        )
    if (folder / DATABASE).exists():
        raise already_there(folder)
    if db is None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise something_at(folder)
    whole = folder.absolute()
    started = whole.with_name(f".{whole.name}.{os.getpid()}")
    try:
        started.mkdir()
        records = _stage(backup, started, folder)
        if db is None:
            copied = copy_photos(started, backup, started)
            started.replace(whole)
        else:
            copied = _put_into(db, started, folder, backup)
    except OSError as error:
        raise cannot_make(folder, error) from error
    except OutputError as error:  # of a photo, in a folder that nobody knows
        raise about(error, folder, backup) from None
    finally:
        shutil.rmtree(started, ignore_errors=True)
    return Restored(records, copied.photos, copied.lost)


def _stage(backup: Path, started: Path, folder: Path) -> int:
    """Copy a backup's database, bring it up to this release and look at it; gives the number of
    its records.

    Args:
        started: where to.
        folder: what is named where the disk is full.
    """
    copy = started / DATABASE
    copy.touch()
    try:
        with (
            _sqlite(backup / DATABASE, backup, read_only=True) as source,
            _sqlite(copy, backup) as target,
        ):
            copy_pages(source, target)
        let_readers_in(copy)
        with open_archive(started, called=backup) as archive, archive.read() as connection:
            records = _sound(connection, backup)
    except ArchiveError as error:
        raise about(error, folder, backup) from None
    for older in copies_in(started):
        older.unlink()
    return records


@contextmanager
def _sqlite(path: Path, called: Path, *, read_only: bool = False) -> Iterator[Connection]:
    engine = sqlite_engine(path, patience_s=PATIENCE_S, read_only=read_only)
    try:
        with explained(called), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _sound(connection: Connection, backup: Path) -> int:
    """How many records there are.

    Raises:
        ArchiveError: they do not fit together.
    """
    counts: Counter[str] = Counter()
    for misfit in misfits_of_tables(connection, counts):
        raise ArchiveError(
            Phrase("the backup {path} does not fit together: {why}", path=backup, why=misfit.why),
            help=Phrase(
                "nothing was put back; `scorecheck archive verify --archive {path}` tells more",
                path=backup,
            ),
            code="archive-damaged",
        )
    return counts["record"]


def _put_into(db: str, started: Path, folder: Path, backup: Path) -> Copied:
    """The staged archive into PostgreSQL, in one transaction; its photos go into the folder."""
    engine = postgres_engine(db, patience_s=PATIENCE_S)
    where = shown_address(engine)
    try:
        with explained(where), engine.connect() as connection:
            alone = connection.execution_options(**{WRITING: True})
            with alone.begin():
                alone.execute(LOCK_WRITERS)
                if migrate.revision_of(alone) is not None:
                    raise already_there(where)
                migrate.upgrade(alone)
                with open_archive(started) as archive, archive.read() as source:
                    copy_rows(source, alone)
                _sound(alone, backup)
                return copy_photos(started, backup, folder)
    finally:
        engine.dispose()
