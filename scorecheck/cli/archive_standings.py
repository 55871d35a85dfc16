"""`scorecheck archive standings`: who stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, At, Db, EventName
from scorecheck.cli.console import data_console, emit_json
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import AsJson, Lang, Templates
from scorecheck.errors import UsageError

if TYPE_CHECKING:
    from scorecheck.archive.facts import EventFacts


@guarded
def standings(
    event: EventName = None,
    *,
    by: Annotated[
        str, typer.Option(metavar="KIND", help="Whose points: player (the default) or team.")
    ] = "player",
    round: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Only this round.")
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="All games of this player: name, number or id."),
    ] = None,
    at: At = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    json: AsJson = False,
) -> int:
    """Tell who stands where: by event, round, player or team, and by which rules.

    Ends with 1 where sheets that are missing or in doubt may still change it.
    """
    from scorecheck.archive import standings as counted
    from scorecheck.archive.event_facts import moment
    from scorecheck.archive.event_players import find_player
    from scorecheck.archive.event_text import print_head, print_player, print_standings
    from scorecheck.archive.export_json import standings_document
    from scorecheck.cli.event_read import read_event
    from scorecheck.cli.print_command import one_of
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import say_in

    told = say_in(language(lang))
    kind = one_of("kind", by, ("player", "team"))
    then = None if at is None else moment(at)
    facts = read_event(archive, db, event, at)
    _check_round(facts, round)
    table = counted.standings(
        facts, "team" if kind == "team" else "player", None if round is None else (round,)
    )
    chosen = None if player is None else find_player(facts, player)
    if json:
        document = standings_document(table) | ({} if then is None else {"at": then})
        if chosen is not None:
            rows = document["standings"]
            document["standings"] = [row for row in rows if row["number"] == chosen.number]
        emit_json(document)
        return int(table.may_change)
    template = load_catalogue(templates or ()).get(facts.event.variant)
    with data_console() as console:
        print_head(facts, template, console, told, then)
        if chosen is not None:
            print_player(facts, chosen, console, told)
        else:
            print_standings(table, console, told)
    return int(table.may_change)


def _check_round(facts: EventFacts, round: int | None) -> None:
    from scorecheck.languages.phrase import Phrase

    if round is not None and round > facts.event.rounds:
        raise UsageError(
            Phrase("there is no round {round}", round=round),
            help=Phrase("the event has the rounds 1 to {rounds}", rounds=facts.event.rounds),
            code="round",
        )
