"""`scorecheck archive settle`: two readings of one sheet that differ."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit, emit_json, say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Quiet, Templates
from scorecheck.errors import UsageError


class Choice(StrEnum):
    """Which of two readings holds."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@guarded
def settle(
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="Of a conflict, as it is listed.")
    ] = None,
    *,
    take: Annotated[
        Choice | None,
        typer.Option(
            "--take",
            help="The first reading, the second (also of a corrected sheet), or both: two sheets.",
        ),
    ] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who settles it.")] = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    templates: Templates = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Settle sheets of which two photos say different things; without a number, list them.

    Nothing is lost: both readings stay, and so does every version. A list ends with 1 where a
    conflict is open. A photo that was misread is better settled cell by cell, in a review.
    """
    if number is not None and (take is None or by is None or not by.strip()):
        raise UsageError(
            f"conflict {number}: say which reading holds, and who says so",
            help=f"scorecheck archive settle {number} --take first --by NAME",
            code="settle",
        )

    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.settling import contested, document, lines_of
    from scorecheck.archive.settling import settle as settle_one
    from scorecheck.archive.versions import Take
    from scorecheck.game.catalogue import load_catalogue

    with open_archive(archive, db) as opened:
        if number is not None and take is not None and by is not None:
            catalogue = load_catalogue(templates or ())
            version = settle_one(opened, number, Take(take.value), by, catalogue)
            if not quiet:
                made = f": version {version['version']}" if version else ""
                say(f"conflict {number} is settled{made}")
            return 0
        found = contested(opened)
    if json:
        emit_json(document(found))
    elif found:
        emit("".join(f"{line}\n" for line in lines_of(found)))
    elif not quiet:
        say("no conflict is open")
    return int(bool(found))
