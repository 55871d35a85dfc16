"""`Pen`: a reportlab canvas in mm from the page's top left corner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from scorecheck.sheet.colours import BLACK_INK, INK, WHITE, Colour
from scorecheck.sheet.fonts import MM, fit, width_mm
from scorecheck.sheet.rect import Rect

Point = tuple[float, float]

_CAP = 0.72
"""Height of a capital letter as a share of the font's size."""


@dataclass(frozen=True)
class Style:
    """How a text is set: `size` in points, and the `least` size to which it may shrink."""

    font: str
    size: float
    colour: Colour = INK
    least: float = 5.0

    @property
    def cap(self) -> float:
        """Height of a capital letter in mm."""
        return self.size * _CAP / MM


class Pen:
    """Draws on one canvas; every length is in mm."""

    def __init__(self, canvas: Canvas, page_h: float) -> None:
        self.canvas = canvas
        self._page_h = page_h

    def fill(self, rect: Rect, colour: Colour) -> None:
        """A filled rectangle."""
        self.canvas.setFillColorRGB(*colour)
        corner = (rect.x * MM, self._up(rect.bottom), rect.w * MM, rect.h * MM)
        self.canvas.rect(*corner, stroke=0, fill=1)

    def modules(self, place: Rect, count: int, runs: Iterable[tuple[int, int, int]]) -> None:
        """Black runs (row, start, end) of a square code, `count` modules wide.

        They are one path in whole modules: no hairlines show between them, and a thousand QR
        codes are written in a second, which reportlab's own paths take several for.
        """
        self.canvas.setFillColorRGB(*BLACK_INK)
        self.canvas.saveState()
        self.canvas.translate(place.x * MM, self._up(place.y))
        self.canvas.scale(place.w * MM / count, -place.h * MM / count)
        path = " ".join(f"{start} {row} {end - start} 1 re" for row, start, end in runs)
        self.canvas.addLiteral(f"{path} f")
        self.canvas.restoreState()

    def outline(self, rect: Rect, *, width: float, colour: Colour, radius: float = 0) -> None:
        """A rectangle on a white ground whose edge, `width` mm thick, lies within `rect`."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setFillColorRGB(*WHITE)
        self.canvas.setLineWidth(width * MM)
        inner = rect.inset(width / 2)
        corner = (inner.x * MM, self._up(inner.bottom), inner.w * MM, inner.h * MM)
        self.canvas.roundRect(*corner, radius * MM, stroke=1, fill=1)

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""
        self.canvas.setFillColorRGB(*colour)
        self.canvas.circle(middle[0] * MM, self._up(middle[1]), radius * MM, stroke=0, fill=1)

    def line(self, start: Point, end: Point, *, width: float, colour: Colour) -> None:
        """A straight line with square ends half its width beyond both points."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width * MM)
        self.canvas.setLineCap(2)
        self.canvas.line(start[0] * MM, self._up(start[1]), end[0] * MM, self._up(end[1]))

    def strokes(self, strokes: Sequence[Sequence[Point]], *, width: float, colour: Colour) -> None:
        """Lines through points with round ends, as a pen writes."""
        self.canvas.setStrokeColorRGB(*colour)
        self.canvas.setLineWidth(width * MM)
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        path = self.canvas.beginPath()
        for (x, y), *rest in strokes:
            path.moveTo(x * MM, self._up(y))
            for next_x, next_y in rest:
                path.lineTo(next_x * MM, self._up(next_y))
        self.canvas.drawPath(path, stroke=1, fill=0)

    def text(
        self, at: Point, text: str, style: Style, *, room: float = 1000, align: str = "left"
    ) -> float:
        """A line of text on the baseline through `at`; gives its width in mm."""
        text, size = fit(text, style.font, style.size, room, style.least)
        wide = width_mm(text, style.font, size)
        x = at[0] - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        self._ink(style, size)
        self.canvas.drawString(x * MM, self._up(at[1]), text)
        return wide

    def upward(self, middle: Point, text: str, style: Style, *, room: float) -> None:
        """Text that reads upwards, centred on a point."""
        text, size = fit(text, style.font, style.size, room, style.least)
        self.canvas.saveState()
        self.canvas.translate((middle[0] + size * _CAP / MM / 2) * MM, self._up(middle[1]))
        self.canvas.rotate(90)
        self._ink(style, size)
        self.canvas.drawCentredString(0, 0, text)
        self.canvas.restoreState()

    def _ink(self, style: Style, size: float) -> None:
        self.canvas.setFillColorRGB(*style.colour)
        self.canvas.setFont(style.font, size)

    def _up(self, y: float) -> float:
        """PDF counts points from the bottom."""
        return (self._page_h - y) * MM
