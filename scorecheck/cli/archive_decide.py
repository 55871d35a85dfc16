"""`scorecheck archive decide LOG...`: what people decided in a review, into the archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet, Templates
from scorecheck.languages.catalogues import language
from scorecheck.languages.phrase import Phrase, Plural, say_in


@guarded
def decide(
    logs: Annotated[
        list[Path],
        typer.Argument(metavar="LOG", help="Files of decisions that a review has written."),
    ],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    templates: Templates = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Keep what people decided, and judge their sheets again.

    Ends with 1 where a decision is about a photo that is not in the archive, or fits no cell.
    """
    from scorecheck.archive.decide import add_decisions
    from scorecheck.archive.opening import open_archive
    from scorecheck.decisions.apply import misfit_words
    from scorecheck.decisions.merge import read_logs
    from scorecheck.game.catalogue import load_catalogue

    spoken = language(lang)
    decisions = read_logs(logs)
    with open_archive(archive, db) as opened:
        done = add_decisions(opened, decisions, load_catalogue(templates or ()))
    told = say_in(spoken)
    if not quiet:
        added, known = len(done.added), len(done.known)
        counts = {"added": added, "all": len(decisions), "known": known}
        say(told(Phrase("{added} of {all} added, {known} known already", **counts)))
    if done.elsewhere:
        many = Plural(
            "{n} is about a photo that is not in the archive: add that first",
            "{n} are about photos that are not in the archive: add those first",
            len(done.elsewhere),
        )
        say(told(many))
    if done.misfits:
        say(told(misfit_words(done.misfits)))
    return int(bool(done.elsewhere or done.misfits))
