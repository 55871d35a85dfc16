"""`scorecheck archive import FILE.json`: an event from another archive's export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.json_input import load_json
from scorecheck.cli.options import Lang, Quiet


@guarded
def take_over(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON export of an event.")],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Take an event over from another archive: the same standings, the same event code.

    Photos are not in an export. Either the whole event comes in, or nothing.
    """
    from scorecheck.archive.import_event import import_event
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, say_in

    told = say_in(language(lang))
    document = load_json(file)
    with open_archive(archive, db) as opened:
        done = import_event(opened, document)
    if not quiet:
        given = {"name": done.name, "code": done.code}
        known = Phrase("{name} is here already, with the same event code {code}", **given)
        came = Phrase("{name}: {records} records, event code {code}", records=done.records, **given)
        say(told(came if done.records else known))
    return 0
