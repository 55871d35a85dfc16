"""`Pen`: a reportlab canvas in mm from the page's top left corner, with the sheet's few colours."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from scorecheck.sheet.fonts import MM, fit, width_mm

Colour = tuple[float, float, float]

INK: Colour = (0.13, 0.16, 0.19)
DEEP: Colour = (0.14, 0.24, 0.29)
SOFT: Colour = (0.38, 0.42, 0.45)
GRID: Colour = (0.5, 0.5, 0.5)
TINT: Colour = (0.925, 0.935, 0.94)
WHITE: Colour = (1.0, 1.0, 1.0)
BLACK_INK: Colour = (0.0, 0.0, 0.0)

CAP = 0.72
"""Height of a capital letter as a share of the font's size."""


class Pen:
    """Draws on one canvas; every length is in mm, sizes of letters in points."""

    def __init__(self, canvas: Canvas, page_h: float) -> None:
        self.canvas = canvas
        self._page_h = page_h

    def fill(self, x: float, y: float, w: float, h: float, colour: Colour, r: float = 0) -> None:
        """A filled rectangle with rounded corners of radius `r`."""
        self.canvas.setFillColorRGB(*colour)
        bottom = (self._page_h - y - h) * MM
        if r:
            self.canvas.roundRect(x * MM, bottom, w * MM, h * MM, r * MM, stroke=0, fill=1)
        else:
            self.canvas.rect(x * MM, bottom, w * MM, h * MM, stroke=0, fill=1)

    def outline(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        colour: Colour,
        width: float,
        r: float = 0,
    ) -> None:
        """A rectangle's edge, `width` mm thick, on a white ground."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setFillColorRGB(*WHITE)
        self.canvas.setLineWidth(width * MM)
        bottom = (self._page_h - y - h) * MM
        self.canvas.roundRect(x * MM, bottom, w * MM, h * MM, r * MM, stroke=1, fill=1)

    def rects(self, rects: Sequence[tuple[float, float, float, float]], colour: Colour) -> None:
        """Filled rectangles (x, y, w, h) as one path."""
        self.canvas.setFillColorRGB(*colour)
        path = self.canvas.beginPath()
        for x, y, w, h in rects:
            path.rect(x * MM, (self._page_h - y - h) * MM, w * MM, h * MM)
        self.canvas.drawPath(path, stroke=0, fill=1)

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """A filled circle round (x, y)."""
        self.canvas.setFillColorRGB(*colour)
        self.canvas.circle(x * MM, (self._page_h - y) * MM, r * MM, stroke=0, fill=1)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, width: float, colour: Colour
    ) -> None:
        """A straight line with square ends half its width beyond both points."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width * MM)
        self.canvas.setLineCap(2)
        self.canvas.line(x1 * MM, (self._page_h - y1) * MM, x2 * MM, (self._page_h - y2) * MM)

    def strokes(
        self, points: Sequence[Sequence[tuple[float, float]]], width: float, colour: Colour
    ) -> None:
        """Lines through points with round ends, as a pen writes."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width * MM)
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        path = self.canvas.beginPath()
        for stroke in points:
            path.moveTo(stroke[0][0] * MM, (self._page_h - stroke[0][1]) * MM)
            for x, y in stroke[1:]:
                path.lineTo(x * MM, (self._page_h - y) * MM)
        self.canvas.drawPath(path, stroke=1, fill=0)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        font: str,
        size: float,
        colour: Colour = INK,
        *,
        room: float = 1000,
        least: float = 5.0,
        align: str = "left",
    ) -> float:
        """A line of text with its baseline at y; gives its width in mm."""
        text, size = fit(text, font, size, room, least)
        wide = width_mm(text, font, size)
        x -= {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        self.canvas.setFillColorRGB(*colour)
        self.canvas.setFont(font, size)
        self.canvas.drawString(x * MM, (self._page_h - y) * MM, text)
        return wide

    def upward(
        self, x: float, y: float, text: str, font: str, size: float, colour: Colour, room: float
    ) -> None:
        """Text that reads upwards, centred on (x, y)."""
        text, size = fit(text, font, size, room, 4.0)
        self.canvas.saveState()
        self.canvas.translate((x + size * CAP / MM / 2) * MM, (self._page_h - y) * MM)
        self.canvas.rotate(90)
        self.canvas.setFillColorRGB(*colour)
        self.canvas.setFont(font, size)
        self.canvas.drawCentredString(0, 0, text)
        self.canvas.restoreState()
