"""The opening of each sheet in the PDF report: verdict, facts, the photo, the card as read."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck import __version__
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.crops import SheetView, shrink
from scorecheck.report.pdf_together import together_lines, verdict_line
from scorecheck.report.picture import draw_sheet
from scorecheck.report.result import (
    CardResult,
    FileResult,
    SheetResult,
)
from scorecheck.report.table import Entry, card_rows, filled_cards, table_columns

_PHOTO = (84 * mm, 128 * mm)
_PHOTO_PX = 1500


def opening(file: FileResult, view: SheetView) -> list[Flowable]:
    """Title, verdict, facts, then the photo beside the card."""
    sheet = view.sheet
    photo = look.image(shrink(draw_sheet(view.photo, sheet), _PHOTO_PX), *_PHOTO)
    beside = Table([[photo, _card_table(sheet)]], colWidths=[_PHOTO[0] + 5 * mm, None])
    beside.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight()]))
    return [
        look.text(_title(sheet), look.TITLE),
        *[_verdict_line(card) for card in filled_cards(sheet)],
        *together_lines(sheet),
        Spacer(0, 2 * mm),
        _facts(file, sheet),
        Spacer(0, 3 * mm),
        beside,
    ]


def _title(sheet: SheetResult) -> str:
    number = f", sheet {sheet.sheet_number}" if sheet.sheet_number is not None else ""
    return sheet.template.title("en") + number


def _verdict_line(card: CardResult) -> Flowable:
    name = words.column_name(card.column).capitalize()
    return verdict_line(name, card.status, words.card_summary(card), card.verdict)


def _facts(file: FileResult, sheet: SheetResult) -> Flowable:
    options = ", ".join(f"{k} = {v}" for k, v in sheet.options.items()) or "as usual"
    scale = "" if sheet.scale is None else f", printed at {100 * sheet.scale:.1f} %"
    pages = f", page {sheet.page}" if len(file.pages) > 1 else ""
    rows = [
        ("File", f"{file.path.name}{pages}"),
        ("SHA-256", file.sha256 or "not known"),
        ("Sheet", f"{sheet.paper.upper()}{scale}, language {sheet.lang or 'not known'}"),
        ("Options", options),
        ("Made by", f"scorecheck {__version__}, rules {sheet.variant} {sheet.template.version}"),
        *[("Note", note) for note in sheet.notes],
    ]
    cells = [
        [look.text(name, look.SMALL), look.text(value, look.SMALL, look.INK)]
        for name, value in rows
    ]
    table = Table(cells, colWidths=[18 * mm, None])
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight(0.3 * mm)]))
    return table


def _card_table(sheet: SheetResult) -> Flowable:
    """All boxes and sums as read, one column per game or player; what is right where it differs."""
    cards = filled_cards(sheet) or list(sheet.cards[:1])
    columns = table_columns(sheet, cards)
    heads = [f"<b>{_heading(column.heading, len(columns))}</b>" for column in columns]
    rows = [[look.text("", look.CELL), *[look.marked(head, look.CELL_RIGHT) for head in heads]]]
    sums = []
    for row in card_rows(sheet, columns):
        if row.is_sum:
            sums.append(len(rows))
        name = escape(row.name)
        label = look.marked(f"<b>{name}</b>" if row.is_sum else name, look.CELL)
        rows.append([label, *[_entry(entry) for entry in row.entries]])
    return _ruled(rows, sums, len(columns))


def _heading(heading: str, columns: int) -> str:
    """A column's heading; `game 4` as `4` where there are many."""
    first, *rest = heading.split("\n")
    lines = [first.capitalize() if columns <= 3 else first.rpartition(" ")[2], *rest]
    return "<br/>".join(escape(line) for line in lines)


def _entry(entry: Entry) -> Flowable:
    if entry.unwritten is not None:
        return look.text(f"({entry.unwritten})", look.CELL_RIGHT, look.QUIET)
    markup = escape(entry.text) + "?" * entry.in_doubt
    if entry.right is not None:
        markup += f" → <b>{entry.right}</b>"
    colour = look.AMBER if entry.in_doubt else look.RED if entry.found else look.INK
    return look.marked(markup, look.CELL_RIGHT, colour)


def _ruled(rows: list[list[Flowable]], sums: Sequence[int], columns: int) -> Flowable:
    width = look.TEXT_WIDTH - _PHOTO[0] - 5 * mm
    label = 34 * mm if columns <= 2 else 27 * mm
    table = Table(rows, colWidths=[label] + [(width - label) / columns] * columns, repeatRows=1)
    lines: list[tuple[object, ...]] = [("LINEBELOW", (0, 0), (-1, -1), 0.3, look.LINE)]
    lines += [("BACKGROUND", (0, row), (-1, row), look.PAPER) for row in sums]
    middle = ("VALIGN", (0, 0), (-1, -1), "MIDDLE")
    table.setStyle(TableStyle([*lines, middle, *look.tight(0.75 * mm)]))
    return table
