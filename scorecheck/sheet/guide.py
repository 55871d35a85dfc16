"""The small guide at the foot of a sheet: how to write 1 and 7, and how to strike."""

from __future__ import annotations

from scorecheck.sheet.canvas import Pen, Point, Style
from scorecheck.sheet.colours import GRID, INK, SOFT
from scorecheck.sheet.fonts import REGULAR
from scorecheck.sheet.rect import Rect
from scorecheck.sheet.words import word

GLYPHS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "1": (((0.5, 0.0), (0.48, 0.5), (0.47, 1.0)),),
    "7": (
        ((0.12, 0.06), (0.5, 0.04), (0.86, 0.02), (0.62, 0.45), (0.42, 1.0)),
        ((0.3, 0.52), (0.82, 0.47)),
    ),
    "X": (((0.12, 0.05), (0.88, 0.97)), ((0.9, 0.02), (0.1, 1.0))),
    "/": (((0.86, 0.0), (0.14, 1.0)),),
}
"""Strokes of each sign in a unit square, as a calm hand writes them."""

_SHOWN = (("write", "17"), ("strike", "X/"))


def draw_guide(pen: Pen, start: Point, h: float, lang: str) -> None:
    """Sample cells of height h from `start` on, each group after its words."""
    style = Style(REGULAR, h * 1.2, SOFT)
    x, y = start
    for key, signs in _SHOWN:
        x += pen.text((x, y + h / 2 + style.cap / 2), word(key, lang), style) + 1.4
        for sign in signs:
            cell = Rect(x, y, h * 1.1, h)
            pen.outline(cell, width=0.2, colour=GRID)
            _write(pen, sign, Rect(x + h * 0.3, y + h * 0.17, h * 0.5, h * 0.66))
            x = cell.right + 1.2
        x += 2.4


def _write(pen: Pen, sign: str, place: Rect) -> None:
    strokes = [
        [(place.x + u * place.w, place.y + v * place.h) for u, v in stroke]
        for stroke in GLYPHS[sign]
    ]
    pen.strokes(strokes, width=0.42, colour=INK)
