"""`scorecheck archive forget PLAYER`: takes a person's name and photos out of an archive."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet
from scorecheck.errors import UsageError

if TYPE_CHECKING:
    from scorecheck.archive.forget import Forgotten
    from scorecheck.languages.phrase import Say


@guarded
def forget(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name or id.")],
    *,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask first; needed where there is no terminal.")
    ] = False,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Take out a player's name and all photos with that player, for ever; totals stay.

    Says first what would go, and asks. Cannot be undone. A photo goes whole, with the other players
    who are on it: it is known by its hash, and with a column blanked it could not be checked any
    more. What was read of it stays. Copies that were made beside the archive when a newer release
    opened it lose the name too; backups, exports and printed reports are not touched.
    """
    from scorecheck.archive.forget import forget as taken_out
    from scorecheck.archive.forget import would_forget
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        if not yes and not _agreed(would_forget(opened, player), told):
            say(told(Phrase("nothing was taken out")))
            return 0
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


def _agreed(goes: Forgotten, told: Say) -> bool:
    """Say what would go, and ask whether it may.

    Raises:
        UsageError: there is no terminal to ask on.
    """
    from scorecheck.languages.phrase import Phrase, Plural

    photos = Plural("{n} photo", "{n} photos", goes.photos)
    say(
        told(
            Phrase(
                "takes out for ever: the name {name} and {photos}", name=goes.name, photos=photos
            )
        )
    )
    if goes.others:
        others = Plural(
            "{n} other player is on these photos, and loses them too",
            "{n} other players are on these photos, and lose them too",
            goes.others,
        )
        say(told(others))
    if not sys.stdin.isatty():
        raise UsageError(
            Phrase("nothing was taken out: there is no terminal to ask on whether that is meant"),
            help=Phrase("add --yes to take it out without being asked"),
            code="not-agreed",
        )
    try:
        return typer.confirm(told(Phrase("take it out for ever?")), err=True)
    except typer.Abort:  # an input that ended, or Ctrl-C at the question, is no yes
        return False
