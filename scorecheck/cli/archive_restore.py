"""`scorecheck archive restore BACKUP`: an archive put back from a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet


@guarded
def restore(
    backup: Annotated[Path, typer.Argument(metavar="BACKUP", help="What `backup` has written.")],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Put an archive back from a backup, into a new folder or an empty PostgreSQL database.

    It is checked first, and put back whole or not at all. Ends with 5 where photos are lost; all
    the rest is put back then too.
    """
    from scorecheck.archive.restore import restore as restored
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    made = restored(backup, archive, db)
    for path in made.lost:
        lost = Phrase("the photo {path} is lost or was changed", path=path)
        say(f"scorecheck: {told(lost)}")
    if not quiet:
        counted = {
            "records": Plural("{n} record", "{n} records", made.records),
            "photos": Plural("{n} photo", "{n} photos", made.photos),
        }
        say(told(Phrase("put back {records} and {photos} into {path}", path=archive, **counted)))
    return 5 if made.lost else 0
