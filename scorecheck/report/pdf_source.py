"""The end of each sheet in the PDF report: where its numbers come from, how to get them again."""

from __future__ import annotations

from collections.abc import Iterable

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Phrase
from scorecheck.report import pdf_style as look
from scorecheck.report.again import typed
from scorecheck.report.dispute_shown import Dispute, SheetShown
from scorecheck.report.dispute_source import LEGEND, Row
from scorecheck.report.pdf_parts import Page
from scorecheck.sheet import fonts

_NAMES = 28 * mm


def source_block(page: Page, dispute: Dispute, shown: SheetShown) -> list[Flowable]:
    """File, hash, rules and versions; the command; how to read what is above."""
    return [
        facts(page, [*shown.source, *dispute.made_by]),
        page.text(Phrase("This command computes every number above again:"), look.PART),
        look.text(typed(dispute.command, _can_show), look.COMMAND),
        Spacer(0, 1.5 * mm),
        *[page.text(line, look.SMALL) for line in LEGEND],
        *_missing(page, shown),
    ]


def _missing(page: Page, shown: SheetShown) -> list[Flowable]:
    """What stands for letters of people's names and remarks that cannot be printed here."""
    cells = [one for card in shown.cards for one in (*card.decided, *card.doubts)]
    cells += [one for card in shown.cards for finding in card.findings for one in finding.cells]
    told = "".join(page.say(said.sentence) + said.remark for one in cells for said in one.people)
    if fonts.MISSING not in fonts.printable(told):
        return []
    note = Phrase("□ stands for a letter that this form cannot print; the HTML form has them all.")
    return [page.text(note, look.SMALL)]


def _can_show(word: str) -> bool:
    """Whether the letters of the report have all of this text."""
    return fonts.printable(word) == word


def facts(page: Page, rows: Iterable[Row]) -> Flowable:
    """What is told, and what is to be said of it, in two columns."""
    cells = [
        [page.text(name, look.SMALL), page.text(value, look.LONG, look.INK)] for name, value in rows
    ]
    table = Table(cells, colWidths=[_NAMES, look.TEXT_WIDTH - _NAMES], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight(0.3 * mm)]))
    return table
