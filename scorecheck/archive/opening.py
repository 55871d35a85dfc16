"""Making archives and opening them: in a folder, or with a PostgreSQL database besides."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, insert

from scorecheck.archive import migrate, tables
from scorecheck.archive.engine import (
    WRITING,
    let_readers_in,
    may_write,
    postgres_engine,
    shown_address,
    sqlite_engine,
)
from scorecheck.archive.older import bring_up
from scorecheck.archive.record import GENESIS
from scorecheck.archive.store import Archive
from scorecheck.archive.trouble import explained
from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason

DATABASE = "archive.sqlite"
"""The database's file in the folder of an archive."""

PATIENCE_S = 30.0
"""How long to wait for another program that is writing."""


def create_archive(folder: Path, db: str | None = None) -> None:
    """Make an empty archive; its folder too where that is missing.

    Args:
        db: the address of an empty PostgreSQL database; by default SQLite in the folder.

    Raises:
        ArchiveError: there is one already, or the place cannot be written to.
    """
    if (folder / DATABASE).exists():
        raise already_there(folder)
    made = [path for path in (folder / "photos", folder) if not path.exists()]
    try:
        (folder / "photos").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_make(folder, error) from error
    if db is not None:
        engine = postgres_engine(db, patience_s=PATIENCE_S)
        _fill(engine, shown_address(engine))
        return
    started = folder / f".{DATABASE}.{os.getpid()}"
    try:
        started.touch()  # under another name until it is whole
        _fill(sqlite_engine(started, patience_s=PATIENCE_S), str(folder))
        let_readers_in(started)
        started.replace(folder / DATABASE)
    except OSError as error:
        raise cannot_make(folder, error) from error
    finally:
        for leftover in folder.glob(f"{started.name}*"):
            leftover.unlink()
        if not (folder / DATABASE).exists():
            _take_away(made)


def _take_away(folders: Sequence[Path]) -> None:
    """Folders that were made for nothing, where nobody has put anything into them."""
    for path in folders:
        with suppress(OSError):
            path.rmdir()


def open_archive(
    folder: Path,
    db: str | None = None,
    *,
    patience_s: float = PATIENCE_S,
    steps: Sequence[Path] = (),
    called: object = None,
) -> Archive:
    """Open an archive; one of an older release is brought to this release's tables first.

    One in a folder that cannot be written to is opened for reading.

    Args:
        patience_s: how long to wait for another program that is writing.
        steps: folders with migrations beside the package's own.
        called: what to call it to people; by default its folder, or the database's address.

    Raises:
        ArchiveError: there is none, it is of a later release, or it cannot be used.
    """
    archive = _opened(folder, db, patience_s)
    archive.where = archive.where if called is None else str(called)
    try:
        with archive.read() as connection:
            revision = migrate.revision_of(connection)
        if revision is None:
            raise none_in(archive.where)
        if revision != migrate.newest(steps):
            bring_up(archive, steps)
    except BaseException:
        archive.close()
        raise
    return archive


def _opened(folder: Path, db: str | None, patience_s: float) -> Archive:
    if db is not None:
        engine = postgres_engine(db, patience_s=patience_s)
        return Archive(folder, engine, shown_address(engine))
    path = folder / DATABASE
    if not path.is_file():
        raise none_in(folder)
    writable = may_write(path)
    engine = sqlite_engine(path, patience_s=patience_s, read_only=not writable)
    return Archive(folder, engine, str(folder), writable=writable)


def _fill(engine: Engine, where: str) -> None:
    """Make the tables in an empty database, all at once."""
    try:
        with explained(where), engine.connect() as connection:
            alone = connection.execution_options(**{WRITING: True})
            with alone.begin():
                if migrate.revision_of(alone) is not None:
                    raise already_there(where)
                migrate.upgrade(alone)
                start = {"id": 1, "seq": 0, "at": "", "hash": GENESIS}
                alone.execute(insert(tables.head).values(start))
    finally:
        engine.dispose()


def none_in(where: object) -> ArchiveError:
    """There is none where one was to be."""
    return ArchiveError(
        Phrase("there is no archive in {where}", where=where),
        help=Phrase("`scorecheck archive new` makes one; --archive DIR names another folder"),
        code="no-archive",
    )


def already_there(where: object) -> ArchiveError:
    """There is one where there was to be none."""
    return ArchiveError(
        Phrase("there is an archive in {where} already", where=where),
        help=Phrase("use it, or name another folder with --archive DIR"),
        code="archive-exists",
    )


def cannot_make(folder: Path, error: OSError) -> ArchiveError:
    """Its folder cannot be written to."""
    return ArchiveError(
        Phrase("cannot write {path}: {why}", path=folder, why=reason(error)),
        help=Phrase("choose a folder that exists and that you may write to"),
        code="archive-read-only",
    )
