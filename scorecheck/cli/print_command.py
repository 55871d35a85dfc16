"""`scorecheck print VARIANT`: sheets to play on, as a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Options, Quiet, Templates, parse_names, parse_options
from scorecheck.cli.outputs import ensure_writable
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase

if TYPE_CHECKING:
    from scorecheck.game.template import Template
    from scorecheck.sheet.identity import SheetIdentity

MAX_SHEETS = 5_000
MAX_NUMBER = 999_999


@guarded
def print_sheets(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", help="A game, such as yahtzee.")],
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The PDF; default VARIANT.pdf."),
    ] = None,
    layout: Annotated[
        Path | None,
        typer.Option("--layout", metavar="FILE", help="Write where the cells are, in mm, as JSON."),
    ] = None,
    lang: Annotated[
        str | None, typer.Option(metavar="LANG", help="Language of the labels: en, sv, no, de ...")
    ] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="a4, letter or a5.")] = "a4",
    players: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="One column per player, with these names.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=60, help="One player, this many games.")
    ] = None,
    sheets: Annotated[
        int, typer.Option(metavar="N", help="How many numbered sheets.", min=1, max=MAX_SHEETS)
    ] = 1,
    first: Annotated[
        int, typer.Option(metavar="N", help="The first sheet's number.", min=1, max=MAX_NUMBER)
    ] = 1,
    option: Options = None,
    templates: Templates = None,
    quiet: Quiet = False,
) -> int:
    """Print score sheets of a game."""
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.report.json import to_text
    from scorecheck.safe_write import write_whole
    from scorecheck.sheet.layout_json import layout_document
    from scorecheck.sheet.make import make_layout
    from scorecheck.sheet.pdf import draw_sheets

    template = load_catalogue(templates or ()).get(variant)
    names = parse_names(players)
    identity = _identity(
        template, paper, lang, names=names, games=games, options=parse_options(option), first=first
    )
    target = output or Path(f"{template.alias or template.id}.pdf")
    ensure_writable(target, suffixes=(".pdf",))
    if layout is not None:
        ensure_writable(layout, suffixes=(".json",))
    notes: list[str] = []
    columns = len(names) or games or identity.columns
    last = first + _pages(identity, sheets, columns) - 1
    if last > MAX_NUMBER:
        raise UsageError(
            Phrase(
                "the last sheet would have the number {number}, but {most} is the highest",
                number=last,
                most=MAX_NUMBER,
            ),
            help=Phrase(
                "print fewer sheets, or begin at {number} or lower",
                number=MAX_NUMBER - (last - first),
            ),
            code="numbers",
        )
    data = draw_sheets(template, identity, names=names, columns=columns, sheets=sheets, notes=notes)
    write_whole(target, data)
    if layout is not None:
        document = layout_document(make_layout(template, identity))
        write_whole(layout, to_text(document).encode())
    for note in notes:
        say(f"scorecheck: {note}")
    if not quiet:
        say(f"{target}: {_summary(identity, sheets, columns)}")
    return 0


def _identity(
    template: Template,
    paper: str,
    lang: str | None,
    *,
    names: tuple[str, ...],
    games: int | None,
    options: dict[str, str],
    first: int,
) -> SheetIdentity:
    from scorecheck.sheet.layout import PAPERS_MM
    from scorecheck.sheet.pdf import sheet_identity
    from scorecheck.sheet.plan import columns_that_fit

    if names and games is not None:
        raise UsageError(
            Phrase("--players and --games exclude each other"),
            help=Phrase(
                "--players A,B gives each player a column; --games 6 gives one player six games"
            ),
            code="columns",
        )
    paper = one_of("paper", paper.lower(), tuple(PAPERS_MM))
    return sheet_identity(
        template,
        paper,
        one_of("language", (lang or template.lang).lower(), template.languages),
        columns=len(names) or games or max(1, columns_that_fit(template, paper)),
        mode="players" if names else "games",
        options=dict(options),
        sheet=first,
    )


_NONE: dict[str, Callable[[str], str]] = {
    "paper": lambda value: Phrase("there is no paper {value}", value=value),
    "language": lambda value: Phrase("there is no language {value}", value=value),
    "kind": lambda value: Phrase("there is no kind {value}", value=value),
}


def one_of(what: str, value: str, choices: tuple[str, ...]) -> str:
    """The value, if it is one of the choices.

    Raises:
        UsageError: it is none.
    """
    if value not in choices:
        raise UsageError(
            _NONE[what](quoted(value)),
            help=Phrase("choose one of {names}", names=", ".join(choices)),
            code=what,
        )
    return value


def _pages(identity: SheetIdentity, sheets: int, columns: int) -> int:
    """How many pages are printed; each has a number of its own."""
    return sheets * -(-columns // identity.columns)


def _summary(identity: SheetIdentity, sheets: int, columns: int) -> str:
    pages = _pages(identity, sheets, columns)
    numbers = f"sheet {identity.sheet}"
    if pages > 1:
        numbers = f"sheets {identity.sheet} to {identity.sheet + pages - 1}"
    kind = "player" if identity.mode == "players" else "game"
    each = f"{identity.columns} {kind}{'s' * (identity.columns > 1)}"
    return f"{numbers}, {each} on {identity.paper.upper()}"
