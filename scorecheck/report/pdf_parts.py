"""What the pages of the PDF report share: where they look things up, frames, and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import Color
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Phrase, translate
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.crops import SheetView
from scorecheck.report.dispute_cells import CellShown, Share

CUT = (46 * mm, 20 * mm)
"""The room for a place that is shown alone."""
BAR = 20 * mm
"""The length of 100 % beside it."""

_INSIDE = look.TEXT_WIDTH - 7 * mm
_ROW_HEIGHT = 18 * mm
_PERCENT = 16 * mm


@dataclass(frozen=True)
class Page:
    """What is being reported on: one sheet in its photo, in one language."""

    view: SheetView
    lang: str

    def say(self, text: object) -> str:
        """What a text says in the report's language."""
        return translate(text, self.lang)

    def text(
        self, phrase: str, style: ParagraphStyle = look.BODY, colour: Color | None = None
    ) -> Flowable:
        """A paragraph of a phrase."""
        return look.text(self.say(phrase), style, colour)

    def plain(self, phrase: str) -> str:
        """A phrase as markup."""
        return look.plain(self.say(phrase))


def part(heading: str, blocks: Iterable[list[Flowable]]) -> Iterable[Flowable]:
    """Blocks that are never broken; the heading stays with the first."""
    head: list[Flowable] = [look.text(heading, look.HEADING)]
    for block in blocks:
        yield KeepTogether([*head, *block])
        head = []


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


def beside(left: Flowable, right: Sequence[Flowable], width: float) -> Table:
    """One thing on the left, as wide as told, and others on its right."""
    table = Table([[left, list(right)]], colWidths=[width, None], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight()]))
    return table


def row_strip(page: Page, cells: Sequence[CellShown]) -> list[Flowable]:
    """The whole row of the sheet with the cells outlined, so that everyone sees where they are."""
    strip = page.view.row([one.cell for one in cells])
    return [Spacer(0, 1.2 * mm), look.image(strip, _INSIDE, _ROW_HEIGHT)]


def readings(
    page: Page, cells: Sequence[CellShown], colour: Color, bar: float, label: float = 24 * mm
) -> Flowable:
    """What the machine made of cells: from the picture alone, and weighed with the whole card.

    Args:
        bar: the length of a bar that means 100 %.
        label: the room for what is read.
    """
    heads = ("", Phrase("picture alone"), Phrase("with the card"))
    rows = [[page.text(head, look.CELL, look.QUIET) for head in heads]]
    for shown in cells:
        for share in shown.shares:
            rows.append(_reading(page, shown, share, colour, bar))
    table = Table(rows, colWidths=[label, *[bar + _PERCENT] * 2], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *look.tight(0.25 * mm)]))
    return table


def people(page: Page, cells: Sequence[CellShown]) -> list[Flowable]:
    """Who decided what, and when; the person's own remark below."""
    told: list[Flowable] = []
    for shown in cells:
        for said in shown.people:
            told.append(page.text(said.sentence, look.BODY, look.BLUE))
            if said.remark:
                remark = Phrase("“{remark}”", remark=said.remark)
                told.append(page.text(remark, look.SMALL, look.INK))
    return told


def _reading(
    page: Page, shown: CellShown, share: Share, colour: Color, bar: float
) -> list[Flowable]:
    tint = colour if share.chosen else look.QUIET
    name = f"{look.quiet(page.plain(shown.field))} " if shown.field else ""
    text = page.plain(share.text)
    label = look.marked(name + (look.strong(text) if share.chosen else text), look.CELL)
    return [label, *[_share(page, p, tint, bar) for p in (share.alone, share.weighed)]]


def _share(page: Page, p: float, colour: Color, bar: float) -> Flowable:
    """A bar with its percentage."""
    said = page.text(words.percent(p), look.CELL)
    table = Table(
        [[look.bar(p, colour, bar), said]], colWidths=[bar + 1.2 * mm, _PERCENT - 1.2 * mm]
    )
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *look.tight()]))
    return table
