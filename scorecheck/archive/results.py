"""What a page of results shows, put together once for the web page and for the PDF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorecheck.archive import shown, standings_notes
from scorecheck.archive.chart import Chart
from scorecheck.archive.charts import places_chart, points_chart
from scorecheck.archive.code import event_code
from scorecheck.archive.facts import EventFacts, Score, SheetFacts
from scorecheck.archive.standings import Standings, standings, winners
from scorecheck.archive.status import states_of
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase, Say, Sentence


@dataclass(frozen=True)
class Seat:
    """A player at a table, and the game's points."""

    name: str
    points: str
    won: bool


@dataclass(frozen=True)
class TableShown:
    """A table of one round: its sheets, who played there, and what is to be said of the sheets."""

    title: str
    seats: tuple[Seat, ...]
    remark: str


@dataclass(frozen=True)
class RoundShown:
    """A round and its tables."""

    title: str
    tables: tuple[TableShown, ...]


@dataclass(frozen=True)
class Results:
    """Everything on a page of results, in phrases; `code` is the event code; each of
    `tables` has the notes that stand below it, what is said once is said below the first."""

    facts: EventFacts
    about: str
    code: str
    tables: tuple[tuple[Standings, tuple[str, ...]], ...]
    charts: tuple[tuple[str, Chart], ...]
    rounds: tuple[RoundShown, ...]


CODE_SAYS = Phrase(
    "The event code. Whoever has the same code has the same sheets with the same entries; it is "
    "the same in whatever order they were added."
)


def gather_results(facts: EventFacts, template: Template, say: Say) -> Results:
    """The results of an event as it stands.

    Args:
        say: says texts in the page's language; the charts are set in it.
    """
    players = standings(facts)
    teams = standings(facts, "team")
    drawn = [
        (Phrase("Points"), points_chart(players, say)),
        (Phrase("Round by round"), places_chart(players, say)),
        (Phrase("Teams"), points_chart(teams, say) if teams.rows else None),
    ]
    return Results(
        facts=facts,
        about=shown.event_line(facts, template),
        code=event_code(facts),
        tables=tuple(_tables(players, teams)),
        charts=tuple((name, chart) for name, chart in drawn if chart is not None),
        rounds=tuple(_rounds(facts)),
    )


def _tables(players: Standings, teams: Standings) -> Iterator[tuple[Standings, tuple[str, ...]]]:
    yield players, tuple(standings_notes.notes(players))
    if teams.rows:
        yield teams, (*standings_notes.team_notes(teams), *standings_notes.parted(teams))


def _rounds(facts: EventFacts) -> Iterator[RoundShown]:
    won = winners(facts.scores())
    scores = {(one.sheet.number, one.card.player): one for one in facts.scores()}
    for round in sorted({sheet.round for sheet in facts.sheets}):
        tables: dict[int, list[SheetFacts]] = {}
        for sheet in facts.sheets:
            if sheet.round == round:
                tables.setdefault(sheet.table, []).append(sheet)
        told = tuple(_table(facts, sheets, scores, won) for _, sheets in sorted(tables.items()))
        yield RoundShown(Phrase("Round {number}", number=round), told)


def _table(
    facts: EventFacts,
    sheets: list[SheetFacts],
    scores: dict[tuple[int, str | None], Score],
    won: set[tuple[int, str]],
) -> TableShown:
    seats: list[Seat] = []
    remarks: list[str] = []
    for sheet in sheets:
        remarks.append(_sheet_remark(sheet))
        for player in filter(None, sheet.columns):
            score = scores.get((sheet.number, player))
            name = shown.player_name(facts.player(player))
            points = shown.points_words(score) if score else shown.NONE
            seats.append(Seat(name, points, (sheet.round, player) in won))
            if score and (written := shown.written_words(score)):
                remarks.append(Joined([name, written], between=": "))
    title = Phrase("Table {number}", number=sheets[0].table)
    return TableShown(title, tuple(seats), Sentence(Joined(remarks, between="; ")))


def _sheet_remark(sheet: SheetFacts) -> str:
    """The sheet's number, and what is to be said of it beyond that it is in."""
    number = Phrase("sheet {number}", number=sheet.number)
    if [state.name for state in states_of(sheet)] == ["in"]:
        return number
    return Joined([number, shown.states_words(sheet)], between=": ")
