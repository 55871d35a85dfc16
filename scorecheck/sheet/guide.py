"""The small guide at the foot of a sheet: how to write 1 and 7, strike and correct."""

from __future__ import annotations

from scorecheck.sheet.canvas import GRID, INK, SOFT, Pen
from scorecheck.sheet.fonts import REGULAR
from scorecheck.sheet.words import word

Stroke = tuple[tuple[float, float], ...]

GLYPHS: dict[str, tuple[Stroke, ...]] = {
    "1": (((0.5, 0.0), (0.48, 0.5), (0.47, 1.0)),),
    "7": (
        ((0.12, 0.06), (0.5, 0.04), (0.86, 0.02), (0.62, 0.45), (0.42, 1.0)),
        ((0.3, 0.52), (0.82, 0.47)),
    ),
    "X": (((0.12, 0.05), (0.88, 0.97)), ((0.9, 0.02), (0.1, 1.0))),
    "/": (((0.86, 0.0), (0.14, 1.0)),),
}
"""Strokes of each sign in a unit square, as a calm hand writes them."""


def draw_guide(pen: Pen, x: float, y: float, h: float, lang: str, size: float) -> float:
    """Sample cells of height h from (x, y) on, with their words; gives the x where they end."""
    for key, signs in (("write", "17"), ("strike", "X/")):
        x += pen.text(x, y + h / 2 + size * 0.13, word(key, lang), REGULAR, size, SOFT) + 1.4
        for sign in signs:
            pen.outline(x, y, h * 1.1, h, GRID, 0.2)
            _write(pen, sign, x + h * 0.3, y + h * 0.17, h * 0.5, h * 0.66)
            x += h * 1.1 + 1.2
        x += 2.4
    return x


def _write(pen: Pen, sign: str, x: float, y: float, w: float, h: float) -> None:
    strokes = [[(x + u * w, y + v * h) for u, v in stroke] for stroke in GLYPHS[sign]]
    pen.strokes(strokes, 0.42, INK)
