"""Letters, colours and small parts that every page of the PDF report shares."""

from __future__ import annotations

from functools import cache
from html import escape
from io import BytesIO

from reportlab.graphics.shapes import Drawing, Rect
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Flowable, Image, Paragraph

from scorecheck.report.crops import Picture, jpeg
from scorecheck.sheet import fonts

REGULAR, BOLD = fonts.REGULAR, fonts.BOLD

INK = HexColor("#1d2329")
QUIET = HexColor("#69727c")
LINE = HexColor("#d5dade")
PAPER = HexColor("#f5f6f7")
GREEN, AMBER, RED = HexColor("#18823c"), HexColor("#b96a00"), HexColor("#c01923")
BLUE = HexColor("#1c5fa8")

MARGIN = 15 * mm
TEXT_WIDTH = 180 * mm


@cache
def register_fonts() -> None:
    """Make the letters of the sheets known to reportlab, as a family for its markup too (once)."""
    fonts.use_fonts()
    pdfmetrics.registerFontFamily(REGULAR, REGULAR, BOLD, REGULAR, BOLD)


def _style(name: str, size: float, **more: object) -> ParagraphStyle:
    given = {"fontName": REGULAR, "textColor": INK, "leading": size * 1.35} | more
    return ParagraphStyle(name, fontSize=size, **given)


TITLE = _style("title", 19, fontName=BOLD, leading=23)
VERDICT = _style("verdict", 12.5, fontName=BOLD, leading=16.5)
HEADING = _style("heading", 13, fontName=BOLD, spaceBefore=6 * mm, spaceAfter=2 * mm)
PART = _style("part", 9, fontName=BOLD, spaceBefore=1.5 * mm, spaceAfter=0.8 * mm)
BODY = _style("body", 9.5)
STRONG = _style("strong", 10.5, fontName=BOLD)
SMALL = _style("small", 7.8, textColor=QUIET)
COMMAND = _style(
    "command",
    8.6,
    wordWrap="CJK",
    backColor=PAPER,
    borderPadding=(4, 6, 5, 6),
    leftIndent=6,
    rightIndent=6,
)
LONG = _style("long", 7.8, textColor=QUIET, wordWrap="CJK")
"""For what has no spaces to break at, such as hashes and commands."""

CELL = _style("cell", 8.2, leading=9.8)
TINY = _style("tiny", 7.4, leading=9)
CELL_RIGHT = _style("cell-right", 8.2, leading=9.8, alignment=TA_RIGHT)


def text(words: object, style: ParagraphStyle = BODY, colour: Color | None = None) -> Paragraph:
    """A paragraph of plain text (nothing in it is taken as markup)."""
    return marked(plain(words), style, colour)


def plain(words: object) -> str:
    """Any text as markup that shows it, with a sign for each letter that cannot be printed."""
    return escape(fonts.printable(str(words)), quote=False)


def quiet(markup: str) -> str:
    """Markup in grey."""
    return f'<font color="{hex_of(QUIET)}">{markup}</font>'


def strong(markup: str, colour: Color = INK) -> str:
    """Markup in bold letters of this colour."""
    return f'<font name="{BOLD}" color="{hex_of(colour)}">{markup}</font>'


def marked(markup: str, style: ParagraphStyle = BODY, colour: Color | None = None) -> Paragraph:
    """A paragraph of reportlab's markup; escape what comes from outside."""
    if colour is not None:
        markup = f'<font color="{hex_of(colour)}">{markup}</font>'
    return Paragraph(markup, style)


def hex_of(colour: Color) -> str:
    """A colour as reportlab's markup spells it."""
    return "#" + str(colour.hexval())[2:]


def image(picture: Picture, width: float, height: float) -> Image:
    """The picture as large as fits into width x height (points)."""
    rows, columns = picture.shape[:2]
    factor = min(width / columns, height / rows)
    return Image(BytesIO(jpeg(picture)), columns * factor, rows * factor)


def tight(vertical: float = 0.0) -> list[tuple[object, ...]]:
    """Table style commands: no padding but `vertical` above and below."""
    every = ((0, 0), (-1, -1))
    return [
        ("LEFTPADDING", *every, 0),
        ("RIGHTPADDING", *every, 0),
        ("TOPPADDING", *every, vertical),
        ("BOTTOMPADDING", *every, vertical),
    ]


def bar(share: float, colour: Color, width: float = 20 * mm, height: float = 2.2 * mm) -> Flowable:
    """A probability 0..1 as a bar."""
    drawing = Drawing(width, height)
    drawing.add(Rect(0, 0, width, height, fillColor=LINE, strokeColor=None))
    drawing.add(Rect(0, 0, max(0.4, width * share), height, fillColor=colour, strokeColor=None))
    return drawing
