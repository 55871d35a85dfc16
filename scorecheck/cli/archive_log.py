"""`scorecheck archive log`: what happened in an archive, record by record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang
from scorecheck.languages.catalogues import language

if TYPE_CHECKING:
    from scorecheck.archive.record import Record

MOST = 60
"""So many letters of a record's content are shown to people."""


@guarded
def log(
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="Only records of this kind.")
    ] = None,
    after: Annotated[
        int, typer.Option("--after", metavar="N", help="Only records after this number.", min=0)
    ] = 0,
    lang: Lang = "en",
    json: Annotated[
        bool, typer.Option("--json", help="The records as they are kept, as JSON, one to a line.")
    ] = False,
) -> int:
    """List what happened in an archive: number, time, kind, and how the content begins."""
    language(lang)  # that of an error

    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.projections import kinds
    from scorecheck.errors import UsageError, quoted
    from scorecheck.languages.phrase import Phrase

    if kind is not None and kind not in kinds():
        raise UsageError(
            Phrase("there is no kind of record called {kind}", kind=quoted(kind)),
            help=Phrase("choose one of {kinds}", kinds=", ".join(kinds())),
            code="kind",
        )
    with open_archive(archive, db) as opened:
        for record in opened.records(after, kind):
            emit(_as_json(record) if json else _line(record))
    return 0


def _line(record: Record) -> str:
    begins = record.text if len(record.text) <= MOST else record.text[:MOST] + "…"
    return f"{record.seq:>6}  {record.at}  {record.kind:<8}  {begins}\n"


def _as_json(record: Record) -> str:
    from json import dumps

    parts: dict[str, Any] = {"seq": record.seq, "at": record.at, "kind": record.kind}
    parts |= {"body": record.body, "prev": record.prev, "hash": record.hash}
    return dumps(parts) + "\n"
