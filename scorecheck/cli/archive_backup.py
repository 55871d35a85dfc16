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

    Ends with 5 where photos are lost, or the log does not fit together; everything that is there is
    copied then too.
    """
    from scorecheck.archive.backup import backup as copied
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.sound import misfit_words
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        made = copied(opened, target)
    if made.misfit is not None:
        say(f"scorecheck: {told(misfit_words(archive, made.misfit))}")
        advice = Phrase("it was copied as it is; keep older backups, which may be whole")
        say(f"  {told(advice)}")
    for path in made.lost:
        lost = Phrase("the photo {path} is lost or was changed", path=path)
        say(f"scorecheck: {told(lost)}")
    if not quiet:
        photos = Plural("{n} photo", "{n} photos", made.photos)
        say(told(Phrase("wrote {path} with {photos}", path=target, photos=photos)))
    return 5 if made.lost or made.misfit else 0
