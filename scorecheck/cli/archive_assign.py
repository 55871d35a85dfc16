"""`scorecheck archive assign`: sheets of no event, and putting them to their place by hand."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import emit, say
from scorecheck.cli.event_players import OfEvent
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.errors import UsageError


@guarded
def assign(
    sheet_name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Of a sheet of no event, or of its photo, as listed."),
    ] = None,
    *,
    sheet: Annotated[
        int | None, typer.Option("--sheet", metavar="N", min=1, help="Which sheet it is.")
    ] = None,
    round: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Or its round, with --table.")
    ] = None,
    table: Annotated[
        int | None, typer.Option("--table", metavar="N", min=1, help="Or its table, with --round.")
    ] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who says so.")] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take back what was put there: it is of no event again.")
    ] = False,
    event: OfEvent = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Say which sheet of an event a photo shows whose code could not be read; without a name, list.

    Also for sheets that were printed without an event. What was read and decided stays; who said
    it is in the log. Should the place be wrong, take it back with --undo, and put it to another.
    The list ends with 1 where a sheet waits for its place.
    """
    from scorecheck.archive.assign import SheetMeant
    from scorecheck.archive.assign import assign as put
    from scorecheck.archive.assign_text import listed, outcome, taken_back
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.unplaced import unplaced
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, say_in

    told = say_in(language(lang))
    catalogue = load_catalogue(templates or ())
    if sheet_name is None and not undo:
        if by is not None or not (sheet is round is table is None):
            raise UsageError(
                Phrase("say which sheet of no event is meant"),
                help=Phrase("`scorecheck archive assign` lists them with their names"),
                code="assign",
            )
        with open_archive(archive, db) as opened:
            found = unplaced(opened)
        emit("".join(f"{told(line)}\n" for line in listed(found, catalogue)))
        if not quiet:
            say(told(_next(found[0].name) if found else Phrase("every sheet is in its place")))
        return int(bool(found))
    if by is None or not by.strip() or ((sheet is None) == (round is None or table is None)):
        raise UsageError(
            Phrase("say which sheet of the event it is, and who says so"),
            help=Phrase(
                "for example scorecheck archive assign {name} --sheet 5 --by NAME, or --round 1 "
                "--table 2 in the place of --sheet",
                name="--undo" if undo else sheet_name or "",
            ),
            code="assign",
        )
    meant = SheetMeant(event, sheet, round, table)
    if undo or sheet_name is None:
        from scorecheck.archive.take_back import take_back

        with open_archive(archive, db) as opened:
            back = take_back(opened, meant, by, catalogue, sheet_name)
        for line in () if quiet else taken_back(back):
            say(told(line))
        return 0
    with open_archive(archive, db) as opened:
        target, entered = put(opened, sheet_name, meant, by, catalogue)
    if not quiet:
        for line in outcome(target, entered):
            say(told(line))
    from scorecheck.archive.add import asks_for_a_person

    return int(any(asks_for_a_person(one) for one in entered))


def _next(name: str) -> str:
    from scorecheck.languages.phrase import Phrase

    return Phrase("next: scorecheck archive assign {name} --sheet N --by NAME", name=name)
