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
from scorecheck.archive.backup import Copied, copy_pages, copy_photos, copy_rows
from scorecheck.archive.engine import (
    WRITING,
    let_readers_in,
    postgres_engine,
    shown_address,
    sqlite_engine,
)
from scorecheck.archive.opening import (
    DATABASE,
    PATIENCE_S,
    already_there,
    cannot_make,
    none_in,
    open_archive,
)
from scorecheck.archive.photos import FOLDER
from scorecheck.archive.store import LOCK_WRITERS
from scorecheck.archive.trouble import explained, full
from scorecheck.archive.verify import misfits_of_tables
from scorecheck.errors import ArchiveError
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
        raise none_in(backup)
    if db is None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise already_there(folder)
    started = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        started.mkdir()
        records, copied = _stage(backup, started, folder)
        if db is None:
            started.replace(folder)
        else:
            _put_into(db, started, folder, backup)
    except OSError as error:
        raise cannot_make(folder, error) from error
    finally:
        shutil.rmtree(started, ignore_errors=True)
    return Restored(records, copied.photos, copied.lost)


def _stage(backup: Path, started: Path, folder: Path) -> tuple[int, Copied]:
    """Copy a backup, bring it up to this release and look at it; gives the number of records, and
    what came of the photos.

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
        raise full(folder) if error.code == "archive-full" else error from None
    for older in started.glob("archive-before-*"):
        older.unlink()
    return records, copy_photos(backup, started)


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


def _put_into(db: str, started: Path, folder: Path, backup: Path) -> None:
    """The staged archive into PostgreSQL, in one transaction; its photos go into the folder."""
    if (folder / DATABASE).exists():
        raise already_there(folder)
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
                _move_photos(started / FOLDER, folder / FOLDER)
    finally:
        engine.dispose()


def _move_photos(source: Path, target: Path) -> None:
    """Each photo under its name, whole; those that are there already stay."""
    target.mkdir(parents=True, exist_ok=True)
    for photo in sorted(path for path in source.rglob("*") if path.is_file()):
        place = target / photo.relative_to(source)
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            photo.replace(place)
