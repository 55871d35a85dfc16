"""The end of the PDF report: where its numbers come from, and how to get them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Spacer, Table, TableStyle

from scorecheck.languages.phrase import Phrase, Say
from scorecheck.report import pdf_style as look
from scorecheck.report.again import typed
from scorecheck.report.dispute_shown import Dispute
from scorecheck.report.dispute_source import LEGEND, Row
from scorecheck.sheet import fonts

_NAMES = 28 * mm


def source_blocks(dispute: Dispute, say: Say) -> Iterator[list[Flowable]]:
    """What each sheet was judged by; program, model and command; how to read what is above."""
    for shown in dispute.sheets:
        name = [look.text(say(shown.title), look.PART)] if len(dispute.sheets) > 1 else []
        yield [*name, facts([*shown.ties, *shown.basis], say)]
    yield [
        Spacer(0, 1.5 * mm),
        facts(dispute.made_by, say),
        Spacer(0, 1.5 * mm),
        look.text(say(Phrase("This command computes every number above again:")), look.PART),
        look.text(typed(dispute.command, _can_show), look.COMMAND),
        Spacer(0, 1.5 * mm),
        *[look.text(say(line), look.SMALL) for line in LEGEND],
        *_missing(dispute, say),
    ]


def _missing(dispute: Dispute, say: Say) -> list[Flowable]:
    """What stands for letters of names and remarks that cannot be printed here."""
    if not any(fonts.MISSING in fonts.printable(text) for text in dispute.from_outside):
        return []
    note = Phrase("□ stands for a letter that this form cannot print; the HTML form has them all.")
    return [look.text(say(note), look.SMALL)]


def _can_show(word: str) -> bool:
    """Whether the letters of the report have all of this text."""
    return fonts.printable(word) == word


def facts(rows: Iterable[Row], say: Say) -> Flowable:
    """What is told, and what is to be said of it, in two columns."""
    cells = [
        [look.text(say(name), look.SMALL), look.text(say(value), look.LONG, look.INK)]
        for name, value in rows
    ]
    table = Table(cells, colWidths=[_NAMES, look.TEXT_WIDTH - _NAMES], hAlign="LEFT")
    table.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *look.tight(0.3 * mm)]))
    return table
