"""The pages of a PDF, with a foot on each: what the page is about, and its number."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from scorecheck import __version__
from scorecheck.languages.catalogues import formal
from scorecheck.languages.phrase import Phrase, Say, say_in
from scorecheck.report import pdf_style as look
from scorecheck.sheet import fonts


class Subject(Flowable):  # type: ignore[misc]  # reportlab has no types
    """Takes no room; from here on the pages' feet say what they are about.

    Args:
        next_page: only from the next page on, as this one is still about what was before.
    """

    def __init__(self, said: str, *, next_page: bool = False) -> None:
        super().__init__()
        self._said = said
        self._next_page = next_page

    def wrap(self, *available: float) -> tuple[float, float]:
        return 0.0, 0.0

    def draw(self) -> None:
        self.canv.next_subject = self._said
        if not self._next_page:
            self.canv.subject = self._said


def set_pages(story: Sequence[Flowable], title: str, lang: str) -> bytes:
    """The story set on A4 pages, as the bytes of a PDF that bears no date of its own."""
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        invariant=1,
        title=title,
        author=f"scorecheck {__version__}",
        lang=formal(lang),
    )
    frame = Frame(
        look.MARGIN,
        16 * mm,
        look.TEXT_WIDTH,
        A4[1] - 30 * mm,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates([PageTemplate(id="page", frames=[frame])])
    document.build(list(story), canvasmaker=_numbered(say_in(lang)))
    return out.getvalue()


def _numbered(say: Say) -> type[Canvas]:
    """A canvas that writes `page n of m` at the end, when m is known."""

    class Numbered(Canvas):  # type: ignore[misc]  # reportlab has no types
        subject = ""
        next_subject = ""

        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)
            self._pages: list[dict[str, object]] = []

        def showPage(self) -> None:  # noqa: N802 - reportlab's name
            self._pages.append(dict(self.__dict__))
            self._startPage()
            self.subject = self.next_subject

        def save(self) -> None:
            for number, page in enumerate(self._pages, start=1):
                self.__dict__.update(page)
                self._foot(number, len(self._pages))
                super().showPage()
            super().save()

        def _foot(self, number: int, total: int) -> None:
            self.setFont(look.REGULAR, 7.5)
            self.setFillColor(look.QUIET)
            about = fonts.printable(f"scorecheck {__version__}  ·  {self.subject}".rstrip("· "))
            self.drawString(look.MARGIN, 9 * mm, about)
            pages = say(Phrase("page {number} of {total}", number=number, total=total))
            self.drawRightString(look.MARGIN + look.TEXT_WIDTH, 9 * mm, pages)

    return Numbered
