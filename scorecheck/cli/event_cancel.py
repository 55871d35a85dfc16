"""`scorecheck event cancel`: an event that was made by mistake."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet
from scorecheck.errors import UsageError


@guarded
def cancel(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event's id or name.")],
    *,
    by: Annotated[str | None, typer.Option("--by", metavar="NAME", help="Who says so.")] = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Write down that an event was made by mistake, while no photo of it is in the archive.

    Nothing is deleted: the log keeps the event, and who cancelled it. No other command finds it any
    more, and its name is free. A photo of a sheet that was printed for it is then of no event.
    """
    from scorecheck.archive.event_cancel import cancel_event
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    if by is None or not by.strip():
        raise UsageError(
            Phrase("say who cancels the event"),
            help=Phrase("scorecheck event cancel {event} --by NAME", event=event),
            code="event-cancel",
        )
    with open_archive(archive, db) as opened:
        cancelled, printed = cancel_event(opened, event, by)
    if not quiet:
        say(told(Phrase("{name} is cancelled; the log keeps it", name=cancelled.name)))
        if printed:
            say(
                told(
                    Plural(
                        "throw away its {n} sheet that was printed: it is of no event",
                        "throw away its {n} sheets that were printed: they are of no event",
                        printed,
                    )
                )
            )
    return 0
