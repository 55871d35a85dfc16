"""The verdict on typed cards on the terminal: findings, hints, totals, the table, the witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from scorecheck.audit.cases import CaseVerdict
from scorecheck.audit.finding import Finding
from scorecheck.audit.standing import Seat
from scorecheck.audit.witness.turn import Conflict, Game, Witness
from scorecheck.audit.words import both, game, player, values_in_words
from scorecheck.errors import one_line
from scorecheck.game.template import Template
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Joined, Named, Phrase, Plural, Say, say_in
from scorecheck.report.fitting import print_list
from scorecheck.report.together import lead_words, seat_words
from scorecheck.report.words import column_name, number_of_findings, sentence, tag


def print_case(verdict: CaseVerdict, console: Console, lang: str = ENGLISH) -> None:
    """All that the audit says of one case, in one language."""
    say, findings = say_in(lang), verdict.findings
    name = verdict.case.id or Phrase("card")
    summary = number_of_findings(len(findings)) if findings else Phrase("clean")
    head = _line(f"{say(name)}: ", style="bold")
    console.print(head.append(say(summary), style="bold red" if findings else "green"))
    for finding in findings:
        console.print(_finding(finding, say), soft_wrap=True)
    for hint in verdict.hints:
        label = say(Phrase("hint"))
        told = Text().append(f"  {label} ", style="cyan")
        console.print(told.append(one_line(say(hint))), soft_wrap=True)
    for line in totals_lines(verdict.totals, verdict.case.template):
        console.print(_line(f"  {say(line)}", style="dim"), soft_wrap=True)
    if verdict.standings:
        heads, rows = _table(verdict)
        told_rows = [[one_line(say(part)) for part in row] for row in rows]
        print_list(console, [say(one) for one in heads], told_rows, left=(0, 2))
        console.print(_line(f"  {say(_outcome(verdict))}"), soft_wrap=True)
    if verdict.witness is not None:
        for line in witness_lines(verdict.witness):
            console.print(_line(f"  {say(line)}"), soft_wrap=True)


def totals_lines(totals: Mapping[str, object], template: Template) -> Iterator[str]:
    """The totals as they should be, named as in a card file; one line for each player, game or
    column."""
    plain = {name: value for name, value in totals.items() if isinstance(value, int | float | str)}
    if plain:
        yield Joined([Joined(one, between=" ") for one in plain.items()], between="  ")
    for name in ("players", "games", "columns"):
        for whose, part in _parts(name, totals.get(name), template):
            for line in totals_lines(part, template):
                yield Joined([whose, line], between=": ")


def _parts(
    name: str, several: object, template: Template
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The totals of each player, game or column, and whose they are."""
    if isinstance(several, Mapping):
        yield from ((Named(template.label, str(key)), part) for key, part in several.items())
    elif isinstance(several, list):
        for number, part in enumerate(several, start=1):
            if name == "columns":
                yield Named(template.label, template.columns[number - 1].id), part
            else:
                yield player(number) if name == "players" else game(number), part


def witness_lines(witness: Witness) -> Iterator[str]:
    """One legal game of each card turn by turn, and why others cannot be."""
    if not witness.games and not witness.conflicts:
        yield Phrase("no game is shown: only totals are known")
    if witness.began is not None:
        yield Phrase("turns go round the table when {player} began", player=player(witness.began))
    for one in witness.games:
        yield from _game(one)
    for conflict in witness.conflicts:
        yield from _conflict(conflict)


def _finding(finding: Finding, say: Say) -> Text:
    line = Text().append(f"  {finding.code:<4} ", style="bold red")
    line.append(one_line(say(sentence(finding.message))))
    return line.append(one_line(f"  ({say(tag(finding))})"), style="dim")


def _line(text: str, style: str = "") -> Text:
    """One line, whatever names stand in it."""
    return Text().append(one_line(text), style=style)


def _game(shown: Game) -> Iterator[str]:
    told = Plural("one legal game, {n} turn:", "one legal game, {n} turns:", len(shown.turns))
    yield _of(shown.of, told, ("card",))
    for number, turn in enumerate(shown.turns, start=1):
        yield Joined([f"  {number:>3}", turn.in_words(shown.rules)], between="  ")


def _conflict(conflict: Conflict) -> Iterator[str]:
    claims = [Joined([claim.name, claim.says], between=" ") for claim in conflict.claims]
    told = Plural(
        "no legal game ends so; cannot stand: {entries}",
        "no legal game ends so; cannot stand together: {entries}",
        len(claims),
        entries=both(claims),
    )
    yield _of(conflict.of, told, ("card", "game"))
    yield Joined(["  ", sentence(conflict.why)])


def _of(column: str, told: str, alone: Sequence[str]) -> str:
    """What is told of a column; without its name where there is but one."""
    return told if column in alone else Joined([column_name(column), told], between=": ")


def _table(verdict: CaseVerdict) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """The headings and the rows of the players."""
    rows = []
    for seat in verdict.standings:
        turns = values_in_words(seat.turns) if seat.turns else Phrase("none possible")
        state = seat_words(seat, final=verdict.case.status == "final")
        boxes = Phrase("{filled} of {boxes}", filled=seat.filled, boxes=seat.boxes)
        rows.append((_name(seat), boxes, state, turns, str(seat.points)))
    heads = (Phrase("boxes"), Phrase("card"), Phrase("turns"), Phrase("points"))
    return ("", *heads), rows


def _name(seat: Seat) -> str:
    return f"{seat.number} {seat.name}".strip()


def _outcome(verdict: CaseVerdict) -> str:
    """Who has the most points: the winner, a shared win, or who is ahead."""
    best = [seat for seat in verdict.standings if seat.leads]
    names = [seat.name or player(seat.number) for seat in best]
    return lead_words(names, best[0].points, final=verdict.case.status == "final")
