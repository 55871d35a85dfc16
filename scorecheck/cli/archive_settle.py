"""`scorecheck archive settle`: two readings of one sheet that differ."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit, emit_json, say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Lang, Quiet, Templates
from scorecheck.errors import UsageError


class Choice(StrEnum):
    """Which of two readings holds."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


@guarded
def settle(
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="Of a conflict, as it is listed.")
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
    lang: Lang = "en",
    json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Settle sheets of which two photos say different things; without a number, list them.

    Nothing is lost: both readings stay, and so does every version. A list ends with 1 where a
    conflict is open. A photo that was misread is better settled cell by cell, in a review.
    """
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.settle_text import lines_of
    from scorecheck.archive.settling import contested, document, left_open
    from scorecheck.archive.settling import settle as settle_one
    from scorecheck.archive.steps import Take
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Joined, Phrase, say_in

    told = say_in(language(lang))
    if number is not None and (take is None or by is None or not by.strip()):
        raise UsageError(
            Phrase("conflict {number}: say which reading holds, and who says so", number=number),
            help=Phrase("scorecheck archive settle {number} --take first --by NAME", number=number),
            code="settle",
        )
    if number is None and (take is not None or by is not None):
        raise UsageError(
            Phrase("say which conflict is meant"),
            help=Phrase("`scorecheck archive settle` lists those that are open"),
            code="settle",
        )
    catalogue = load_catalogue(templates or ())
    with open_archive(archive, db) as opened:
        if number is not None and take is not None and by is not None:
            version = settle_one(opened, number, Take(take.value), by, catalogue)
            if not quiet:
                done = Phrase("conflict {number} is settled", number=number)
                made = version and Phrase("version {number}", number=version["version"])
                say(told(Joined([done, made], between=": ") if made else done))
                say(told(_left(left_open(opened))))
            return 0
        found = contested(opened, catalogue)
    if json:
        emit_json(document(found))
    elif found:
        emit("".join(f"{told(line)}\n" for line in lines_of(found, catalogue)))
        if not quiet:
            say(told(_next(found[0].number)))
    elif not quiet:
        say(told(Phrase("no conflict is open")))
    return int(bool(found))


def _left(number: int) -> str:
    from scorecheck.languages.phrase import Phrase, Plural

    if not number:
        return Phrase("no conflict is open any more")
    return Plural(
        "{n} conflict is still open: `scorecheck archive settle` lists it",
        "{n} conflicts are still open: `scorecheck archive settle` lists them",
        number,
    )


def _next(number: int) -> str:
    from scorecheck.languages.phrase import Phrase

    return Phrase(
        "next: look at the paper, then scorecheck archive settle {number} --take first --by NAME "
        "(or --take second: also of a corrected sheet)",
        number=number,
    )
