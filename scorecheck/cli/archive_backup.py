"""`scorecheck archive backup DIR`: a whole copy, made while others go on adding."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet


@guarded
def backup(
    target: Annotated[Path, typer.Argument(metavar="NEW-DIR", help="Where; not there yet.")],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Copy an archive, with its photos, into a new folder while others go on adding to it.

    Ends with 5 where photos are lost; all the rest is copied then too.
    """
    from scorecheck.archive.backup import backup as copied
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        made = copied(opened, target)
    for path in made.lost:
        say(f"scorecheck: {told(Phrase('the photo {path} is lost or was changed', path=path))}")
    if not quiet:
        photos = Plural("{n} photo", "{n} photos", made.photos)
        say(told(Phrase("wrote {path} with {photos}", path=target, photos=photos)))
    return 5 if made.lost else 0
