"""What remains in doubt, in the PDF report: row by row, each cell large beside what it may say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Joined
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_shown import CardShown, SheetShown
from scorecheck.report.pdf_parts import BAR, CUT, Page, beside, framed, people, readings, row_strip

_HALF = (look.TEXT_WIDTH - 7 * mm) / 2

Doubt = tuple[CardShown, CellShown]


@dataclass(frozen=True)
class _Room:
    """How large a cell is shown: its picture, a bar of 100 %, and what is read."""

    cut: tuple[float, float]
    bar: float
    label: float


_ALONE = _Room(CUT, BAR, 24 * mm)
_BESIDE_ANOTHER = _Room((26 * mm, 14 * mm), 4 * mm, 16.5 * mm)


def doubt_blocks(page: Page, shown: SheetShown) -> Iterator[list[Flowable]]:
    """A block for each row of the sheet that has cells in doubt."""
    return (_row(page, name, doubts) for name, doubts in shown.doubts)


def _row(page: Page, name: str, doubts: Sequence[Doubt]) -> list[Flowable]:
    head = page.text(name, look.STRONG, look.AMBER)
    strip = row_strip(page, [shown for _, shown in doubts])
    cells = _side_by_side(page, doubts) if len(doubts) > 1 else _doubt(page, _ALONE, *doubts[0])
    return framed([head, *strip, Spacer(0, 1.4 * mm), cells], look.AMBER)


def _side_by_side(page: Page, doubts: Sequence[Doubt]) -> Flowable:
    pairs = zip_longest(doubts[::2], doubts[1::2])
    cells = [[_doubt(page, _BESIDE_ANOTHER, *one) if one else "" for one in pair] for pair in pairs]
    table = Table(cells, colWidths=[_HALF, _HALF], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight(0.6 * mm)]))
    return table


def _doubt(page: Page, room: _Room, card: CardShown, shown: CellShown) -> Flowable:
    """One cell: cut out, with whose it is and what it may say."""
    name = words.sentence(card.name)
    if shown.field:
        name = Joined([name, shown.field], between=", ")
    right = [
        page.text(name, look.PART),
        readings(page, [shown.bare], look.AMBER, room.bar, room.label),
        *people(page, [shown]),
        *_why(page, shown),
    ]
    cut = look.image(page.view.cut([shown.cell]), *room.cut)
    return beside(cut, right, room.cut[0] + 2.5 * mm)


def _why(page: Page, shown: CellShown) -> list[Flowable]:
    """Why it is asked about at all, where one reading seems nearly certain."""
    why = words.asked_because(shown.cell)
    return [page.text(Joined([words.sentence(why), "."]), look.SMALL, look.QUIET)] if why else []
