"""The blocks of the PDF report: one per finding, one per cell in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from scorecheck.audit.finding import Finding
from scorecheck.reading.types import Candidate
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.crops import Picture, SheetView
from scorecheck.report.result import CardResult, CellResult, JudgedFinding

_CROP = (58 * mm, 24 * mm)
_ROW = (look.TEXT_WIDTH - 8 * mm, 17 * mm)


def finding_block(view: SheetView, card: CardResult, judged: JudgedFinding) -> Flowable:
    """A finding: where, what, the place cut out large, its readings, the rule."""
    finding = judged.finding
    colour = look.AMBER if judged.rests_on else look.RED
    cells = [cell for cell in card.cells if words.is_at_cell(finding, cell)]
    head = f"{escape(finding.code)}&nbsp;&nbsp;{escape(_where(view, card, finding))}"
    parts: list[Flowable] = [look.marked(head, look.STRONG, colour), look.text(finding.message)]
    if judged.rests_on:
        names = words.rests_words(view.sheet, card, judged.rests_on)
        doubt = f"This rests on {names}, which is in doubt."
        parts.append(look.text(doubt, look.BODY, look.AMBER))
    if cells:
        parts += [Spacer(0, 1.5 * mm), _evidence(view, cells, _said(finding), colour)]
        parts += _row_strip(view, card, cells)
    parts.append(_rule(finding))
    return _framed(parts, colour)


def doubt_block(view: SheetView, card: CardResult, cell: CellResult) -> Flowable:
    """A cell in doubt: the cell cut out large beside what it may say."""
    place = words.cell_place(view.sheet.template, cell)
    head = f"?&nbsp;&nbsp;{escape(words.column_name(card.column).capitalize())}, {escape(place)}"
    parts: list[Flowable] = [
        look.marked(head, look.STRONG, look.AMBER),
        look.text(words.doubt_sentence(cell)),
        Spacer(0, 1.5 * mm),
        _evidence(view, [cell], [], look.AMBER),
        *_row_strip(view, card, [cell]),
    ]
    return _framed(parts, look.AMBER)


def _where(view: SheetView, card: CardResult, finding: Finding) -> str:
    place = words.place(view.sheet.template, finding.at)
    return f"{words.column_name(card.column).capitalize()}, {place}: {finding.name}"


def _said(finding: Finding) -> list[tuple[str, str, Color]]:
    said = [("On the paper", words.written_words(finding.written), look.INK)]
    if finding.expected is not None:
        said.append(("Right", words.written_words(finding.expected), look.GREEN))
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
    several = len(cells) > 1
    beside += [_readings(c, colour, several=several) for c in cells if c.kind != "text"]
    crop = look.image(view.cut(cells), *_CROP)
    table = Table([[crop, beside]], colWidths=[_CROP[0] + 4 * mm, None], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_tight()]))
    return table


def _coloured(words_said: str, colour: Color) -> str:
    return f'<font name="{look.BOLD}" color="{look.hex_of(colour)}">{escape(words_said)}</font>'


def _readings(cell: CellResult, colour: Color, *, several: bool) -> Flowable:
    """Candidates with bars: weighed with the whole card, and from the picture alone."""
    rows: list[list[object]] = []
    if several:
        rows.append([look.text(cell.field, look.SMALL), "", ""])
    shown = [Candidate(cell.text, cell.confidence)]
    shown += [c for c in cell.alternatives if c.text != cell.text and c.p >= 0.005][:2]
    for rank, candidate in enumerate(shown):
        tint = colour if rank == 0 else look.QUIET
        said = look.text(words.text_words(candidate.text), look.CELL)
        share = look.text(words.percent(candidate.p), look.CELL)
        rows.append([said, look.bar(candidate.p, tint), share])
    alone = f"{words.text_words(cell.alone.text)}, {words.percent(cell.alone.p)}"
    rows.append([look.text(f"from the picture alone: {alone}", look.SMALL), "", ""])
    table = Table(rows, colWidths=[22 * mm, 29 * mm, 24 * mm], hAlign="LEFT")
    last = len(rows) - 1
    span, middle = ("SPAN", (0, last), (-1, last)), ("VALIGN", (0, 0), (-1, -1), "MIDDLE")
    table.setStyle(TableStyle([span, middle, *_tight(0.4 * mm)]))
    return table


def _row_strip(view: SheetView, card: CardResult, cells: Sequence[CellResult]) -> list[Flowable]:
    """The whole row of the sheet, so that everyone sees where the cell is."""
    boxes = {cell.box for cell in cells}
    row = [cell for cell in card.cells if cell.box in boxes]
    strip: Picture = view.row(row, cells)
    return [Spacer(0, 1.5 * mm), look.image(strip, *_ROW)]


def _rule(finding: Finding) -> Flowable:
    return look.text(words.rule_words(finding.code), look.SMALL)


def _framed(parts: Sequence[Flowable], colour: Color) -> Flowable:
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
    return KeepTogether([table, Spacer(0, 3.2 * mm)])


def _tight(vertical: float = 0.0) -> list[tuple[object, ...]]:
    every = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *every, 0),
        ("RIGHTPADDING", *every, 0),
        ("TOPPADDING", *every, vertical),
        ("BOTTOMPADDING", *every, vertical),
    ]
