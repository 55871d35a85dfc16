"""Ways to print the cells of a sheet, and cells composed in them.

Every design gets the same hands, texts, glyphs, misplacements and photos: only the print and, where
it says so, the size of the cell differ. Tones are shares of the paper's light.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.reading.window import HEIGHT, OVERSAMPLE, WIDTH, window_for

# The photo and the laying of ink are those of the cells that the reader is trained and measured on.
from scorecheck.simulate.cell import MadeCell, photograph_cell, put_ink, random_text
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.hand import Hand

Page = NDArray[np.float32]
Guides = Literal["", "ticks", "lines"]

_SIZE = (HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE)
_MARGIN_MM = 1.5
_MISPLACED_MM = 0.18
_TICK_MM, _GUIDE_MM = 1.1, 0.2
_THIRDS = (1 / 3, 2 / 3)
_NEIGHBOURS = ("X", "-", "5", "17", "24", "30", "8", "9", "119")


@dataclass(frozen=True)
class Design:
    """One way to print a cell; lengths in mm.

    `line` is black to white, 0..1, and `thick` mm; `ground` the tone of the cell's inside; `gap`
    how far the frames of two cells stand apart; `guides` show places for three digits; `spaced`
    tells that writers leave more room between digits, as guides ask them to.
    """

    name: str
    w: float = 18.0
    h: float = 9.0
    line: float = 0.5
    thick: float = 0.25
    ground: float = 1.0
    gap: float = 0.0
    guides: Guides = ""
    guide: float = 0.85
    spaced: bool = False


PRINTED = Design("as printed: 0.25 mm, half grey")
"""What the sheets have today, in a cell of a middling size."""

PRINTS = (
    PRINTED,
    replace(PRINTED, name="line of 0.5 mm", thick=0.5),
    replace(PRINTED, name="black line of 0.5 mm", thick=0.5, line=0.1),
    replace(PRINTED, name="hairline of 0.12 mm", thick=0.12),
    replace(PRINTED, name="light line that drops out (85 %)", line=0.85),
    replace(PRINTED, name="hardly a line (94 %)", line=0.94),
    replace(PRINTED, name="tinted ground (93 %)", ground=0.93),
    replace(PRINTED, name="tinted ground, white lines", ground=0.93, line=1.0),
    replace(PRINTED, name="ticks for three digits", guides="ticks", guide=0.5),
    replace(PRINTED, name="light guides for three digits (94 %)", guides="lines", guide=0.94),
    replace(PRINTED, name="light guides for three digits (85 %)", guides="lines"),
    replace(PRINTED, name="grey dividers for three digits", guides="lines", guide=0.5),
    replace(PRINTED, name="1 mm between cells", gap=1.0),
    replace(PRINTED, name="2 mm between cells", gap=2.0),
    replace(PRINTED, name="as printed, if digits were spaced", spaced=True),
)
"""The same cell in other prints."""

SIZES = (
    *(replace(PRINTED, name=f"{h:g} mm high", h=h) for h in (8.0, 10.0, 11.0)),
    *(replace(PRINTED, name=f"{w:g} mm wide", w=w) for w in (10.0, 12.0, 14.0, 21.0, 24.0)),
    replace(PRINTED, name="14 x 8 mm", w=14.0, h=8.0),
    replace(PRINTED, name="24 x 11 mm", w=24.0, h=11.0),
)
"""Today's print in other sizes."""


