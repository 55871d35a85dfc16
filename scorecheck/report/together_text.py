"""The players of a sheet together, or several games of one, on the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from scorecheck.report import together, words
from scorecheck.report.result import CardVerdict, MatchResult, SheetResult, TableResult

STYLES = {
    CardVerdict.CLEAN: "green",
    CardVerdict.FINDINGS: "bold red",
    CardVerdict.DOUBT: "yellow",
}


def print_together(sheet: SheetResult, console: Console) -> None:
    """What the cards of a sheet come to; nothing where they have nothing to do with each other."""
    if sheet.table is not None:
        _print_table(sheet, sheet.table, console)
    if sheet.match is not None and sheet.match.total is not None:
        _print_match(sheet, sheet.match, console)


def _print_table(sheet: SheetResult, table: TableResult, console: Console) -> None:
    head = Text(f"\nthe table, {table.status.value}: ")
    console.print(head.append(together.table_summary(table), style=STYLES[table.verdict]))
    lead = together.rests_sentence(sheet, table.lead_rests_on, together.lead_name(table))
    _print_doubt(lead, console, indent=2)
    written = together.as_written(table)
    if written:
        console.print(Text(f"  {written}", style="yellow"), soft_wrap=True)
    console.print(_standings(sheet, table), soft_wrap=True)
    for judged in table.findings:
        finding = judged.finding
        told = Text().append(f"  {finding.code:<4} ", style="bold red")
        told.append(words.sentence(finding.message))
        told.append(f"  ({finding.name} at {finding.at})", style="dim")
        console.print(told, soft_wrap=True)
        _print_doubt(together.rests_sentence(sheet, judged.rests_on), console, indent=7)


def _standings(sheet: SheetResult, table: TableResult) -> Table:
    shown = Table(box=None, padding=(0, 2, 0, 2), show_edge=False, header_style="dim")
    for head in together.table_heads(sheet):
        left = head in ("", "card")
        shown.add_column(head, justify="left" if left else "right", no_wrap=True)
    for player in table.players:
        shown.add_row(*map(Text, together.table_row(sheet, table, player)))
    return shown


def _print_match(sheet: SheetResult, match: MatchResult, console: Console) -> None:
    style = STYLES[together.match_verdict(match)]
    line = Text(f"\n{together.match_name(match)}: ")
    console.print(line.append(together.match_summary(match), style=style), soft_wrap=True)
    _print_doubt(together.rests_sentence(sheet, match.rests_on), console, indent=2)


def _print_doubt(said: str, console: Console, *, indent: int) -> None:
    if said:
        console.print(Text(" " * indent + said, style="yellow"), soft_wrap=True)
