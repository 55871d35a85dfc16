"""Opening a database: SQLite so that it survives power loss, or PostgreSQL by its address."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from operator import methodcaller
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import NullPool

from scorecheck.errors import MissingToolError, UsageError
from scorecheck.languages.phrase import Phrase

WRITING = "scorecheck_writing"
"""An execution option: the transaction is going to write and must be alone with that."""


def sqlite_engine(path: Path, *, patience_s: float, read_only: bool = False) -> Engine:
    """A SQLite file; `patience_s` is how long to wait for another program that writes."""
    mode = "rw"
    if read_only:  # SQLite wants to write beside a file even to read it, unless nobody else can
        mode = "ro" if _in_use(path) else "ro&immutable=1"
    address = f"{path.absolute().as_uri()}?mode={mode}"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(
            address, uri=True, timeout=patience_s, check_same_thread=False, isolation_level=None
        )

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "connect", _prepare_read_only if read_only else _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def let_readers_in(path: Path) -> None:
    """Make a SQLite file keep a write-ahead log from now on, so that nobody waits to read."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


def postgres_engine(address: str, *, patience_s: float) -> Engine:
    """A PostgreSQL database by its address.

    Raises:
        UsageError: no address of a PostgreSQL database.
        MissingToolError: the extra `postgres` is not installed.
    """
    try:
        url = make_url(address)
        if url.drivername != "postgresql+psycopg":
            raise ArgumentError
        wait = f"-c lock_timeout={max(1, int(patience_s * 1000))}"
        return create_engine(
            url, poolclass=NullPool, connect_args={"options": wait, "connect_timeout": 10}
        )
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise UsageError(
            Phrase("--db expects the address of a PostgreSQL database"),
            help=Phrase("for example --db postgresql+psycopg://club@192.168.1.5/scores"),
            code="db-address",
        ) from None
    except ImportError as error:
        raise MissingToolError(
            Phrase("PostgreSQL needs a package that is not installed"),
            help=Phrase("install it with: python3 -m pip install 'psycopg[binary]'"),
            code="psycopg-missing",
        ) from error


def shown_address(engine: Engine) -> str:
    """The address without its password."""
    return engine.url.render_as_string(hide_password=True)


def may_write(path: Path) -> bool:
    """Whether a SQLite file and its folder let us write; effective user, not the real one."""
    ids = os.access in os.supports_effective_ids
    return all(os.access(one, os.W_OK, effective_ids=ids) for one in (path, path.parent))


def _in_use(path: Path) -> bool:
    """Whether there is more than the file itself: the end of the log may lie beside it."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.exists() and wal.stat().st_size > 0


def _prepare(connection: sqlite3.Connection, _: Any) -> None:
    _prepare_read_only(connection, _)
    # FULL: what was committed outlasts a loss of power. Deleted names are overwritten.
    for pragma in ("synchronous=FULL", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


_any_text = methodcaller("decode", "utf-8", "surrogateescape")
"""Text as it lies in the file: damaged bytes must come out changed, not end a verification."""


def _prepare_read_only(connection: sqlite3.Connection, _: Any) -> None:
    connection.text_factory = _any_text
    connection.execute("PRAGMA foreign_keys=ON")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get(WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
