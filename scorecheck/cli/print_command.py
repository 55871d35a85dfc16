"""`scorecheck print VARIANT`: sheets to play on, as a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Options, Quiet, Templates
from scorecheck.cli.outputs import ensure_writable

if TYPE_CHECKING:
    pass

MAX_SHEETS = 10_000


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
        int | None, typer.Option(metavar="N", help="One player, this many game columns.")
    ] = None,
    sheets: Annotated[
        int, typer.Option(metavar="N", help="How many numbered sheets.", min=1, max=MAX_SHEETS)
    ] = 1,
    first: Annotated[int, typer.Option(metavar="N", help="The first sheet's number.", min=1)] = 1,
    option: Options = None,
    templates: Templates = None,
    quiet: Quiet = False,
) -> int:
    """Print score sheets of a game."""
    from scorecheck.game.catalogue import load_catalogue

    template = load_catalogue(templates or ()).get(variant)
    target = output or Path(f"{variant.strip().lower()}.pdf")
    ensure_writable(target, suffixes=(".pdf",))
    if layout is not None:
        ensure_writable(layout, suffixes=(".json",))
    return 0
