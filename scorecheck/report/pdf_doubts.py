"""What remains in doubt, in the PDF report: row by row, each cell large beside what it may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Joined
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_shown import CardShown, SheetShown
from scorecheck.report.pdf_parts import Page, beside, framed, people, readings, row_strip

_CUT = (26 * mm, 14 * mm)
_BAR, _LABEL = 4 * mm, 16.5 * mm
_HALF = (look.TEXT_WIDTH - 7 * mm) / 2

Doubt = tuple[CardShown, CellShown]


def doubt_blocks(page: Page, shown: SheetShown) -> Iterator[list[Flowable]]:
    """A block for each row of the sheet that has cells in doubt."""
    return (_row(page, name, doubts) for name, doubts in shown.doubts)


def _row(page: Page, name: str, doubts: Sequence[Doubt]) -> list[Flowable]:
    several = list(zip_longest(doubts[::2], doubts[1::2]))
    cells = [[_doubt(page, *one) if one else "" for one in pair] for pair in several]
    table = Table(cells, colWidths=[_HALF, _HALF], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight(0.6 * mm)]))
    head = page.text(name, look.STRONG, look.AMBER)
    strip = row_strip(page, [shown for _, shown in doubts])
    return framed([head, *strip, Spacer(0, 1.4 * mm), table], look.AMBER)


def _doubt(page: Page, card: CardShown, shown: CellShown) -> Flowable:
    """One cell: cut out, with whose it is and what it may say."""
    name = words.sentence(card.name)
    if shown.field:
        name = Joined([name, shown.field], between=", ")
    right = [
        page.text(name, look.PART),
        readings(page, [shown.bare], look.AMBER, _BAR, _LABEL),
        *people(page, [shown]),
    ]
    return beside(look.image(page.view.cut([shown.cell]), *_CUT), right, _CUT[0] + 2.5 * mm)
