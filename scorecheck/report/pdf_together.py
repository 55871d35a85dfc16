"""The players of a sheet together, or several games of one, in the PDF report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.report import pdf_style as look
from scorecheck.report import together, words
from scorecheck.report.pdf_blocks import framed, rule_line
from scorecheck.report.result import (
    CardStatus,
    CardVerdict,
    JudgedFinding,
    SheetResult,
    TableResult,
)

COLOURS = {
    CardVerdict.CLEAN: look.GREEN,
    CardVerdict.FINDINGS: look.RED,
    CardVerdict.DOUBT: look.AMBER,
}
_WIDTHS = {"": 30 * mm, "boxes": 24 * mm, "turns": 26 * mm, "points": 20 * mm}


def verdict_line(
    name: str, status: CardStatus | None, summary: str, verdict: CardVerdict
) -> Flowable:
    """`Game 2, final: all right`, in the colour of the verdict."""
    said = f", {status.value}" if status else ""
    quiet = f'<font color="{look.hex_of(look.QUIET)}">{said}</font>'
    strong = f'<font name="{look.BOLD}" color="{look.hex_of(COLOURS[verdict])}">'
    return look.marked(f"{escape(name)}{quiet}: {strong}{escape(summary)}</font>", look.BODY)


def together_lines(sheet: SheetResult) -> list[Flowable]:
    """The outcome, to stand below the verdicts of the cards."""
    table, match = sheet.table, sheet.match
    if table is not None:
        said = together.table_summary(table)
        return [verdict_line("The table", table.status, said, table.verdict)]
    if match is None or match.total is None:
        return []
    verdict = together.match_verdict(match)
    name = words.sentence(together.match_name(match))
    return [
        verdict_line(name, None, together.match_summary(match), verdict),
        *_doubt(sheet, match.rests_on),
    ]


def table_blocks(sheet: SheetResult) -> Iterator[list[Flowable]]:
    """How the players stand, then what is wrong with the table; nothing without a table."""
    table = sheet.table
    if table is None:
        return
    notes = _doubt(sheet, table.lead_rests_on, together.lead_name(table))
    written = together.as_written(table)
    if written:
        notes.append(look.text(f"{words.sentence(written)}.", look.BODY, look.AMBER))
    yield [_standings(sheet, table), *notes, Spacer(0, 3.2 * mm)]
    for judged in table.findings:
        yield _finding(sheet, judged)


def _standings(sheet: SheetResult, table: TableResult) -> Flowable:
    heads = together.table_heads(sheet)
    rows = [[_cell(head, head, look.QUIET) for head in heads]]
    for player in table.players:
        texts = together.table_row(sheet, table, player)
        tints = dict.fromkeys(heads, look.INK)
        tints["card"] = look.INK if player.seat.blanks_legal else look.RED
        tints["points"] = look.AMBER if player.rests_on else look.INK
        rows.append(
            [
                _cell(words.sentence(text), head, tints[head])
                for text, head in zip(texts, heads, strict=True)
            ]
        )
    rest = look.TEXT_WIDTH - sum(_WIDTHS[head] for head in heads if head != "card")
    shown = Table(rows, colWidths=[_WIDTHS.get(head, rest) for head in heads])
    beside = heads.index("card")
    shown.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.3, look.LINE),
                *look.tight(0.75 * mm),
                ("LEFTPADDING", (beside, 0), (beside, -1), 6 * mm),
            ]
        )
    )
    return shown


def _cell(text: str, head: str, colour: Color) -> Flowable:
    return look.text(text, look.CELL if head in ("", "card") else look.CELL_RIGHT, colour)


def _finding(sheet: SheetResult, judged: JudgedFinding) -> list[Flowable]:
    finding = judged.finding
    colour = look.AMBER if judged.rests_on else look.RED
    head = f"{escape(finding.code)}&nbsp;&nbsp;The table: {escape(finding.name)}"
    parts = [
        look.marked(head, look.STRONG, colour),
        look.text(words.sentence(finding.message)),
        *_doubt(sheet, judged.rests_on),
        rule_line(finding),
    ]
    return framed(parts, colour)


def _doubt(sheet: SheetResult, cells: Sequence[str], what: str = "this") -> list[Flowable]:
    said = words.sentence(together.rests_sentence(sheet, cells, what))
    return [look.text(f"{said}.", look.BODY, look.AMBER)] if said else []
