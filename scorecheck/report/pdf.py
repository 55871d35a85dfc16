"""The dispute report as a PDF, for someone who was not there.

For each sheet: the verdict in one sentence, the photo and the card as read; then card by card what
is wrong, shown by picture, arithmetic and rule; the table; what remains in doubt. Then, once, where
all comes from. The same facts and photos give the same bytes: the report bears no date of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import (
    Flowable,
    PageBreak,
)

from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Joined, Phrase, Say, say_in
from scorecheck.report import pdf_style as look
from scorecheck.report import together, words
from scorecheck.report.crops import PhotoLoader, Picture, SheetView
from scorecheck.report.dispute_shown import Dispute, SheetShown
from scorecheck.report.dispute_source import reason_of
from scorecheck.report.pdf_canvas import Subject, set_pages
from scorecheck.report.pdf_cards import card_blocks
from scorecheck.report.pdf_doubts import doubt_blocks
from scorecheck.report.pdf_parts import Page, part
from scorecheck.report.pdf_sheet import opening
from scorecheck.report.pdf_source import source_blocks
from scorecheck.report.pdf_together import table_blocks
from scorecheck.report.photos import each_photo

TITLE = Phrase("Score check")


def report_pdf(dispute: Dispute, load: PhotoLoader, lang: str = ENGLISH) -> bytes:
    """The whole report as the bytes of a PDF, in one language.

    Args:
        load: gives the upright colour picture of a page; called once per page that has sheets.
    """
    look.register_fonts()
    say = say_in(lang)
    story = list(_story(dispute, load, lang))
    return set_pages(story, say(TITLE), lang)


def _story(dispute: Dispute, load: PhotoLoader, lang: str) -> Iterator[Flowable]:
    def drawn(shown: SheetShown, photo: Picture) -> list[Flowable]:
        return list(_sheet(shown, Page(SheetView(photo, shown.sheet), lang)))

    for number, sheet in enumerate(each_photo(dispute, load, drawn)):
        if number:
            yield PageBreak()
        yield from sheet
    yield Subject("", next_page=True)
    yield from _end_matter(dispute, say_in(lang))


def _sheet(shown: SheetShown, page: Page) -> Iterator[Flowable]:
    yield Subject(page.say(shown.subject))
    yield from opening(page, shown)
    for card in shown.cards:
        heading = Joined([words.sentence(card.name), card.summary], between=": ")
        yield from part(page.say(heading), card_blocks(page, card))
    yield from part(page.say(words.sentence(together.TABLE)), table_blocks(page, shown))
    yield from part(page.say(Phrase("What remains in doubt")), doubt_blocks(page, shown))


def _end_matter(dispute: Dispute, say: Say) -> Iterator[Flowable]:
    """What could not be read, what is to be said of files, and where all comes from."""
    if dispute.unread:
        yield look.text(say(Phrase("Not read")), look.HEADING)
    for file in dispute.unread:
        why, advice = reason_of(file)
        yield look.text(say(Joined([why, "."])), look.STRONG)
        yield look.text(say(Joined([advice, "."])))
    if dispute.notes:
        yield look.text(say(Phrase("Notes")), look.HEADING)
    for note in dispute.notes:
        yield look.text(say(note))
    if not (dispute.sheets or dispute.unread or dispute.notes):
        yield look.text(say(Phrase("No sheet was found.")), look.BODY)
    yield from part(say(Phrase("Where this comes from")), source_blocks(dispute, say))
