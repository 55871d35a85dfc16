"""The verdict on typed cards on the terminal: findings, hints, totals, the table, the witness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from scorecheck.audit.cases import CaseVerdict
from scorecheck.audit.finding import Finding
from scorecheck.audit.standing import Seat
from scorecheck.audit.witness.turn import Conflict, Game, Witness
from scorecheck.audit.words import both, values_in_words
from scorecheck.errors import one_line
from scorecheck.report.fitting import print_list
from scorecheck.report.together import lead_words, seat_words
from scorecheck.report.words import column_name, findings_words, sentence


def print_case(verdict: CaseVerdict, console: Console) -> None:
    """All that the audit says of one case."""
    findings = verdict.findings
    head = _line(f"{verdict.case.id or 'card'}: ", style="bold")
    summary = findings_words(len(findings)) if findings else "clean"
    console.print(head.append(summary, style="bold red" if findings else "green"))
    for finding in findings:
        console.print(_finding(finding), soft_wrap=True)
    for hint in verdict.hints:
        console.print(Text().append("  hint ", style="cyan").append(one_line(hint)), soft_wrap=True)
    for line in totals_lines(verdict.totals):
        console.print(_line(f"  {line}", style="dim"), soft_wrap=True)
    if verdict.standings:
        print_list(console, *_table(verdict), left=(0, 2))
        console.print(_line(f"  {_outcome(verdict)}"), soft_wrap=True)
    if verdict.witness is not None:
        for line in witness_lines(verdict.witness):
            console.print(_line(f"  {line}"), soft_wrap=True)


def totals_lines(totals: Mapping[str, object]) -> Iterator[str]:
    """The totals as they should be; one line for each player, game or column."""
    plain = {name: value for name, value in totals.items() if isinstance(value, int | float | str)}
    if plain:
        yield "  ".join(f"{name} {value}" for name, value in plain.items())
    for name in ("players", "games", "columns"):
        several = totals.get(name)
        if isinstance(several, Mapping):
            parts = list(several.items())
        else:
            parts = list(enumerate(several, start=1)) if isinstance(several, list) else []
        for key, part in parts:
            yield from (f"{name[:-1]} {key}: {line}" for line in totals_lines(part))


def witness_lines(witness: Witness) -> Iterator[str]:
    """One legal game of each card turn by turn, and why others cannot be."""
    if not witness.games and not witness.conflicts:
        yield "no game is shown: only totals are known"
    if witness.began is not None:
        yield f"turns go round the table when player {witness.began} began"
    for game in witness.games:
        yield from _game(game)
    for conflict in witness.conflicts:
        yield from _conflict(conflict)


def _finding(finding: Finding) -> Text:
    line = Text().append(f"  {finding.code:<4} ", style="bold red")
    line.append(one_line(sentence(finding.message)))
    return line.append(one_line(f"  ({finding.name} at {finding.at})"), style="dim")


def _line(text: str, style: str = "") -> Text:
    """One line, whatever names stand in it."""
    return Text().append(one_line(text), style=style)


def _game(game: Game) -> Iterator[str]:
    whose = "" if game.of == "card" else f"{column_name(game.of)}: "
    turns = f"{len(game.turns)} turn{'s' * (len(game.turns) != 1)}"
    yield f"{whose}one legal game, {turns}:"
    for number, turn in enumerate(game.turns, start=1):
        yield f"  {number:>3}  {turn.in_words(game.rules)}"


def _conflict(conflict: Conflict) -> Iterator[str]:
    whose = "" if conflict.of in ("card", "game") else f"{column_name(conflict.of)}: "
    claims = [f"{claim.name} {claim.says}" for claim in conflict.claims]
    verb = "cannot stand" if len(claims) == 1 else "cannot stand together"
    yield f"{whose}no legal game ends so; {verb}: {both(claims)}"
    yield f"  {sentence(conflict.why)}"


def _table(verdict: CaseVerdict) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """The headings and the rows of the players."""
    rows = []
    for seat in verdict.standings:
        turns = values_in_words(seat.turns) if seat.turns else "none possible"
        state = seat_words(seat, final=verdict.case.status == "final")
        boxes = f"{seat.filled} of {seat.boxes}"
        rows.append((_name(seat), boxes, state, turns, str(seat.points)))
    return ("", "boxes", "card", "turns", "points"), rows


def _name(seat: Seat) -> str:
    return one_line(f"{seat.number} {seat.name}".strip())


def _outcome(verdict: CaseVerdict) -> str:
    """Who has the most points: the winner, a shared win, or who is ahead."""
    best = [seat for seat in verdict.standings if seat.leads]
    names = [seat.name or f"player {seat.number}" for seat in best]
    return lead_words(names, best[0].points, final=verdict.case.status == "final")
