"""The results of an event as a PDF to hang on the wall; the same facts give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    KeepTogether,
    Spacer,
    Table,
    TableStyle,
)

from scorecheck.archive import shown
from scorecheck.archive.chart_pdf import drawing
from scorecheck.archive.facts import EventFacts
from scorecheck.archive.results import (
    CODE_SAYS,
    Results,
    RoundShown,
    TableShown,
    gather_results,
)
from scorecheck.archive.standings import Standings
from scorecheck.game.template import Template
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Phrase, Say, say_in
from scorecheck.report import pdf_style as look
from scorecheck.report.pdf_canvas import Subject, set_pages
from scorecheck.sheet.fonts import printable

_DEEP = HexColor("#17505e")
_MEDALS = {1: HexColor("#b07d1a"), 2: HexColor("#6f7a83"), 3: HexColor("#97542c")}
_NAME = ParagraphStyle("event", fontName=look.BOLD, fontSize=24, leading=28, textColor=_DEEP)
_CODE = ParagraphStyle(
    "code", fontName=look.BOLD, fontSize=16, leading=20, textColor=look.INK, alignment=TA_RIGHT
)
_OVER_CODE = ParagraphStyle(
    "over-code", parent=look.SMALL, alignment=TA_RIGHT, textColor=look.QUIET
)
_CARDS_A_ROW = 3
_FEW_COLUMNS = 8
"""Standings with more columns than this are set in smaller letters."""


def results_pdf(facts: EventFacts, template: Template, lang: str = ENGLISH) -> bytes:
    """The bytes of the PDF, in one language."""
    look.register_fonts()
    say = say_in(lang)
    story = list(_story(gather_results(facts, template, say), say))
    return set_pages(story, printable(facts.event.name), lang)


def _story(results: Results, say: Say) -> Iterator[Flowable]:
    event = results.facts.event
    yield Subject(f"{event.name}  ·  {results.code}")
    yield _head(results, say)
    for table, notes in results.tables:
        yield look.text(say(shown.title(table)), look.HEADING)
        yield _standings(table, say)
        yield Spacer(0, 1.5 * mm)
        for note in notes:
            yield look.text(say(note), look.SMALL)
        if table is results.tables[0][0]:
            yield look.text(say(CODE_SAYS), look.SMALL)
    for name, chart in results.charts:
        yield KeepTogether([look.text(say(name), look.HEADING), drawing(chart)])
    for round in results.rounds:
        yield from _round(round, say)


def _head(results: Results, say: Say) -> Flowable:
    left = [look.text(results.facts.event.name, _NAME), look.text(say(results.about))]
    over = look.text(say(Phrase("event code")), _OVER_CODE)
    table = Table([[left, [over, look.text(results.code, _CODE)]]], [132 * mm, 48 * mm])
    table.setStyle(
        TableStyle(
            [
                *look.tight(),
                ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
                ("LINEBELOW", (0, 0), (-1, -1), 2.2, _DEEP),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5 * mm),
            ]
        )
    )
    return table


def _standings(table: Standings, say: Say) -> Flowable:
    heads = shown.heads(table)
    texts = shown.texts(table)
    size = 10.5 if len(heads) <= _FEW_COLUMNS else 8.2
    rows: list[list[Flowable]] = [
        [_cell(say(head), 8, right=at >= texts, quiet=True) for at, head in enumerate(heads)]
    ]
    for line in shown.lines(table):
        last = len(line.cells) - 1
        rows.append(
            [
                _cell(
                    say(cell),
                    size,
                    right=at >= texts,
                    bold=at in (0, last) or (at == 1 and line.row.rank == 1),
                    colour=_MEDALS.get(line.row.rank or 0) if at == 0 else None,
                )
                for at, cell in enumerate(line.cells)
            ]
        )
    made = Table(rows, _widths(len(heads), texts), repeatRows=1)
    made.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.4, look.LINE),
                ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                ("LEFTPADDING", (0, 0), (-1, -1), 2),
                ("RIGHTPADDING", (0, 0), (-1, -1), 2),
                ("TOPPADDING", (0, 0), (-1, -1), 1.1 * mm),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.3 * mm),
            ]
        )
    )
    return made


def _widths(columns: int, texts: int) -> list[float]:
    """Places are narrow, numbers alike, and names take what is left."""
    numbers = columns - texts
    each = min(20 * mm, 90 * mm / numbers)
    names = (look.TEXT_WIDTH - 10 * mm - numbers * each) / (texts - 1)
    return [10 * mm, *[names] * (texts - 1), *[each] * numbers]


def _cell(
    text: str,
    size: float,
    *,
    right: bool = False,
    quiet: bool = False,
    bold: bool = False,
    colour: Color | None = None,
) -> Flowable:
    style = ParagraphStyle(
        "cell",
        fontName=look.BOLD if bold else look.REGULAR,
        fontSize=size,
        leading=size * 1.2,
        textColor=colour or (look.QUIET if quiet else look.INK),
        alignment=TA_RIGHT if right else 0,
    )
    return look.text(text, style)


def _round(round: RoundShown, say: Say) -> Iterator[Flowable]:
    """The tables of a round, three beside each other."""
    head: list[Flowable] = [look.text(say(round.title), look.HEADING)]
    for start in range(0, len(round.tables), _CARDS_A_ROW):
        cards = round.tables[start : start + _CARDS_A_ROW]
        yield KeepTogether([*head, _row_of_tables(cards, say), Spacer(0, 3 * mm)])
        head = []


def _row_of_tables(cards: Sequence[TableShown], say: Say) -> Flowable:
    wide = look.TEXT_WIDTH / _CARDS_A_ROW
    cells: list[object] = [_table(card, say, wide - 9 * mm) for card in cards]
    cells += [""] * (_CARDS_A_ROW - len(cards))
    made = Table([cells], [wide] * _CARDS_A_ROW)
    styles: list[tuple[object, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3 * mm),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4 * mm),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5 * mm),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2 * mm),
    ]
    for at in range(len(cards)):
        styles.append(("BACKGROUND", (at, 0), (at, 0), look.PAPER))
        styles.append(("LINEBEFORE", (at, 0), (at, 0), 1.6, _DEEP))
    made.setStyle(TableStyle(styles))
    return made


def _table(card: TableShown, say: Say, wide: float) -> list[Flowable]:
    rows = [
        [
            _cell(say(seat.name), 9, bold=seat.won),
            _cell(say(seat.points), 9, bold=seat.won, right=True),
        ]
        for seat in card.seats
    ]
    seats = Table(rows, [wide * 0.75, wide * 0.25])
    seats.setStyle(TableStyle([*look.tight(0.3 * mm), ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    return [
        look.text(say(card.title), look.PART, _DEEP),
        seats,
        Spacer(0, 0.8 * mm),
        look.text(say(card.remark), look.TINY, look.QUIET),
    ]
