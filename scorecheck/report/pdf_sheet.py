"""The opening of each sheet in the PDF report: the verdict, the photo, the card as read."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.report import pdf_style as look
from scorecheck.report.crops import shrink
from scorecheck.report.dispute_shown import SheetShown
from scorecheck.report.dispute_verdict import verdict_of
from scorecheck.report.pdf_parts import Page, framed
from scorecheck.report.pdf_source import facts
from scorecheck.report.pdf_together import COLOURS, card_lines
from scorecheck.report.picture import KEY, draw_sheet
from scorecheck.report.table import Entry, card_rows, shown_columns
from scorecheck.sheet import fonts

_FEW = 4  # columns, in which two numbers fit beside each other
_PHOTO = (84 * mm, 128 * mm)
_PHOTO_PX = 1500


def opening(page: Page, shown: SheetShown) -> list[Flowable]:
    """Title, verdict, then the photo beside the card."""
    sheet = shown.sheet
    drawn = draw_sheet(page.view.photo, sheet, page.lang)
    photo = [look.image(shrink(drawn, _PHOTO_PX), *_PHOTO), look.marked(_key(page), look.TINY)]
    beside = Table([[photo, _card_table(page)]], colWidths=[_PHOTO[0] + 5 * mm, None])
    beside.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight()]))
    verdict = [
        page.text(shown.verdict, look.VERDICT),
        Spacer(0, 1.5 * mm),
        *card_lines(page, shown),
        *[page.text(Joined([note, "."]), look.BODY, look.AMBER) for note in shown.notes],
        *[page.text(remark) for remark in shown.remarks],
    ]
    return [
        page.text(Phrase("Score check"), look.SMALL),
        page.text(shown.title, look.TITLE),
        Spacer(0, 2.5 * mm),
        *framed(verdict, COLOURS[verdict_of(sheet)]),
        facts([*shown.played, *shown.ties], page.say),
        Spacer(0, 4 * mm),
        beside,
    ]


def _key(page: Page) -> str:
    """What the colours in the photo mean."""
    return "&nbsp;&nbsp; ".join(
        f'<font color="#{red:02x}{green:02x}{blue:02x}">{page.plain(text)}</font>'
        for text, (red, green, blue) in KEY
    )


def _card_table(page: Page) -> Flowable:
    """All boxes and sums as read, one column per game or player; what is right where it differs."""
    sheet = page.view.sheet
    columns = shown_columns(sheet)
    heads = _headings([page.say(column.heading) for column in columns])
    rows = [[look.text("", look.CELL), *[look.marked(head, look.CELL_RIGHT) for head in heads]]]
    sums = []
    for row in card_rows(sheet, columns):
        if row.is_sum:
            sums.append(len(rows))
        name = page.plain(row.name)
        label = look.marked(f"<b>{name}</b>" if row.is_sum else name, look.CELL)
        rows.append([label, *[_entry(entry, len(columns)) for entry in row.entries]])
    return _ruled(rows, sums, len(columns))


def _headings(texts: Sequence[str]) -> list[str]:
    """The columns' headings as markup, small enough for their columns; `game 4` as `4` where
    there are many."""
    headings = []
    for text in texts:
        first, *rest = text.split("\n")
        short = first[:1].upper() + first[1:] if len(texts) <= 3 else first.rpartition(" ")[2]
        headings.append([short, *rest])
    size = look.CELL.fontSize
    wide = max(fonts.width_mm(line, look.BOLD, size) for lines in headings for line in lines)
    size *= min(1, (_widths(len(texts))[-1] / mm - 0.6) / wide)
    return [
        f'<font name="{look.BOLD}" size="{size:.1f}">{"<br/>".join(map(look.plain, lines))}</font>'
        for lines in headings
    ]


def _entry(entry: Entry, columns: int) -> Flowable:
    if entry.unwritten is not None:
        return look.text(f"({entry.unwritten})", look.CELL_RIGHT, look.QUIET)
    markup = look.plain(entry.text) + "?" * entry.in_doubt
    if entry.right is not None:
        arrow = " → " if columns <= _FEW else "<br/>→&nbsp;"
        markup += f"{arrow}<b>{entry.right}</b>"
    colour = look.AMBER if entry.in_doubt else look.RED if entry.found else look.INK
    return look.marked(markup, look.CELL_RIGHT, colour)


def _widths(columns: int) -> list[float]:
    width = look.TEXT_WIDTH - _PHOTO[0] - 5 * mm
    label = 34 * mm if columns <= 2 else 27 * mm
    return [label] + [(width - label) / columns] * columns


def _ruled(rows: list[list[Flowable]], sums: Sequence[int], columns: int) -> Flowable:
    table = Table(rows, colWidths=_widths(columns), repeatRows=1)
    lines: list[tuple[object, ...]] = [("LINEBELOW", (0, 0), (-1, -1), 0.3, look.LINE)]
    lines += [("BACKGROUND", (0, row), (-1, row), look.PAPER) for row in sums]
    middle = ("VALIGN", (0, 0), (-1, -1), "MIDDLE")
    close = 0.75 if len(rows) < 24 else 0.45
    table.setStyle(TableStyle([*lines, middle, *look.tight(close * mm)]))
    return table
