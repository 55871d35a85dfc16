"""`Archive`: one folder with its database, read and written through transactions.

with open_archive(Path("club")) as archive:
    with archive.write() as change:
        change.append("photo", {"sha256": ..., "bytes": 1234, "ending": ".jpg"})
    for record in archive.records(kind="photo"):
        ...
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, insert, select, text, update

from scorecheck.archive import names, tables
from scorecheck.archive.engine import WRITING
from scorecheck.archive.projections import grouped, rows_of
from scorecheck.archive.record import Record, canonical, chained
from scorecheck.archive.trouble import explained, read_only

_PAGE = 500
"""So many records are fetched at once."""
LOCK_WRITERS = text("SELECT pg_advisory_xact_lock(495790715493)")
"""Lets one writer at a time into a PostgreSQL database; each holds one archive."""


class Change:
    """One transaction that adds to the log: all of it is kept, or nothing."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._head = dict(connection.execute(select(tables.head)).mappings().one())

    def append(self, kind: str, body: Mapping[str, Any]) -> Record:
        """Add a record, and the rows that it gives.

        Raises:
            KeyError, TypeError, ValueError: an unknown kind, or a body that is not its kind's.
            ArchiveError: it contradicts what is there, or cannot be written.
        """
        seq, prev = self._head["seq"] + 1, self._head["hash"]
        at = max(_now(), self._head["at"])
        body_text = canonical(body)
        own = chained(prev, seq, at, kind, body_text)
        record = Record(seq, at, kind, body_text, prev, own)
        rows = list(rows_of(record))
        entry = {"seq": seq, "at": at, "kind": kind, "body": body_text, "prev": prev, "hash": own}
        self.connection.execute(insert(tables.log), entry)
        for table, values in grouped(rows).items():
            self.connection.execute(insert(table), values)
        self._head = {"seq": seq, "at": at, "hash": own}
        self.connection.execute(update(tables.head), self._head)
        return record

    def commit_name(self, name: str, role: str = names.PLAYER) -> str:
        """Keep a person's name beside the log; gives what stands for it in the log."""
        return names.commit(self.connection, name, role)

    def name_photo(self, sha256: str, name: str) -> None:
        """Keep what a file of a photo was called, beside the log."""
        known = select(tables.photo_names).filter_by(sha256=sha256, name=name)
        if self.connection.execute(known).first() is None:
            self.connection.execute(insert(tables.photo_names).values(sha256=sha256, name=name))


class Archive:
    """An open archive. `folder` holds the photos; `where` is what to call it to people."""

    def __init__(self, folder: Path, engine: Engine, where: str, *, writable: bool = True) -> None:
        self.folder = folder
        self.engine = engine
        self.where = where
        self.writable = writable

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    @contextmanager
    def write(self) -> Iterator[Change]:
        """A transaction, alone with writing; an error in here takes all of it back.

        Raises:
            ArchiveError: another program writes for too long, the disk is full, ...
        """
        if not self.writable:
            raise read_only(self.where)
        with explained(self.where), self.engine.connect() as connection:
            alone = connection.execution_options(**{WRITING: True})
            with alone.begin():
                if self.engine.dialect.name == "postgresql":
                    alone.execute(LOCK_WRITERS)
                yield Change(alone)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees the archive as it is now, whatever others add meanwhile."""
        with explained(self.where), self.engine.connect() as connection:
            if self.engine.dialect.name == "postgresql":
                connection.execution_options(
                    isolation_level="REPEATABLE READ", postgresql_readonly=True
                )
            with connection.begin():
                yield connection

    def records(
        self, after: int = 0, kind: str | None = None, until: str | None = None
    ) -> Iterator[Record]:
        """The records of the log in their order.

        Args:
            after: only those with a greater `seq`.
            until: a time in UTC; only those that are not later.
        """
        with self.read() as connection:
            yield from records(connection, after, kind, until)


def records(
    connection: Connection, after: int = 0, kind: str | None = None, until: str | None = None
) -> Iterator[Record]:
    """The same within a transaction."""
    for page in pages(connection, after, kind, until):
        yield from page


def pages(
    connection: Connection, after: int = 0, kind: str | None = None, until: str | None = None
) -> Iterator[list[Record]]:
    """The same, in lists as they are fetched; none of them is empty."""
    log = tables.log
    wanted = select(log.c.seq, log.c.at, log.c.kind, log.c.body, log.c.prev, log.c.hash)
    if kind is not None:
        wanted = wanted.where(log.c.kind == kind)
    if until is not None:
        wanted = wanted.where(log.c.at <= until)
    wanted = wanted.order_by(log.c.seq).limit(_PAGE)
    while page := [Record(*row) for row in connection.execute(wanted.where(log.c.seq > after))]:
        yield page
        after = page[-1].seq


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"
