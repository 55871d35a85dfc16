"""Archives of other releases: an older one is copied, then brought up; a later one is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection, MetaData, insert, select

from scorecheck.archive import migrate
from scorecheck.archive.engine import WRITING, sqlite_engine
from scorecheck.archive.store import LOCK_WRITERS, Archive
from scorecheck.archive.trouble import explained, read_only
from scorecheck.errors import ArchiveError
from scorecheck.languages.phrase import Phrase

_COPY = "archive-before-"


def bring_up(archive: Archive, steps: Sequence[Path] = ()) -> None:
    """Bring an archive's tables to this release's, all or nothing, after a copy was made.

    The copy is `archive-before-REVISION.sqlite` in the archive's folder, see `copies_in`.

    Raises:
        ArchiveError: it is of a later release, or cannot be written to.
    """
    with explained(archive.where), archive.engine.connect() as connection:
        alone = connection.execution_options(**{WRITING: archive.writable})
        with alone.begin():
            if alone.dialect.name == "postgresql":
                alone.execute(LOCK_WRITERS)
            revision = migrate.revision_of(alone) or ""
            if revision == migrate.newest(steps):
                return  # another program was quicker
            if not migrate.is_known(revision, steps):
                raise _from_the_future(archive.where)
            if not archive.writable:
                raise read_only(archive.where)
            _copy_aside(alone, archive.folder / f"{_COPY}{migrate.newest(steps)}.sqlite")
            migrate.upgrade(alone, steps)


def copies_in(folder: Path) -> list[Path]:
    """The copies that were made before an archive was brought up."""
    return sorted(folder.glob(f"{_COPY}*.sqlite"))


def _copy_aside(connection: Connection, target: Path) -> None:
    """Everything as it is, in a SQLite file; one that is there already is whole, and is kept."""
    if target.exists():
        return
    started = target.with_name(f".{target.name}")
    started.unlink(missing_ok=True)
    try:
        started.touch()
        engine = sqlite_engine(started, patience_s=1.0)
        try:
            with engine.begin() as copy:
                _copy_tables(connection, copy)
        finally:
            engine.dispose()
        started.replace(target)
    finally:
        for leftover in target.parent.glob(f"{started.name}*"):
            leftover.unlink()


def _copy_tables(source: Connection, target: Connection) -> None:
    """All tables with their rows, whichever release made them; without triggers."""
    metadata = MetaData()
    metadata.reflect(source)
    metadata.create_all(target)
    for table in metadata.sorted_tables:
        rows = source.execute(select(table)).mappings()
        for page in rows.partitions(500):
            target.execute(insert(table), [dict(row) for row in page])


def _from_the_future(where: str) -> ArchiveError:
    return ArchiveError(
        Phrase("the archive {where} was written by a later release of scorecheck", where=where),
        help=Phrase("install that release or a newer one; nothing was changed"),
        code="archive-from-later-release",
    )
