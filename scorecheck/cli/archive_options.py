"""Options that all commands of an archive share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_FOLDER = Path("scorecheck-archive")
"""The archive's folder where no other is named."""

ArchiveDir = Annotated[
    Path,
    typer.Option("--archive", metavar="DIR", help="The archive's folder; scorecheck-archive."),
]
Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="A PostgreSQL database, in place of SQLite."),
]
EventName = Annotated[
    str | None,
    typer.Argument(metavar="EVENT", help="The event's id or name; the only one by default."),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="TIME",
        help="As it stood then, such as 2026-01-31T20:15 by this computer's clock, or with a zone: "
        "2026-01-31T20:15+01:00; a day alone is its end.",
    ),
]
