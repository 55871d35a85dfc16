"""`scorecheck archive new`: an empty archive."""

from __future__ import annotations

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet


@guarded
def new(
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Make an empty archive: a folder for its photos, with a database."""
    from scorecheck.archive.opening import create_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, translate

    told = language(lang)
    create_archive(archive, db)
    if not quiet:
        say(translate(Phrase("made the archive {path}", path=archive), told))
    return 0
