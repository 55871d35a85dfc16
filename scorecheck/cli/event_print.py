"""`scorecheck event print`: the sheets of a round, drawn the first time they are printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db, EventName
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.errors import UsageError


@guarded
def print_round(
    event: EventName = None,
    *,
    round: Annotated[
        int, typer.Option("--round", metavar="N", min=1, help="Which round; the first by default.")
    ] = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The PDF; default EVENT-round-N.pdf."),
    ] = None,
    without: Annotated[
        str | None,
        typer.Option(metavar="N,...", help="Numbers of players who do not play this round."),
    ] = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Print the numbered sheets of a round, with names, table and round on them.

    The tables are drawn by the event's seed the first time; later the same sheets come again.
    """
    from scorecheck.archive.event_facts import event_facts, find_event
    from scorecheck.archive.event_make import draw_round
    from scorecheck.archive.event_print import round_pdf
    from scorecheck.archive.opening import open_archive
    from scorecheck.cli.outputs import ensure_writable
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, say_in
    from scorecheck.safe_write import write_whole

    told = say_in(language(lang))
    gone = _numbers(without)
    with open_archive(archive, db) as opened:
        with opened.read() as connection:
            known = event_facts(connection, find_event(connection, event)).event
        target = output or Path(f"{known.id}-round-{round}.pdf")
        ensure_writable(target, suffixes=(".pdf",))
        template = load_catalogue(templates or ()).get(known.variant)
        facts, sheets = draw_round(opened, known.id, round, template, gone)
    notes: list[str] = []
    write_whole(target, round_pdf(facts, sheets, template, notes))
    for note in notes:
        say(f"scorecheck: {note}")
    if not quiet:
        summary = Phrase(
            "{path}: round {round}, {tables} tables, sheets {first} to {last}",
            path=target,
            round=round,
            tables=len(sheets),
            first=sheets[0].number,
            last=sheets[-1].number,
        )
        say(told(summary))
    return 0


def _numbers(text: str | None) -> frozenset[int]:
    """`"3, 7"` as 3 and 7."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    wrong = [part for part in parts if not part.isdecimal()]
    if wrong:
        from scorecheck.errors import quoted
        from scorecheck.languages.phrase import Phrase

        raise UsageError(
            Phrase("{text} is no player's number", text=quoted(wrong[0])),
            help=Phrase("for example --without 3,7"),
            code="player",
        )
    return frozenset(map(int, parts))
