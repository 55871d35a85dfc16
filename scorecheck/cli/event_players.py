"""`scorecheck event add` and `event withdraw`: players who come late, and who leave early."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Quiet

OfEvent = Annotated[
    str | None,
    typer.Option("--event", metavar="EVENT", help="The event's id or name, where there are more."),
]


@guarded
def add(
    names: Annotated[list[str], typer.Argument(metavar="NAMES", help="Who comes.")],
    *,
    team: Annotated[
        str | None, typer.Option("--team", metavar="TEAM", help="The team of all of them.")
    ] = None,
    event: OfEvent = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Add players to an event that was made already.

    Sheets that were drawn stay as they are: whoever is new plays from the next round on, or gets a
    sheet of a round that was drawn with `scorecheck event print --round N --late NUMBER`.
    """
    from scorecheck.archive.event_players import add_players
    from scorecheck.archive.opening import open_archive
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        added = add_players(opened, event, names, team or "")
    for player in () if quiet else added:
        say(told(Phrase("{name} is player no. {number}", name=player.name, number=player.number)))
    return 0


@guarded
def withdraw(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name, number or id.")],
    *,
    back: Annotated[bool, typer.Option("--back", help="The player plays again.")] = False,
    event: OfEvent = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Write down that a player leaves an event before its end.

    What was played counts. Rounds that are drawn later seat the player no more; a column that is
    printed already stays blank.
    """
    from scorecheck.archive.event_players import withdraw as write_down
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.shown import player_name
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, say_in

    told = say_in(language(lang))
    with open_archive(archive, db) as opened:
        found = write_down(opened, event, player, back=back)
    if not quiet:
        name = player_name(found)
        gone = Phrase("{name} plays no more; results stay", name=name)
        say(told(Phrase("{name} plays again", name=name) if back else gone))
    return 0
