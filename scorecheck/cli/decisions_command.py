"""`scorecheck decisions FILE...`: who decided what and when, and where two people differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson


@guarded
def decisions(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Decisions of a review, or an archive's folder."),
    ],
    *,
    json: AsJson = False,
) -> int:
    """List who decided what and when, what was taken back, and how two people's reviews compare.

    Ends with 1 where two people differ and no third person has settled it.
    """
    from scorecheck.cli.decided import read_decided
    from scorecheck.decisions.listing import listing_document, make_listing
    from scorecheck.decisions.listing_text import print_listing

    listing = make_listing(read_decided(files))
    if json:
        emit_json(listing_document(listing))
    else:
        with data_console() as console:
            print_listing(listing, console)
    return int(listing.differs)
