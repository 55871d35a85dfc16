"""The embedded font, and fitting texts into the room they have."""

from __future__ import annotations

import unicodedata
from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from scorecheck.resources import data_file

REGULAR, BOLD, BLACK = "TallySans-Regular", "TallySans-Bold", "TallySans-Black"
MISSING = "□"
"""Stands on paper for a character that the font does not have."""

ELLIPSIS = "…"
MM = 72 / 25.4


@cache
def _face(font: str) -> TTFont:
    face = TTFont(font, str(data_file(f"fonts/{font}.ttf")))
    pdfmetrics.registerFont(face)
    return face


def use_fonts() -> None:
    """Make the fonts known to reportlab; may be called again."""
    for font in (REGULAR, BOLD, BLACK):
        _face(font)


def width_mm(text: str, font: str, size: float) -> float:
    """Width of a text set at `size` points, in mm."""
    return float(_face(font).stringWidth(text, size)) / MM


def printable(text: str) -> str:
    """The text with `□` for each character that cannot be printed.

    Letters and accents that come apart are joined first; characters that join others to one
    picture (as in emoji) and signs for direction leave nothing behind.
    """
    known = _face(REGULAR).face.charToGlyph
    kept = []
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        if kind == "Zs" or letter.isspace():
            kept.append(" ")
        elif kind in ("Cf", "Cc", "Mn", "Me", "Sk") and ord(letter) not in known:
            continue
        elif kind not in ("Cf", "Cc"):
            kept.append(letter if ord(letter) in known else MISSING)
    return " ".join("".join(kept).split())


def fit(text: str, font: str, size: float, room: float, least: float) -> tuple[str, float]:
    """The text and its size in points so that it fits in `room` mm.

    It shrinks down to `least` points, and then loses its end to an ellipsis.
    """
    wide = width_mm(text, font, size)
    if wide <= room:
        return text, size
    size = max(least, size * room / wide)
    if width_mm(text, font, size) <= room + 0.01:
        return text, size
    while text and width_mm(text + ELLIPSIS, font, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS, size
