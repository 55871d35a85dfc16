"""SQL statements are compiled once for all archives that a run of the tests opens.

A program opens one archive and compiles each of its statements once. The tests open hundreds, each
with an engine of its own, and would spend a quarter of their time on compiling the same again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import Compiled


class Statements(dict[Any, Compiled]):
    """Compiled statements by what SQLAlchemy knows them by, but for the engine they came from."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_for_any_engine(key), default)

    def __setitem__(self, key: Any, compiled: Compiled) -> None:
        super().__setitem__(_for_any_engine(key), compiled)


def _for_any_engine(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    assert isinstance(dialect, Dialect)
    return (dialect.name, dialect.server_version_info, *statement)


_statements = Statements()


def share() -> None:
    """Let all engines use the same statements from now on."""
    event.listen(Engine, "engine_connect", _use_shared)


def _use_shared(connection: Connection) -> None:
    connection.execution_options(compiled_cache=_statements)
