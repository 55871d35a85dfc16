"""Charts as a few plain shapes, which the web page and the PDF draw each in its own way.

Lengths are mm from the chart's top left corner; texts are set at `TEXT_MM` per em.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorecheck.sheet.fonts import BOLD, MM, REGULAR, fit, printable, use_fonts, width_mm

TEXT_MM = 2.9
WIDTH = 180.0

Tone = Literal["ink", "quiet", "line", "ground"] | int
"""A colour: one of the page's own, or the number of one in `TONES`."""

TONES = ("#17505e", "#3f8a8c", "#8cbfb4", "#d8b46a", "#b9772f", "#8c4a2f", "#6b5b7b", "#9aa3ab")
"""From one to the next light enough or dark enough to be told apart in black and white."""

_ON_DARK = (True, True, False, False, True, True, True, False)
"""Whether white letters are read better on it."""


@dataclass(frozen=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    w: float
    h: float
    tone: Tone


@dataclass(frozen=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    tone: Tone
    width: float


@dataclass(frozen=True)
class Dot:
    """A disc."""

    x: float
    y: float
    radius: float
    tone: Tone


@dataclass(frozen=True)
class Label:
    """A text; (x, y) is on its baseline."""

    x: float
    y: float
    text: str
    tone: Tone
    align: Literal["start", "middle", "end"] = "start"
    bold: bool = False


Shape = Box | Line | Dot | Label


@dataclass(frozen=True)
class Chart:
    """A picture, and what it shows in a sentence for whoever cannot see it."""

    height: float
    shapes: tuple[Shape, ...]
    says: str
    width: float = WIDTH


def tone(number: int) -> int:
    """The tone of the first, second, … of a row of things; they come round again."""
    return number % len(TONES)


def letters_on(number: int) -> Tone:
    """What to write in on a tone."""
    return "ground" if _ON_DARK[tone(number)] else "ink"


def text_width(text: str, *, bold: bool = False) -> float:
    """Width of a label in mm."""
    use_fonts()
    return width_mm(text, BOLD if bold else REGULAR, TEXT_MM * MM)


def fitted(text: str, room: float, *, bold: bool = False) -> str:
    """The text, its end cut where it has no room."""
    use_fonts()
    size = TEXT_MM * MM
    return fit(printable(text), BOLD if bold else REGULAR, size, room, size)[0]
