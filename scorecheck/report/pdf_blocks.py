"""The blocks of the PDF report: one per finding, one per cell in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.audit.finding import Finding
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.crops import SheetView
from scorecheck.report.result import CardResult, CellResult, JudgedFinding

_CROP = (60 * mm, 21 * mm)
_ROW = (look.TEXT_WIDTH - 8 * mm, 17 * mm)


def finding_block(view: SheetView, card: CardResult, judged: JudgedFinding) -> list[Flowable]:
    """A finding: where, what, the place cut out large, its readings, the rule."""
    finding = judged.finding
    colour = look.AMBER if judged.rests_on else look.RED
    cells = [cell for cell in card.cells if words.is_at_cell(finding, cell)]
    head = f"{escape(finding.code)}&nbsp;&nbsp;{escape(_where(view, card, finding))}"
    parts: list[Flowable] = [
        look.marked(head, look.STRONG, colour),
        look.text(words.sentence(finding.message)),
    ]
    if judged.rests_on:
        doubt = f"This {words.rests_words(view.sheet, card, judged.rests_on)}."
        parts.append(look.text(doubt, look.BODY, look.AMBER))
    if cells:
        parts += [Spacer(0, 1.5 * mm), _evidence(view, cells, _said(finding), colour)]
        parts += _row_strip(view, cells)
    parts.append(rule_line(finding))
    return framed(parts, colour)


def blanks_block(
    view: SheetView, card: CardResult, blanks: Sequence[JudgedFinding]
) -> list[Flowable]:
    """Many blank boxes of one card in one block: there is nothing in them to show."""
    finding = blanks[0].finding
    where = words.column_name(card.column).capitalize()
    head = f"{escape(finding.code)}&nbsp;&nbsp;{escape(where)}: {escape(finding.name)}"
    said = words.blanks_sentence(view.sheet.template, blanks)
    parts = [look.marked(head, look.STRONG, look.RED), look.text(said), rule_line(finding)]
    return framed(parts, look.RED)


def doubt_block(view: SheetView, card: CardResult, cell: CellResult) -> list[Flowable]:
    """A cell in doubt: the cell cut out large beside what it may say."""
    place = words.cell_place(view.sheet.template, cell)
    head = f"?&nbsp;&nbsp;{escape(words.column_name(card.column).capitalize())}, {escape(place)}"
    parts: list[Flowable] = [
        look.marked(head, look.STRONG, look.AMBER),
        Spacer(0, 1 * mm),
        _evidence(view, [cell], [], look.AMBER),
        *_row_strip(view, [cell]),
    ]
    return framed(parts, look.AMBER)


def _where(view: SheetView, card: CardResult, finding: Finding) -> str:
    place = words.place(view.sheet.template, finding.at)
    return f"{words.column_name(card.column).capitalize()}, {place}: {finding.name}"


def _said(finding: Finding) -> list[tuple[str, str, Color]]:
    said = [("On the paper", words.written_words(finding.written), look.INK)]
    if finding.expected is not None:
        several = isinstance(finding.expected, tuple) and len(finding.expected) > 1
        name = "Possible" if several else "Right"
        said.append((name, words.written_words(finding.expected), look.GREEN))
    return said


def _evidence(
    view: SheetView,
    cells: Sequence[CellResult],
    said: Sequence[tuple[str, str, Color]],
    colour: Color,
) -> Flowable:
    """The cut-out on the left; on the right what is written, what is right, how it was read."""
    beside: list[Flowable] = []
    for name, words_said, tint in said:
        line = f'<font color="{look.hex_of(look.QUIET)}">{name}:</font> '
        beside.append(look.marked(line + _coloured(words_said, tint), look.BODY))
    read = [cell for cell in cells if cell.kind != "text" and (cell.text or cell.in_doubt)]
    if read:
        beside += [Spacer(0, 1 * mm), _readings(read, colour)]
    crop = look.image(view.cut(cells), *_CROP)
    table = Table([[crop, beside]], colWidths=[_CROP[0] + 4 * mm, None], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight()]))
    return table


def _coloured(words_said: str, colour: Color) -> str:
    return f'<font name="{look.BOLD}" color="{look.hex_of(colour)}">{escape(words_said)}</font>'


def _readings(cells: Sequence[CellResult], colour: Color) -> Flowable:
    """What the cells may say: from the picture alone, and weighed with the whole card."""
    heads = ("read", "picture alone", "with the whole card")
    rows: list[list[object]] = [[look.text(head, look.SMALL) for head in heads]]
    for cell in cells:
        alone = {c.text: c.p for c in words.ranked(cell.seen)}
        likely = {c.text: c.p for c in words.weighed(cell)}
        # A cell that nobody doubts takes one line: its rivals would only be noise.
        texts = [cell.text] if not cell.in_doubt else list(dict.fromkeys([*likely, *alone]))
        for text in texts:
            tint = colour if text == cell.text else look.QUIET
            said = f"{words.field_name(cell)} {words.text_words(text)}".strip()
            shares = (alone.get(text, 0.0), likely.get(text, 0.0))
            rows.append([look.text(said, look.CELL), *[_share(p, tint) for p in shares]])
    table = Table(rows, colWidths=[25 * mm, 40 * mm, 40 * mm], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *look.tight(0.3 * mm)]))
    return table


def _share(p: float, colour: Color) -> Flowable:
    """A bar with its percentage."""
    said = look.text(words.percent(p), look.CELL)
    table = Table([[look.bar(p, colour), said]], colWidths=[22 * mm, 18 * mm], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *look.tight()]))
    return table


def _row_strip(view: SheetView, cells: Sequence[CellResult]) -> list[Flowable]:
    """The whole row of the sheet, so that everyone sees where the cell is."""
    return [Spacer(0, 1.5 * mm), look.image(view.row(cells), *_ROW)]


def rule_line(finding: Finding) -> Flowable:
    """The rule behind a finding."""
    return look.text(words.rule_words(finding.code), look.SMALL)


def framed(parts: Sequence[Flowable], colour: Color) -> list[Flowable]:
    """Parts on a tinted ground with a bar of this colour along their left."""
    table = Table([[list(parts)]], colWidths=[look.TEXT_WIDTH])
    table.setStyle(
        TableStyle(
            [
                ("LINEBEFORE", (0, 0), (0, -1), 2.2, colour),
                ("BACKGROUND", (0, 0), (-1, -1), look.PAPER),
                ("LEFTPADDING", (0, 0), (-1, -1), 4 * mm),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3 * mm),
                ("TOPPADDING", (0, 0), (-1, -1), 2.4 * mm),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.8 * mm),
            ]
        )
    )
    return [table, Spacer(0, 3.2 * mm)]
