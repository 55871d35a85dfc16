"""`scorecheck event print`: the sheets of a round, drawn the first time they are printed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db, EventName
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.errors import UsageError

if TYPE_CHECKING:
    from scorecheck.archive.facts import SheetFacts


@guarded
def print_round(
    event: EventName = None,
    *,
    round: Annotated[
        int, typer.Option("--round", metavar="N", min=1, help="Which round; the first by default.")
    ] = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The PDF; default EVENT-round-N.pdf, with --late a new file each time.",
        ),
    ] = None,
    without: Annotated[
        str | None,
        typer.Option(metavar="N,...", help="Numbers of players who do not play this round."),
    ] = None,
    late: Annotated[
        str | None,
        typer.Option(
            metavar="N,...",
            help="Numbers of players who came after the round was drawn: only "
            "their new sheets are printed.",
        ),
    ] = None,
    table: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Where --late players sit; default a new table."),
    ] = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Print the numbered sheets of a round, with names, table and round on them.

    The tables are drawn by the event's seed the first time; later the same sheets come again, but
    with --late only new ones. A table that is larger than a sheet has columns gets several sheets.
    """
    from scorecheck.archive.event_draw import draw_round
    from scorecheck.archive.event_facts import event_facts, find_event
    from scorecheck.archive.event_late import seat_late
    from scorecheck.archive.event_print import round_pdf
    from scorecheck.archive.opening import open_archive
    from scorecheck.cli.outputs import ensure_writable
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in
    from scorecheck.safe_write import write_whole

    told = say_in(language(lang))
    gone, new = _numbers("--without", without), _numbers("--late", late)
    _check_table(table, new)
    with open_archive(archive, db) as opened:
        with opened.read() as connection:
            known = event_facts(connection, find_event(connection, event)).event
        name = f"{known.id}-round-{round}"
        target = output or (_unused(f"{name}-late") if new else Path(f"{name}.pdf"))
        ensure_writable(target, suffixes=(".pdf",))
        template = load_catalogue(templates or ()).get(known.variant)
        if new:
            facts, sheets = seat_late(opened, known.id, round, template, sorted(new), table)
        else:
            facts, sheets = draw_round(opened, known.id, round, template, gone)
    notes: list[str] = []
    write_whole(target, round_pdf(facts, sheets, template, notes))
    for note in notes:
        say(f"scorecheck: {note}")
    if not quiet:
        say(told(_summary(target, round, sheets)))
    return 0


def _summary(target: Path, round: int, sheets: Sequence[SheetFacts]) -> str:
    from scorecheck.languages.phrase import Phrase, Plural

    tables, first, last = {one.table for one in sheets}, sheets[0].number, sheets[-1].number
    return Phrase(
        "{path}: round {round}, {tables}, {sheets}",
        path=target,
        round=round,
        tables=Plural("{n} table", "{n} tables", len(tables)),
        sheets=Phrase("sheets {first} to {last}", first=first, last=last)
        if last - first + 1 == len(sheets) > 1
        else Plural(
            "sheet {numbers}",
            "sheets {numbers}",
            len(sheets),
            numbers=", ".join(str(one.number) for one in sheets),
        ),
    )


def _unused(name: str) -> Path:
    """The first of `NAME.pdf`, `NAME-2.pdf`, … that is no file yet: the sheets of those who came
    late before are not the same ones, and may still have to be printed from theirs."""
    tried = Path(f"{name}.pdf")
    for number in count(2):
        if not tried.exists():
            break
        tried = Path(f"{name}-{number}.pdf")
    return tried


def _check_table(table: int | None, late: Collection[int]) -> None:
    """A table is asked for only with players who come late."""
    if table is not None and not late:
        from scorecheck.languages.phrase import Phrase

        raise UsageError(
            Phrase("--table says where players of --late sit down"),
            help=Phrase("for example --late 9 --table 2"),
            code="table",
        )


def _numbers(option: str, text: str | None) -> frozenset[int]:
    """`"3, 7"` as 3 and 7."""
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    wrong = [part for part in parts if not part.isdecimal()]
    if wrong:
        from scorecheck.errors import quoted
        from scorecheck.languages.phrase import Phrase

        raise UsageError(
            Phrase("{text} is no player's number", text=quoted(wrong[0])),
            help=Phrase("for example {option} 3,7", option=option),
            code="player",
        )
    return frozenset(map(int, parts))
