"""The PDF report: per sheet the photo, the card, every finding and every doubt with its cut-out.

The same results and photos give the same bytes: the report bears no date of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Spacer,
)

from scorecheck import __version__
from scorecheck.report import pdf_style as look
from scorecheck.report import words
from scorecheck.report.crops import PhotoLoader, SheetView
from scorecheck.report.pdf_blocks import blanks_block, doubt_block, finding_block
from scorecheck.report.pdf_sheet import opening
from scorecheck.report.pdf_together import table_blocks
from scorecheck.report.picture import pages_with_sheets
from scorecheck.report.result import BatchResult, CardResult, CellResult, FileResult


def report_pdf(batch: BatchResult, load: PhotoLoader) -> bytes:
    """The whole report as the bytes of a PDF.

    Args:
        load: gives the upright colour picture of a page; called once per page that has sheets.
    """
    look.register_fonts()
    story = list(_story(batch, load))
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=A4,
        invariant=1,
        title="Score check",
        author=f"scorecheck {__version__}",
        lang="en",
    )
    frame = Frame(
        look.MARGIN,
        16 * mm,
        look.TEXT_WIDTH,
        A4[1] - 16 * mm - 14 * mm,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates([PageTemplate(id="page", frames=[frame])])
    document.build(story, canvasmaker=_NumberedCanvas)
    return out.getvalue()


def _story(batch: BatchResult, load: PhotoLoader) -> Iterator[Flowable]:
    started = False
    for file, page, sheets in pages_with_sheets(batch):
        photo = load(page)
        for sheet in sheets:
            if started:
                yield PageBreak()
            started = True
            yield from _sheet(file, SheetView(photo, sheet))
    yield from _end_matter(batch, started)


def _sheet(file: FileResult, view: SheetView) -> Iterator[Flowable]:
    yield from opening(file, view)
    cards = view.sheet.cards
    blocks = (block for card in cards for block in _findings(view, card))
    doubts = [(card, cell) for card in cards for cell in card.doubtful if not _shown(card, cell)]
    yield from _part("The table", table_blocks(view.sheet))
    yield from _part("Findings", blocks)
    yield from _part("Cells in doubt: please look", (doubt_block(view, *one) for one in doubts))


def _findings(view: SheetView, card: CardResult) -> Iterator[list[Flowable]]:
    single, blanks = words.grouped(card)
    yield from (finding_block(view, card, judged) for judged in single)
    if blanks:
        yield blanks_block(view, card, blanks)


def _part(heading: str, blocks: Iterable[list[Flowable]]) -> Iterator[Flowable]:
    """Blocks that are never broken; the heading stays with the first."""
    head: list[Flowable] = [look.text(heading, look.HEADING)]
    for block in blocks:
        yield KeepTogether([*head, *block])
        head = []


def _shown(card: CardResult, cell: CellResult) -> bool:
    """Whether the cell has been shown in the block of a finding."""
    return any(words.is_at_cell(judged.finding, cell) for judged in card.findings)


def _end_matter(batch: BatchResult, started: bool) -> Iterator[Flowable]:
    """What could not be read, and what concerns several files."""
    failed = [file for file in batch.files if file.error is not None]
    if (failed or batch.notes) and started:
        yield Spacer(0, 6 * mm)
    if failed:
        yield look.text("Not read", look.HEADING)
    for file in failed:
        assert file.error is not None
        yield look.text(file.path, look.STRONG)
        yield look.text(f"{file.error.message}. {file.error.help}")
    if batch.notes:
        yield look.text("Notes", look.HEADING)
    for note in batch.notes:
        yield look.text(note.message)
    if not (started or failed or batch.notes):
        yield look.text("No sheet was found.", look.BODY)


class _NumberedCanvas(Canvas):  # type: ignore[misc]  # reportlab has no types
    """Writes `page n of m` at the end, when m is known."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802 - reportlab's name
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            self._foot(number, len(self._pages))
            super().showPage()
        super().save()

    def _foot(self, number: int, total: int) -> None:
        self.setFont(look.REGULAR, 7.5)
        self.setFillColor(look.QUIET)
        self.drawString(look.MARGIN, 9 * mm, f"scorecheck {__version__}")
        self.drawRightString(look.MARGIN + look.TEXT_WIDTH, 9 * mm, f"page {number} of {total}")
