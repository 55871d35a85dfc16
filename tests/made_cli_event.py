"""An event made, printed and played by commands."""

from __future__ import annotations

from pathlib import Path

from scorecheck.archive.opening import open_archive
from tests.cli_runner import Ended, Runner
from tests.made_club import add, facts_of, photo

PLAYERS = "name;team\nAnna Ek;Röd\nBo Ål;Blå\nCleo;Röd\nDag;Blå\n"


def new(run: Runner, place: Path, *more: str) -> Ended:
    players = place.parent / "players.csv"
    options = ["--game", "yahtzee", "--players", players, "--rounds", 2, "--table", 2]
    return run("event", "new", "Vårcupen", *options, "--seed", "4711", "--archive", place, *more)


def print_round(run: Runner, place: Path, round: int, *more: str) -> Ended:
    target = place.parent / f"round-{round}.pdf"
    return run("event", "print", "--round", round, "-o", target, "--archive", place, *more)


def play(run: Runner, place: Path) -> None:
    """The whole event, every sheet of it in the archive."""
    new(run, place)
    for round in (1, 2):
        assert print_round(run, place, round).code == 0
    with open_archive(place) as archive:
        add(archive, *[photo(place, sheet) for sheet in facts_of(archive).sheets])
