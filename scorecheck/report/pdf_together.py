"""The cards of a sheet side by side, the table that they make, or several games of one player."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Joined
from scorecheck.report import pdf_style as look
from scorecheck.report import together, words
from scorecheck.report.dispute_shown import SheetShown
from scorecheck.report.pdf_findings import finding_block
from scorecheck.report.pdf_parts import Page
from scorecheck.report.result import CardVerdict, SheetResult, TableResult

COLOURS = {
    CardVerdict.CLEAN: look.GREEN,
    CardVerdict.FINDINGS: look.RED,
    CardVerdict.DOUBT: look.AMBER,
}


def card_lines(page: Page, shown: SheetShown) -> list[Flowable]:
    """The verdict of each card that anything is written on."""
    return [
        _line(
            page,
            Joined([words.sentence(one.name), words.status_words(one.card.status)], between=", "),
            one.summary,
            one.card.verdict,
        )
        for one in shown.cards
    ]


def table_blocks(page: Page, shown: SheetShown) -> Iterator[list[Flowable]]:
    """How the players stand, then what is wrong with the table; nothing without a table."""
    table = shown.sheet.table
    if table is None:
        return
    yield [_standings(page, shown.sheet, table), Spacer(0, 3.2 * mm)]
    for finding in shown.together:
        yield finding_block(page, finding)


def _line(page: Page, name: str, summary: str, verdict: CardVerdict) -> Flowable:
    """`Game 2, final: all right`, in the colour of the verdict."""
    said = look.strong(page.plain(summary), COLOURS[verdict])
    return look.marked(f"{page.plain(name)}: {said}", look.BODY)


def _standings(page: Page, sheet: SheetResult, table: TableResult) -> Flowable:
    heads = together.table_heads(sheet)
    rows = [[_cell(page, head, head, look.QUIET) for head in heads]]
    doubtful = together.doubtful_totals(sheet)
    for player in table.players:
        tints = dict.fromkeys(heads, look.INK)
        if not player.seat.blanks_legal:
            tints["card"] = look.AMBER if player.card_rests_on else look.RED
        tints["points"] = look.AMBER if player.rests_on or player.column in doubtful else look.INK
        texts = zip(together.table_row(sheet, table, player), heads, strict=True)
        rows.append([_cell(page, words.sentence(text), head, tints[head]) for text, head in texts])
    widths = {"": 30 * mm, "boxes": 24 * mm, "turns": 30 * mm, "points": 22 * mm}
    rest = look.TEXT_WIDTH - sum(widths[head] for head in heads if head != "card")
    shown = Table(rows, colWidths=[widths.get(head, rest) for head in heads])
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


def _cell(page: Page, text: str, head: str, colour: Color) -> Flowable:
    return page.text(text, look.CELL if head in ("", "card") else look.CELL_RIGHT, colour)
