"""Which release's tables a database has, and bringing them to this release's with Alembic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

CURRENT = "r0002"
"""The revision that this release writes; a test compares it with the steps in `migrations`."""

_VERSIONS = Path(__file__).parent / "migrations" / "versions"


def revision_of(connection: Connection) -> str | None:
    """The revision of the tables; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def newest(steps: Sequence[Path] = ()) -> str:
    """The revision that `upgrade` leads to."""
    return _script(steps).get_current_head() or "" if steps else CURRENT


def is_known(revision: str, steps: Sequence[Path] = ()) -> bool:
    """Whether this release knows how to bring tables of this revision to its own."""
    return any(one.revision == revision for one in _script(steps).walk_revisions())


def upgrade(connection: Connection, steps: Sequence[Path] = ()) -> None:
    """Take all steps up to the newest, inside the connection's transaction.

    Args:
        steps: folders with more steps than the package's own.
    """
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415 - slow, seldom used

    script = _script(steps)

    def wanted(revision: Any, _: Any) -> Any:
        return script._upgrade_revs("heads", revision)

    with EnvironmentContext(_config(), script, fn=wanted) as environment:
        environment.configure(connection=connection, render_as_batch=True, transactional_ddl=True)
        environment.run_migrations()


def _config() -> Config:
    from alembic.config import Config  # noqa: PLC0415

    return Config()


def _script(steps: Sequence[Path]) -> ScriptDirectory:
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    folders = [str(folder) for folder in (_VERSIONS, *steps)]
    return ScriptDirectory(_VERSIONS.parent, version_locations=folders)
