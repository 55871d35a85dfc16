"""`scorecheck event new NAME`: a tournament with its players."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli.archive_options import DEFAULT_FOLDER, ArchiveDir, Db
from scorecheck.cli.console import say
from scorecheck.cli.guard import guarded
from scorecheck.cli.options import Lang, Options, Quiet, Templates, parse_options


@guarded
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the event is called.")],
    *,
    game: Annotated[str, typer.Option(metavar="VARIANT", help="The game, such as yatzy.")],
    players: Annotated[
        Path,
        typer.Option(metavar="FILE.csv", help="The players: name and, if any, team, one a line."),
    ],
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, max=99, help="How many games each player plays.")
    ] = 1,
    table: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=12, help="Most players at a table; default 4."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Tables are drawn by it; default: one is drawn, told."),
    ] = None,
    ties: Annotated[
        str,
        typer.Option(
            metavar="RULE,...",
            help="What parts equal points, in order: best-game, wins, last-round, lot; or none.",
        ),
    ] = "best-game,wins",
    best_games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Only the best games of each player count.")
    ] = 0,
    best_players: Annotated[
        int, typer.Option(metavar="N", min=0, help="Only the best players of each team count.")
    ] = 0,
    sheet_lang: Annotated[
        str | None,
        typer.Option(metavar="LANG", help="Language of the sheets; the game's own by default."),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="a4, letter or a5.")] = "a4",
    option: Options = None,
    templates: Templates = None,
    archive: ArchiveDir = DEFAULT_FOLDER,
    db: Db = None,
    lang: Lang = "en",
    quiet: Quiet = False,
) -> int:
    """Make an event in an archive: a game, rounds, players from a CSV file.

    The archive is made too where there is none. The first line of the file may hold headings
    (name, team); cells are parted by commas, semicolons or tabs; the text is UTF-8.
    """
    import secrets

    from scorecheck.archive.event_facts import events
    from scorecheck.archive.event_make import Wanted, make_event, planned
    from scorecheck.archive.opening import DATABASE, create_archive, open_archive
    from scorecheck.archive.player_list import read_players
    from scorecheck.archive.ties import ties_sentence
    from scorecheck.cli.print_command import one_of
    from scorecheck.game.catalogue import load_catalogue
    from scorecheck.languages.catalogues import language
    from scorecheck.languages.phrase import Phrase, Plural, say_in
    from scorecheck.sheet.layout import PAPERS_MM
    from scorecheck.sheet.plan import columns_that_fit

    told = say_in(language(lang))
    template = load_catalogue(templates or ()).get(game)
    rules = tuple(filter(None, (one.strip() for one in ties.split(",") if ties != "none")))
    wanted = Wanted(
        name=name,
        rounds=rounds,
        seed=seed or str(secrets.randbelow(10**8)),
        ties=rules,
        table_size=table,
        options=parse_options(option),
        best_games=best_games,
        best_players=best_players,
        lang=one_of("language", (sheet_lang or template.lang).lower(), template.languages),
        paper=one_of("paper", paper.lower(), tuple(PAPERS_MM)),
    )
    entrants = read_players(players)
    planned(wanted, template, len(entrants))  # so that no archive is made for what cannot be
    if db is None and not (archive / DATABASE).exists():
        create_archive(archive)
    with open_archive(archive, db) as opened:
        event = make_event(opened, wanted, template, entrants)
        with opened.read() as connection:
            alone = len(events(connection)) == 1
    if not quiet:
        about = Phrase(
            "{name}: {players}, {rounds}, tables of at most {size}, seed {seed}",
            name=event.name,
            players=Plural("{n} player", "{n} players", len(entrants)),
            rounds=Plural("{n} round", "{n} rounds", event.rounds),
            size=event.table_size,
            seed=event.seed,
        )
        say(told(about))
        say(told(ties_sentence(event.ties)))
        room = columns_that_fit(template, event.paper)
        if event.table_size > room:
            say(told(_several_sheets(room)))
        if sheet_lang is None:
            say(told(_sheets_language(event.lang, template.languages)))
        again = _printing(None if alone else event.id, archive, db, templates or ())
        say(told(Phrase("next: {command} prints the sheets of the first round", command=again)))
    return 0


def _several_sheets(room: int) -> str:
    """What becomes of a table that is larger than a sheet has columns."""
    from scorecheck.languages.phrase import Plural

    return Plural(
        "a sheet has {n} column: larger tables play on several sheets, each with its own number",
        "a sheet has {n} columns: larger tables play on several sheets, each with its own number",
        room,
    )


def _sheets_language(lang: str, languages: Sequence[str]) -> str:
    """In which language the sheets will be, where nobody chose one, and which others there are."""
    from scorecheck.languages.catalogues import LANGUAGES
    from scorecheck.languages.phrase import Joined, Phrase

    told = Phrase("language of the printed sheets: {name}", name=LANGUAGES.get(lang, lang))
    others = ", ".join(one for one in languages if one != lang)
    if not others:
        return told
    return Joined(
        [told, Phrase("--sheet-lang chooses another: {others}", others=others)], between="; "
    )


def _printing(event: str | None, archive: Path, db: str | None, templates: Sequence[Path]) -> str:
    """The command that prints the first round, such that it can be copied as it stands."""
    words = ["scorecheck", "event", "print", *([event] if event else []), "--round", "1"]
    for folder in templates:
        words += ["--templates", str(folder)]
    if archive != DEFAULT_FOLDER:
        words += ["--archive", str(archive)]
    if db is not None:
        words += ["--db", db]
    return shlex.join(words)
