"""Standings and sheets in words: what the terminal, the PDF and the web page all say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorecheck.archive.facts import EventFacts, Player, Score, SheetFacts
from scorecheck.archive.standings import Row, Standings
from scorecheck.archive.status import states_of, unprinted
from scorecheck.archive.ties import find_tie, ties_sentence
from scorecheck.game.card import Number
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Figure, Joined, Named, Phrase, Plural

MARK = "*"
"""Behind points that may still change."""

NONE = "–"

MOST_PARTED = 6
"""Of so many pairs with equal points it is said which rule parted them."""

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


def notes(table: Standings) -> Iterator[str]:
    """How it was counted, and what may still change it, in sentences."""
    event = table.facts.event
    if table.rows and not any(row.played for row in table.rows):
        yield Phrase("Nothing has been played yet, or no sheet of it is in: nobody has a place.")
    if event.best_games:
        yield Plural(
            "Of each player the best game counts.",
            "Of each player the best {n} games count.",
            event.best_games,
        )
    yield from team_notes(table)
    yield ties_sentence(event.ties)
    yield from parted(table)
    yield Phrase("The right totals count, not those that the players wrote.")
    yield from _wrong_sheets(table)
    if any(row.may_change for row in table.rows):
        yield Phrase("{mark} may still change: look at the sheets in doubt.", mark=MARK)
    missing = [
        str(one.number) for one in table.facts.sheets if not one.is_in and one.round in table.rounds
    ]
    if missing:
        yield Plural(
            "Sheet {numbers} is missing.",
            "{n} sheets are missing: {numbers}.",
            len(missing),
            numbers=_some(missing),
        )
    yield from unprinted_note(table.facts, table.rounds)
    yield from withdrawn_note(table.facts)


def withdrawn_note(facts: EventFacts) -> Iterator[str]:
    """Who plays no more."""
    gone = [player_name(one) for one in facts.players if one.withdrawn]
    if gone:
        yield Phrase(
            "Withdrawn: {names}. What they have played counts.", names=Joined(gone, between=", ")
        )


def unprinted_note(facts: EventFacts, rounds: Sequence[int] | None = None) -> Iterator[str]:
    """Which rounds have no sheets yet, of all or of some."""
    found = [str(one) for one in unprinted(facts) if rounds is None or one in rounds]
    if found:
        yield Plural(
            "No sheets of round {numbers} have been printed yet.",
            "No sheets of rounds {numbers} have been printed yet.",
            len(found),
            numbers=_some(found),
        )


def _wrong_sheets(table: Standings) -> Iterator[str]:
    """On which sheets something is wrong, and on which only if doubtful cells are as read."""
    sheets = [one for one in table.facts.sheets if one.round in table.rounds]
    wrong = [str(one.number) for one in sheets if any(card.is_wrong for card in one.cards)]
    if wrong:
        yield Plural(
            "Something is wrong on the paper of sheet {numbers}.",
            "Something is wrong on the paper of {n} sheets: {numbers}.",
            len(wrong),
            numbers=_some(wrong),
        )
    perhaps = [str(one.number) for one in sheets if any(card.may_be_wrong for card in one.cards)]
    if perhaps:
        yield Plural(
            "Something may be wrong on the paper of sheet {numbers}: that depends on cells in "
            "doubt.",
            "Something may be wrong on the paper of {n} sheets: {numbers}. That depends on cells "
            "in doubt.",
            len(perhaps),
            numbers=_some(perhaps),
        )


def _some(numbers: list[str]) -> str:
    """The first of many numbers."""
    return Joined(numbers[:20] + ["…"] * (len(numbers) > 20), between=", ")


def team_notes(table: Standings) -> Iterator[str]:
    """How many of each team count, where not all do."""
    event = table.facts.event
    if table.kind == "team" and event.best_players:
        yield Plural(
            "Of each team the best player counts.",
            "Of each team the best {n} players count.",
            event.best_players,
        )


def parted(table: Standings) -> Iterator[str]:
    """Which rule parted whom; of many pairs only the first."""
    pairs = zip(table.rows, table.rows[1:], strict=False)
    found = [(above, row) for above, row in pairs if row.parted]
    told = found if len(found) <= MOST_PARTED else found[: MOST_PARTED - 1]
    for above, row in told:
        yield Phrase(
            "{first} stands before {second} by: {rule}.",
            first=row_name(above),
            second=row_name(row),
            rule=find_tie(row.parted).says,
        )
    if len(found) > len(told):
        yield Plural(
            "{n} more pair with equal points is parted by the same rules.",
            "{n} more pairs with equal points are parted by the same rules.",
            len(found) - len(told),
        )


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
