"""The verdict on the terminal: each sheet as a table, then its findings and doubts in words.

Colours only repeat what signs already say: `62 -> 63` written and right, `!` a finding, `?` a
cell in doubt.
"""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from scorecheck.report import words
from scorecheck.report.result import (
    BatchResult,
    CardResult,
    CardStatus,
    CardVerdict,
    CellResult,
    FileResult,
    JudgedFinding,
    SheetResult,
)

_STYLES = {
    CardVerdict.CLEAN: "green",
    CardVerdict.FINDINGS: "bold red",
    CardVerdict.DOUBT: "yellow",
}


def print_batch(batch: BatchResult, console: Console) -> None:
    """All files, then what concerns several of them."""
    for number, file in enumerate(batch.files):
        if number:
            console.print()
        _print_file(file, console)
    for note in batch.notes:
        console.print(f"\n[yellow]Note[/]: {escape(note.message)}")


def _print_file(file: FileResult, console: Console) -> None:
    name = escape(str(file.path))
    if file.error is not None:
        console.print(f"[bold]{name}[/]: [bold red]not read[/]: {escape(file.error.message)}")
        if file.error.help:
            console.print(f"  {escape(file.error.help)}")
    for number, sheet in enumerate(file.sheets):
        if number:
            console.print()
        _print_sheet(file, sheet, console)
    for note in file.notes:
        console.print(f"  {escape(note)}")


def _print_sheet(file: FileResult, sheet: SheetResult, console: Console) -> None:
    console.print(f"[bold]{escape(str(file.path))}[/]{escape(sheet_facts(file, sheet))}")
    shown = [card for card in sheet.cards if card.status is not CardStatus.BLANK]
    if shown:
        console.print(_table(sheet, shown))
    for card in sheet.cards:
        _print_card(sheet, card, console)
    for note in sheet.notes:
        console.print(f"  {escape(note)}")


def sheet_facts(file: FileResult, sheet: SheetResult) -> str:
    """What is known about the sheet, as the end of a heading line."""
    facts = [words.box_name(sheet.template, sheet.variant)]
    if sheet.sheet_number is not None:
        facts.append(f"sheet {sheet.sheet_number}")
    if len(file.sheets) > 1 or sheet.page > 1:
        facts.append(f"page {sheet.page}")
    if sheet.scale is not None and abs(sheet.scale - 1) > 0.005:
        facts.append(f"printed at {100 * sheet.scale:.1f} %")
    return "".join(f" · {fact}" for fact in facts)


def _table(sheet: SheetResult, cards: list[CardResult]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_edge=False, header_style="dim")
    table.add_column("")
    for card in cards:
        table.add_column(words.column_name(card.column), justify="right", no_wrap=True)
    for box, is_sum in _rows(cards):
        name = Text(words.box_name(sheet.template, box), style="bold" if is_sum else "")
        table.add_row(name, *[_entry(card, box, is_sum) for card in cards])
    return table


def _rows(cards: list[CardResult]) -> list[tuple[str, bool]]:
    """The boxes and sums of the sheet in print order, with whether each is a sum."""
    order = {
        cell.box: cell.field == "sum"
        for card in cards
        for cell in card.cells
        if cell.kind != "text"
    }
    return list(order.items())


def _entry(card: CardResult, box: str, is_sum: bool) -> Text:
    cells = [cell for cell in card.cells if cell.box == box]
    if not cells:
        return Text("")
    if is_sum:
        return _sum(card, cells[0])
    if cells[0].field == "chips":
        return _chips(cells)
    text = Text()
    for cell in cells:
        text.append(_joint(cell)).append_text(_cell(card, cell))
    return text


def _joint(cell: CellResult) -> str:
    """What stands between the fields of a box: `16 x2 = 32`."""
    if not cell.text:
        return ""
    return {"power": " ×", "total": " = "}.get(cell.field, "")


def _cell(card: CardResult, cell: CellResult) -> Text:
    found = any(words.is_at_cell(judged.finding, cell) for judged in card.findings)
    style = "yellow" if cell.in_doubt else "red" if found else ""
    return Text(cell.text + ("!" if found else "") + ("?" if cell.in_doubt else ""), style=style)


def _chips(cells: list[CellResult]) -> Text:
    written = [cell for cell in cells if cell.text]
    in_doubt = any(cell.in_doubt for cell in cells)
    if len(written) == 1 and written[0].text.isdigit():
        return Text(written[0].text + "?" * in_doubt)
    return Text(str(len(written) or "") + "?" * in_doubt, style="yellow" if in_doubt else "")


def _sum(card: CardResult, cell: CellResult) -> Text:
    written, correct = card.totals.get(cell.box, (None, None))
    if correct is None or written == correct:
        return _cell(card, cell)
    if written is None and not cell.text:
        return Text(f"({correct})", style="dim")
    mark = "?" if cell.in_doubt else ""
    return Text(f"{cell.text}{mark} → {correct}", style="yellow" if cell.in_doubt else "bold red")


def _print_card(sheet: SheetResult, card: CardResult, console: Console) -> None:
    if card.status is CardStatus.BLANK and card.verdict is CardVerdict.CLEAN:
        return
    head = f"{words.column_name(card.column)}, {card.status.value}: "
    console.print(Text("\n" + head).append(words.card_summary(card), style=_STYLES[card.verdict]))
    for judged in card.findings:
        _print_finding(sheet, card, judged, console)
    for cell in card.doubtful:
        line = f"  ?    {words.cell_place(sheet.template, cell)}: {words.doubt_sentence(cell)}"
        console.print(Text(line, style="yellow"), soft_wrap=True)


def _print_finding(
    sheet: SheetResult, card: CardResult, judged: JudgedFinding, console: Console
) -> None:
    finding = judged.finding
    where = words.place(sheet.template, finding.at)
    text = Text(f"  {finding.code:<4} ", style="bold red")
    text.append(f"{where}: ", style="bold").append(finding.message)
    if finding.carried:
        text.append(" (follows from an earlier wrong number)", style="dim")
    console.print(text, soft_wrap=True)
    if judged.rests_on:
        cells = words.rests_words(sheet, card, judged.rests_on)
        line = f"       only if {cells} was read right: that is in doubt"
        console.print(Text(line, style="yellow"), soft_wrap=True)
