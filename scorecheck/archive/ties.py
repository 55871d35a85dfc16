"""Rules that part players who have the same points; an event names those that it uses, in order.

Each gives numbers that are compared one after the other; more is better. What remains equal after
the last rule shares its place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorecheck.archive.lots import lot
from scorecheck.errors import UsageError, quoted
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Joined, Phrase

Measures = tuple[Number, ...]


@dataclass(frozen=True)
class Record:
    """What the rules look at: somebody's games.

    Attributes:
        number: of the player; of a team, that of its first player.
        points: of each round, in the order of the rounds; None where there is no game that counts.
        wins: at how many tables this was the best game; a shared win counts for each.
    """

    number: int
    points: tuple[Number | None, ...]
    wins: int


@dataclass(frozen=True)
class Tie:
    """One rule: its name, what it says, and its numbers."""

    name: str
    says: str
    measures: Callable[[Record, str], Measures]


def _best_games(record: Record, seed: str) -> Measures:
    return tuple(sorted((one for one in record.points if one is not None), reverse=True))


def _wins(record: Record, seed: str) -> Measures:
    return (record.wins,)


def _last_games(record: Record, seed: str) -> Measures:
    return tuple(-1 if one is None else one for one in reversed(record.points))


def _lot(record: Record, seed: str) -> Measures:
    return (-int(lot(seed, "ties", record.number), 16),)


RULES = (
    Tie("best-game", Phrase("the best game, then the second best and so on"), _best_games),
    Tie("wins", Phrase("more tables won"), _wins),
    Tie("last-round", Phrase("the better last round, then the one before and so on"), _last_games),
    Tie("lot", Phrase("a lot, drawn by the event's seed"), _lot),
)
USUAL = ("best-game", "wins")


def find_tie(name: str) -> Tie:
    """The rule of this name.

    Raises:
        UsageError: there is none.
    """
    for rule in RULES:
        if rule.name == name:
            return rule
    raise UsageError(
        Phrase("there is no rule for ties {name}", name=quoted(name)),
        help=Phrase("choose of {names}", names=Joined([one.name for one in RULES], between=", ")),
        code="ties",
    )


def ties_named(names: Sequence[str]) -> tuple[Tie, ...]:
    """The rules of these names, each once.

    Raises:
        UsageError: one of them is none.
    """
    return tuple(find_tie(name) for name in dict.fromkeys(names))


def ties_sentence(names: Sequence[str]) -> str:
    """What parts players with equal points, in one sentence."""
    said = [rule.says for rule in ties_named(names)]
    if not said:
        return Phrase("Equal points share a place.")
    if names[-1] == "lot":
        return Phrase("Equal points are parted by: {rules}.", rules=Joined(said, between="; "))
    return Phrase(
        "Equal points are parted by: {rules}; what is equal still shares its place.",
        rules=Joined(said, between="; "),
    )
