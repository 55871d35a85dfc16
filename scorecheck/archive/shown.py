"""Standings and sheets in words: what the terminal, the PDF and the web page all say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorecheck.archive.facts import EventFacts, Player, Score, SheetFacts
from scorecheck.archive.standings import Row, Standings
from scorecheck.archive.status import states_of
from scorecheck.game.card import Number
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Figure, Joined, Named, Phrase, Plural

MARK = "*"
"""Behind points that may still change."""

NONE = "–"


PLAYER_TEAM = Phrase("team")
"""The heading over the players' teams."""


@dataclass(frozen=True)
class Line:
    """A line of the standings in words."""

    row: Row
    cells: tuple[str, ...]


def number_words(number: Number | None) -> str:
    """Points; a dash where there are none."""
    if number is None:
        return NONE
    return str(int(number)) if number == int(number) else Figure(float(number))


def player_name(player: Player) -> str:
    """A player's name, or the number once the name was forgotten."""
    return player.name or Phrase("player no. {number}", number=player.number)


def row_name(row: Row) -> str:
    """The name of a line of the standings."""
    return row.name or Phrase("player no. {number}", number=row.number)


def title(table: Standings) -> str:
    """What the standings are of, without the event's name."""
    kind = Phrase("Teams") if table.kind == "team" else Phrase("Players")
    if len(table.rounds) == table.facts.event.rounds:
        return kind
    rounds = Joined(table.rounds, between=", ")
    return Joined([kind, Phrase("round {number}", number=rounds)], between=", ")


def heads(table: Standings) -> list[str]:
    """The headings of the standings' columns; names come second, the total last."""
    teams = table.kind == "player" and any(row.team for row in table.rows)
    rounds = [Phrase("round {number}", number=round) for round in table.rounds]
    return [
        "",
        PLAYER_TEAM if table.kind == "team" else Phrase("player"),
        *([PLAYER_TEAM] if teams else []),
        *rounds,
        Phrase("tables won"),
        Phrase("total"),
    ]


def texts(table: Standings) -> int:
    """How many columns from the left hold words and not points."""
    return 3 if PLAYER_TEAM in heads(table)[2:] else 2


def lines(table: Standings) -> Iterator[Line]:
    """The standings in words, line by line; points that do not count stand in brackets."""
    teams = table.kind == "player" and any(row.team for row in table.rows)
    for row in table.rows:
        points = [
            _points(one, counts=counts, doubtful=doubtful)
            for one, counts, doubtful in zip(row.points, row.counted, row.doubtful, strict=True)
        ]
        total = Joined([number_words(row.total), MARK if row.may_change else ""])
        team = [row.team] if teams else []
        place = NONE if row.rank is None else str(row.rank)
        cells = (place, row_name(row), *team, *points, str(row.wins), total)
        yield Line(row, cells)


def _points(points: Number | None, *, counts: bool, doubtful: bool) -> str:
    told = Joined([number_words(points), MARK if doubtful else ""])
    return told if counts or points is None else Joined(["(", told, ")"])


def event_line(facts: EventFacts, template: Template) -> str:
    """The game, and how many play how many rounds."""
    event = facts.event
    return Joined(
        [
            Named(template.title),
            Plural("{n} player", "{n} players", len(facts.players)),
            Plural("{n} round", "{n} rounds", event.rounds),
        ],
        between=" · ",
    )


def place_words(sheet: SheetFacts) -> str:
    """`Round 1 · Table 3`, as it is printed on the sheet."""
    return Joined(
        [
            Phrase("Round {number}", number=sheet.round),
            Phrase("Table {number}", number=sheet.table),
        ],
        between=" · ",
    )


def states_words(sheet: SheetFacts) -> str:
    """What is to be said of a sheet; just `in` where there is nothing more."""
    states = states_of(sheet)
    more = [state for state in states if state.name != "in"]
    return Joined([state.says for state in more or states], between=", ")


def points_words(score: Score) -> str:
    """A game's points, with a mark where they may still change."""
    return Joined([number_words(score.points), MARK if score.in_doubt else ""])


def written_words(score: Score) -> str:
    """What the players wrote as the total, where that is something else; empty where not."""
    written = score.card.written
    if not score.counts or written is None or written == score.card.points:
        return ""
    return Phrase("written {number}", number=number_words(written))


def score_words(score: Score) -> str:
    """Both in one: `251* (written 200)`."""
    written = written_words(score)
    return Joined([points_words(score), " (", written, ")"]) if written else points_words(score)
