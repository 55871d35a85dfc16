"""The verdict on the terminal: each sheet as a table, then its findings and doubts in words.

Colours only repeat what signs already say: `62 → 63` written and right, `!` a finding, `?` a
cell in doubt, `(63)` a sum that nobody wrote; below, `=` is what a person decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from scorecheck.errors import one_line
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Figure, Joined, Named, Phrase, Say, say_in
from scorecheck.report import words
from scorecheck.report.fitting import print_parts
from scorecheck.report.result import (
    BatchResult,
    CardResult,
    CardStatus,
    CardVerdict,
    FileResult,
    JudgedFinding,
    SheetResult,
)
from scorecheck.report.table import Column, Entry, card_rows, shown_columns
from scorecheck.report.together import THIS
from scorecheck.report.together_text import STYLES, print_together
from scorecheck.report.witness_text import print_witnesses


def print_batch(
    batch: BatchResult, console: Console, lang: str = ENGLISH, *, witness: bool = False
) -> None:
    """All files, then what concerns several of them, in one language.

    Why a file could not be read is for standard error to say; among several files it is named here,
    so that none is missing from the list.

    Args:
        witness: also tell a legal game of each card, or why there is none.
    """
    say = say_in(lang)
    several = len(batch.files) > 1
    for number, file in enumerate(batch.files):
        if number:
            console.print()
        if file.error is not None and several:
            missing = Joined([one_line(file.path), Phrase("not read")], between=": ")
            console.print(Text(say(missing), style="bold red"), soft_wrap=True)
        _print_file(file, console, say)
        if witness:
            print_witnesses(file, console, say)
    for note in batch.notes:
        head = Text("\n").append(say(Phrase("Note")), style="yellow")
        console.print(head.append(f": {say(note.message)}"), soft_wrap=True)


def _print_file(file: FileResult, console: Console, say: Say) -> None:
    for number, sheet in enumerate(file.sheets):
        if number:
            console.print()
        _print_sheet(file, sheet, console, say)
    for note in file.notes:
        console.print(Text(f"  {say(note)}"), soft_wrap=True)


def _print_sheet(file: FileResult, sheet: SheetResult, console: Console, say: Say) -> None:
    console.print(f"[bold]{escape(one_line(file.path))}[/]{escape(say(sheet_facts(file, sheet)))}")
    if sheet.filled:
        print_parts(console, shown_columns(sheet), lambda part: _table(sheet, part, say))
    elif not any(card.doubtful for card in sheet.cards):
        console.print(Text("  ").append(say(Phrase("nothing is written on it"))))
    for card in sheet.cards:
        _print_card(sheet, card, console, say)
    print_together(sheet, console, say)
    for note in sheet.notes:
        console.print(Text(f"  {say(note)}"), soft_wrap=True)


def sheet_facts(file: FileResult, sheet: SheetResult) -> str:
    """What is known about the sheet, as the end of a heading line."""
    facts: list[str] = [Named(sheet.template.title)]
    if sheet.sheet_number is not None:
        facts.append(Phrase("sheet {number}", number=sheet.sheet_number))
    if len(file.sheets) > 1 or sheet.page > 1:
        facts.append(Phrase("page {number}", number=sheet.page))
    if sheet.scale is not None and abs(sheet.scale - 1) > 0.005:
        facts.append(Phrase("printed at {scale} %", scale=Figure(100 * sheet.scale)))
    return Joined(["", *facts], between=" · ")


def _table(sheet: SheetResult, columns: Sequence[Column], say: Say) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    table.add_column("", overflow="fold")
    for column in columns:
        table.add_column(say(column.heading), justify="right", no_wrap=True)
    for row in card_rows(sheet, columns):
        name = Text(say(row.name), style="bold" if row.is_sum else "")
        table.add_row(name, *[_entry(entry) for entry in row.entries])
    return table


def _entry(entry: Entry) -> Text:
    if entry.unwritten is not None:
        return Text(f"({entry.unwritten})", style="dim")
    style = "yellow" if entry.in_doubt else "bold red" if entry.found else ""
    # One sign after every entry, if only a space, keeps the digits of a column in line.
    sign = "?" if entry.in_doubt else "!" if entry.found else " "
    right = f"→ {entry.right} " if entry.right is not None else ""
    return Text(entry.text + sign + right, style=style)


def _print_card(sheet: SheetResult, card: CardResult, console: Console, say: Say) -> None:
    if card.status is CardStatus.BLANK and card.verdict is CardVerdict.CLEAN:
        return
    head = Joined([words.column_name(card.column), words.status_words(card.status)], between=", ")
    summary = say(words.card_summary(card))
    console.print(Text(f"\n{say(head)}: ").append(summary, style=STYLES[card.verdict]))
    single, blanks = words.grouped(card)
    for judged in single:
        _print_finding(sheet, card, judged, console, say)
    if blanks:
        told = Text().append(f"  {blanks[0].finding.code:<4} ", style="bold red")
        told.append(say(words.blanks_sentence(sheet.template, blanks)))
        console.print(told.append("  (incomplete)", style="dim"), soft_wrap=True)
    for cell in card.doubtful:
        told_of = Joined(
            [words.cell_place(sheet.template, cell), words.doubt_sentence(cell)], between=": "
        )
        console.print(Text(f"  ?    {say(told_of)}", style="yellow"), soft_wrap=True)
    for cell in card.cells:
        if cell.decided and not cell.in_doubt:
            said = words.decided_sentence(cell, cell.decided)
            line = Joined([words.cell_place(sheet.template, cell), said], between=": ")
            console.print(Text(f"  =    {say(line)}"), soft_wrap=True)


def _print_finding(
    sheet: SheetResult, card: CardResult, judged: JudgedFinding, console: Console, say: Say
) -> None:
    finding = judged.finding
    text = Text().append(f"  {finding.code:<4} ", style="bold red")
    text.append(say(words.sentence(finding.message)))
    text.append(f"  ({say(words.tag(finding))})", style="dim")
    console.print(text, soft_wrap=True)
    if judged.rests_on:
        rests = Joined([THIS, words.rests_words(sheet, card, judged.rests_on)], between=" ")
        console.print(Text(f"       {say(rests)}", style="yellow"), soft_wrap=True)
