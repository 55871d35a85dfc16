"""The players of a sheet together, or several games of one, on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from scorecheck.languages.phrase import Joined, Say
from scorecheck.report import together, words
from scorecheck.report.fitting import print_list
from scorecheck.report.result import CardVerdict, MatchResult, SheetResult, TableResult

STYLES = {
    CardVerdict.CLEAN: "green",
    CardVerdict.FINDINGS: "bold red",
    CardVerdict.DOUBT: "yellow",
}


def print_together(sheet: SheetResult, console: Console, say: Say) -> None:
    """What the cards of a sheet come to; nothing where they have nothing to do with each other."""
    if sheet.table is not None:
        _print_table(sheet, sheet.table, console, say)
    if sheet.match is not None and sheet.match.total is not None:
        _print_match(sheet, sheet.match, console, say)


def _print_table(sheet: SheetResult, table: TableResult, console: Console, say: Say) -> None:
    head = Joined([together.TABLE, words.status_words(table.status)], between=", ")
    summary = say(together.table_summary(table))
    console.print(Text(f"\n{say(head)}: ").append(summary, style=STYLES[table.verdict]))
    lead = together.rests_sentence(sheet, table.lead_rests_on, together.lead_name(table))
    _print_doubt(say(lead), console, indent=2)
    written = together.as_written(table, together.doubtful_totals(sheet))
    if written:
        console.print(Text(f"  {say(written)}", style="yellow"), soft_wrap=True)
    heads = together.table_heads(sheet)
    rows = [together.table_row(sheet, table, player) for player in table.players]
    left = [number for number, head in enumerate(heads) if head in ("", "card")]
    print_list(console, [say(head) for head in heads], [[*map(say, row)] for row in rows], left)
    for player in table.players:
        _print_doubt(say(together.card_rests(sheet, player)), console, indent=2)
    for judged in table.findings:
        finding = judged.finding
        told = Text().append(f"  {finding.code:<4} ", style="bold red")
        told.append(say(words.sentence(finding.message)))
        told.append(f"  ({say(words.tag(finding))})", style="dim")
        console.print(told, soft_wrap=True)
        _print_doubt(say(together.rests_sentence(sheet, judged.rests_on)), console, indent=7)


def _print_match(sheet: SheetResult, match: MatchResult, console: Console, say: Say) -> None:
    doubtful = together.doubtful_totals(sheet)
    style = STYLES[together.match_verdict(match, doubtful)]
    line = Text(f"\n{say(together.match_name(match))}: ")
    console.print(
        line.append(say(together.match_summary(match, doubtful)), style=style), soft_wrap=True
    )
    _print_doubt(say(together.rests_sentence(sheet, match.rests_on)), console, indent=2)


def _print_doubt(said: str, console: Console, *, indent: int) -> None:
    if said:
        console.print(Text(" " * indent + said, style="yellow"), soft_wrap=True)
