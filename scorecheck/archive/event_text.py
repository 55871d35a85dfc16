"""Standings, one player's games, and the state of an event's sheets on the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from scorecheck.archive import shown, standings_notes
from scorecheck.archive.cell_words import cell_words, player_words
from scorecheck.archive.code import event_code
from scorecheck.archive.corrections import Correction
from scorecheck.archive.facts import EventFacts, Player, SheetFacts
from scorecheck.archive.moment_words import as_it_stood
from scorecheck.archive.seated_names import by_column
from scorecheck.archive.standings import Standings, winners
from scorecheck.archive.status import STATES, counts, states_of
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase, Plural, Say
from scorecheck.report.fitting import print_list
from scorecheck.report.words import text_words

_STYLES = {
    "missing": "yellow",
    "conflict": "bold red",
    "doubt": "yellow",
    "unfinished": "yellow",
    "findings": "red",
    "findings-in-doubt": "yellow",
}


def print_head(
    facts: EventFacts, template: Template, console: Console, say: Say, at: str | None = None
) -> None:
    """The event's name, its game, and its code.

    Args:
        at: the time at which it stood so, in UTC; None for now.
    """
    head = Text(facts.event.name, style="bold")
    head.append(f"  {say(shown.event_line(facts, template))}", style="dim")
    console.print(head, soft_wrap=True)
    if at is not None:
        console.print(Text(say(as_it_stood(at)), style="yellow"), soft_wrap=True)
    code = Text(say(Phrase("event code"))).append(" ")
    console.print(code.append(event_code(facts), style="bold"), soft_wrap=True)


def print_standings(table: Standings, console: Console, say: Say) -> None:
    """The standings, and below them how they were counted."""
    console.print()
    lines = list(shown.lines(table))
    print_list(
        console,
        [say(head) for head in shown.heads(table)],
        [[say(cell) for cell in line.cells] for line in lines],
        left=range(1, shown.texts(table)),
        names=2,
        indent=0,
        bold=[number for number, line in enumerate(lines) if line.row.rank == 1],
    )
    console.print()
    for note in standings_notes.notes(table):
        console.print(Text(say(note), style="dim"), soft_wrap=True)


def print_player(facts: EventFacts, player: Player, console: Console, say: Say) -> None:
    """All games of one player, with round, table, sheet, points and what is to be said."""
    console.print()
    name = Joined([shown.player_name(player), player.team], between=", ")
    console.print(Text(say(name if player.team else shown.player_name(player)), style="bold"))
    heads = (Phrase("round"), Phrase("table"), Phrase("sheet"), Phrase("points"))
    rows = []
    scores = {one.sheet.number: one for one in facts.scores() if one.card.player == player.id}
    won = winners(facts.scores())
    for sheet in facts.sheets:
        if player.id not in sheet.columns:
            continue
        score = scores.get(sheet.number)
        points = shown.score_words(score) if score else shown.NONE
        said = [shown.states_words(sheet)]
        if (sheet.round, player.id) in won:
            said.insert(0, Phrase("won"))
        row = [str(sheet.round), str(sheet.table), str(sheet.number), say(points)]
        rows.append([*row, say(Joined(said, between=", "))])
    print_list(console, [*map(say, heads), ""], rows, left=[4], names=0, indent=0)


def print_status(facts: EventFacts, console: Console, say: Say) -> None:
    """How many sheets are in which state, and a line for each that somebody should look at."""
    console.print()
    told = counts(facts)
    drawn = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    drawn.add_column(justify="right")
    drawn.add_column()
    drawn.add_column(overflow="fold")
    for state in STATES:
        numbers = told[state.name]
        style = _STYLES.get(state.name, "") if numbers else "dim"
        listed = "" if state.name == "in" else ranges(numbers)
        drawn.add_row(str(len(numbers)), Text(say(state.says), style=style), listed)
    console.print(drawn)
    for note in standings_notes.unprinted_note(facts):
        console.print()
        console.print(Text(say(note), style=_STYLES["missing"]), soft_wrap=True)
    for note in standings_notes.withdrawn_note(facts):
        console.print()
        console.print(Text(say(note), style="dim"), soft_wrap=True)
    lines = list(_to_look_at(facts))
    if lines:
        console.print()
    for sheet in lines:
        console.print(Text(say(_line(facts, sheet))), soft_wrap=True)


def print_strays(number: int, console: Console, say: Say) -> None:
    """How many sheets wait for somebody to say where they were played."""
    if number:
        note = Plural(
            "{n} sheet of this game belongs to no event: `scorecheck archive assign` puts it to "
            "its place.",
            "{n} sheets of this game belong to no event: `scorecheck archive assign` puts them to "
            "their places.",
            number,
        )
        console.print()
        console.print(Text(say(note), style=_STYLES["missing"]), soft_wrap=True)


def print_corrections(
    facts: EventFacts,
    changed: Mapping[int, Sequence[Correction]],
    template: Template,
    console: Console,
    say: Say,
) -> None:
    """What each corrected sheet changed: its cells and totals, and what they were before."""
    sheets = {sheet.number: sheet for sheet in facts.sheets}
    called = {player.id: shown.player_name(player) for player in facts.players}
    for number, some in changed.items():
        names = by_column(sheets[number].columns, called)
        for one in some:
            console.print()
            head = Phrase(
                "sheet {number} was corrected: version {version}",
                number=number,
                version=one.version,
            )
            console.print(Text(say(head)), soft_wrap=True)
            for line in _changes(one, names, template):
                console.print(Text(say(Joined(["  ", line]))), soft_wrap=True)


def _changes(one: Correction, names: Mapping[str, str], template: Template) -> Iterator[str]:
    for cell, old, new in one.cells:
        yield Phrase(
            "{cell}: {new}, before that {old}",
            cell=cell_words(template, cell, names),
            new=text_words(new),
            old=text_words(old),
        )
    for column, was, now in one.totals:
        yield Phrase(
            "total of {player}: {new}, before that {old}",
            player=player_words(column, names),
            new=shown.number_words(now),
            old=shown.number_words(was),
        )
    if one.decisions:
        yield Plural(
            "{n} decision on the earlier photo does not count for the corrected paper",
            "{n} decisions on the earlier photo do not count for the corrected paper",
            one.decisions,
        )


def ranges(numbers: list[int]) -> str:
    """`[1, 2, 3, 7]` as `1–3, 7`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(f"{p[0]}–{p[-1]}" if len(p) > 1 else str(p[0]) for p in parts)


def _to_look_at(facts: EventFacts) -> Iterator[SheetFacts]:
    for sheet in facts.sheets:
        names = {state.name for state in states_of(sheet)}
        if names & set(_STYLES):
            yield sheet


def _line(facts: EventFacts, sheet: SheetFacts) -> str:
    players = [shown.player_name(facts.player(one)) for one in sheet.columns if one]
    number = Phrase("sheet {number}", number=sheet.number)
    where = Joined([number, shown.place_words(sheet), Joined(players, between=", ")], between=" · ")
    return Joined([where, shown.states_words(sheet)], between=": ")