def composed(design: Design, book: GlyphBook, seed: int, number: int) -> MadeCell:
    """Cell `number` of a seed in some design."""
    what, writing, place, photo = (np.random.default_rng((seed, number, n)) for n in range(4))
    text = _text(what)
    hand = Hand(book, writing)
    if design.spaced:
        hand.style = replace(hand.style, gap=max(0.3, hand.style.gap))
    window = window_for(design.w, design.h)
    scale = window.scale * OVERSAMPLE
    origin = np.array([window.left, window.top]) * OVERSAMPLE
    origin = origin + place.normal(0, _MISPLACED_MM, 2) * scale
    page = printed(design, origin, scale, float(place.uniform(205, 250)))
    ink = np.zeros(_SIZE, np.float32)
    corner = origin - _MARGIN_MM * scale
    put_ink(ink, hand.write(text, design.w, design.h, scale, _MARGIN_MM), corner)
    for around, shift in _neighbours(design, place):
        written = hand.write(around, design.w, design.h, scale, _MARGIN_MM)
        put_ink(ink, written, corner + np.array(shift) * scale)
    page *= 1 - hand.style.strength * (1 - float(np.mean(hand.style.ink)) / 255) * ink
    return MadeCell(photograph_cell(page, photo, scale), window, text, "number")


def _text(rng: np.random.Generator) -> str:
    """What may stand in a number cell and can be read: up to three digits, a strike, nothing."""
    while True:
        text = random_text("number", rng)
        if text != ILLEGIBLE_TEXT and len(text) <= 3:
            return text


def _neighbours(
    design: Design, rng: np.random.Generator
) -> Iterator[tuple[str, tuple[float, float]]]:
    """What stands in the cells around, and how far off, in mm."""
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        here, text, off = rng.random() < 0.3, str(rng.choice(_NEIGHBOURS)), rng.uniform(-0.6, 0.5)
        if here:
            x, y = dx * (design.w + design.gap + off), dy * (design.h + design.gap + off)
            yield text, (x, y)


def printed(design: Design, origin: NDArray[np.float64], scale: float, paper: float) -> Page:
    """The window around an empty cell: its ground, its frame, its neighbours' frames, guides.

    Args:
        origin: the cell's top left corner, (x, y) px.
        scale: px per mm.
        paper: the paper's light, 0..255.
    """
    page, ground, frame, guides = (np.zeros(_SIZE, np.float32) for _ in range(4))
    page += paper
    pitch = np.array([design.w + design.gap, design.h + design.gap]) * scale
    for column, row in product((-1, 0, 1), repeat=2):
        left, top = origin + pitch * (column, row)
        right, bottom = left + design.w * scale, top + design.h * scale
        _fill(ground, (left, right), (top, bottom), 0)
        for x in (left, right):
            _fill(frame, (x, x), (top, bottom), design.thick * scale)
        for y in (top, bottom):
            _fill(frame, (left, right), (y, y), design.thick * scale)
        for share, high, low in _guides(design):
            x = left + share * design.w * scale
            _fill(guides, (x, x), (top + high * scale, top + low * scale), _GUIDE_MM * scale)
    for mask, tone in ((ground, design.ground), (guides, design.guide), (frame, design.line)):
        page += mask * (paper * tone - page)
    return page


def _guides(design: Design) -> Iterator[tuple[float, float, float]]:
    """Upright guides: where (a share of the width), from and to which height in mm."""
    for share in _THIRDS:
        if design.guides == "lines":
            yield share, 0.0, design.h
        elif design.guides == "ticks":
            yield share, 0.0, _TICK_MM
            yield share, design.h - _TICK_MM, design.h


def _fill(mask: Page, across: tuple[float, float], down: tuple[float, float], thick: float) -> None:
    """Set to 1 what lies within `thick` / 2 px of a level or upright line, or of a rectangle.

    Pixels at its edges get the share of them that is covered.
    """
    columns = _covered(mask.shape[1], across[0] - thick / 2, across[1] + thick / 2)
    rows = _covered(mask.shape[0], down[0] - thick / 2, down[1] + thick / 2)
    np.maximum(mask, rows[:, None] * columns[None, :], out=mask)


def _covered(count: int, start: float, end: float) -> NDArray[np.float32]:
    """How much of each of `count` pixels lies between `start` and `end`, 0..1."""
    edges = np.clip(np.arange(count + 1), start, end)
    return np.diff(edges).astype(np.float32)
