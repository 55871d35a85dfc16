"""`scorecheck archive forget PLAYER`: takes a person's name and photos out of an archive."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet


@guarded
def forget(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name or id.")],
    *,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Take out a player's name and all photos with that player, for ever; totals stay.

    Cannot be undone. Copies, exports and printed reports are not touched.
    """
    from scorecheck.archive.forget import forget as taken_out
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        gone = taken_out(opened, player)
    if not quiet:
        photos = Plural("{n} photo", "{n} photos", gone.photos)
        say(told(Phrase("took out the name {name} and {photos}", name=gone.name, photos=photos)))
        if gone.others:
            others = Plural(
                "{n} other player was on these photos",
                "{n} other players were on these photos",
                gone.others,
            )
            say(told(others))
        say(told(Phrase("backups and exports still hold what they held: look after them too")))
    return 0
