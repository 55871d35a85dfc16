"""A chart as a drawing inside a PDF."""

from __future__ import annotations

from reportlab.graphics import shapes
from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.units import mm

from scorecheck.archive.chart import TEXT_MM, TONES, Box, Chart, Dot, Line, Shape, Tone
from scorecheck.report import pdf_style as look

_OWN = {"ink": look.INK, "quiet": look.QUIET, "line": look.LINE, "ground": white}


def drawing(chart: Chart) -> shapes.Drawing:
    """The chart, in its own size."""
    made = shapes.Drawing(chart.width * mm, chart.height * mm)
    for shape in chart.shapes:
        made.add(_shape(shape, chart.height))
    return made


def _shape(shape: Shape, height: float) -> shapes.Shape:
    """PDF counts from the bottom."""
    colour = _colour(shape.tone)
    if isinstance(shape, Box):
        corner = (shape.x * mm, (height - shape.y - shape.h) * mm)
        size = (shape.w * mm, shape.h * mm)
        return shapes.Rect(*corner, *size, fillColor=colour, strokeColor=None)
    if isinstance(shape, Dot):
        middle = (shape.x * mm, (height - shape.y) * mm)
        return shapes.Circle(*middle, shape.radius * mm, fillColor=colour, strokeColor=None)
    if isinstance(shape, Line):
        points = [part * mm for x, y in shape.points for part in (x, height - y)]
        return shapes.PolyLine(points, strokeColor=colour, strokeWidth=shape.width * mm)
    return shapes.String(
        shape.x * mm,
        (height - shape.y) * mm,
        shape.text,
        fontName=look.BOLD if shape.bold else look.REGULAR,
        fontSize=TEXT_MM * mm,
        fillColor=colour,
        textAnchor=shape.align,
    )


def _colour(tone: Tone) -> Color:
    return HexColor(TONES[tone]) if isinstance(tone, int) else _OWN[tone]
