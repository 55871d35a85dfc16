"""Columns that belong together: their names over them, with signs of what is special in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorecheck.game.template import Column, Template
from scorecheck.sheet.canvas import Pen, Point, Style
from scorecheck.sheet.colours import DEEP, INK, SHADE, SOFT
from scorecheck.sheet.fonts import BLACK, BOLD, REGULAR, width_mm
from scorecheck.sheet.placed import Block, Plan
from scorecheck.sheet.rect import Rect

_AIR = 1.1
_SIGN = 0.56
"""Height of a sign as a share of the head's."""

_BETWEEN = 0.3
"""Room between the terms of a sum, as a share of their height."""

Words = tuple[str, Style]

ARROWS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "down": (((0.5, 0.04), (0.5, 0.94)), ((0.2, 0.64), (0.5, 0.96), (0.8, 0.64))),
    "up": (((0.5, 0.96), (0.5, 0.06)), ((0.2, 0.36), (0.5, 0.04), (0.8, 0.36))),
    "free": (
        ((0.5, 0.06), (0.5, 0.94)),
        ((0.2, 0.3), (0.5, 0.02), (0.8, 0.3)),
        ((0.2, 0.7), (0.5, 0.98), (0.8, 0.7)),
    ),
}
"""Strokes in a unit square: the order in which a column is filled."""

_BUBBLE = (
    (0.42, 0.74), (0.22, 0.98), (0.22, 0.74), (0.12, 0.74), (0.02, 0.64), (0.02, 0.16),
    (0.12, 0.06), (0.88, 0.06), (0.98, 0.16), (0.98, 0.64), (0.88, 0.74), (0.42, 0.74),
)  # fmt: skip
"""What is said aloud, in a unit square."""


def draw_lane_heads(pen: Pen, template: Template, plan: Plan, block: Block, lang: str) -> None:
    """The sign and the name of each column over its boxes; nothing in games of plain columns."""
    if block.subhead is None or not plan.lanes:
        return
    high = block.subhead.h
    style = Style(BOLD, min(9.0, high * 1.7), INK, least=4.5)
    names = {lane.id: template.label(lane.id, lang) for lane in template.columns}
    for column in block.columns:
        spans = plan.lane_spans(column)
        rooms = [right - left - 2 * _AIR for left, right in spans]
        sides = [_sign_width(template, lane, high * _SIGN) + _AIR for lane in template.columns]
        texts = [width_mm(name, style.font, style.size) for name in names.values()]
        fits = all(s + t <= room for s, t, room in zip(sides, texts, rooms, strict=True))
        for lane, (left, right) in zip(template.columns, spans, strict=True):
            place = Rect(left, block.subhead.y, right - left, high)
            pen.fill(place, SHADE)
            draw = _beside if fits else _stacked
            draw(pen, template, lane, place, (names[lane.id], style))


def _beside(pen: Pen, template: Template, lane: Column, place: Rect, name: Words) -> None:
    """The sign with the name to its right, in the middle of the place."""
    text, style = name
    size = place.h * _SIGN
    wide = _sign_width(template, lane, size)
    left = place.middle[0] - (wide + _AIR + width_mm(text, style.font, style.size)) / 2
    _sign(pen, template, lane, Rect(left, place.middle[1] - size / 2, wide, size))
    pen.text((left + wide + _AIR, place.middle[1] + style.cap / 2), text, style)


def _stacked(pen: Pen, template: Template, lane: Column, place: Rect, name: Words) -> None:
    """The sign with the name under it, where columns are narrow."""
    text, style = name
    size = place.h * 0.44
    wide = _sign_width(template, lane, size)
    _sign(
        pen, template, lane, Rect(place.middle[0] - wide / 2, place.y + place.h * 0.1, wide, size)
    )
    small = replace(style, size=place.h * 0.92)
    base = place.bottom - place.h * 0.12
    pen.text((place.middle[0], base), text, small, room=place.w - _AIR, align="centre")


def draw_sum_of_lanes(pen: Pen, template: Template, place: Rect, more: tuple[str, ...]) -> None:
    """The signs of all columns with a plus between, `more` words after them and an equals sign,
    against the right of `place` and as large as it allows."""
    parts = tuple(_terms(template, more))
    room = place.w - 3 * _AIR
    size = min(3.6, place.h * 0.4)
    size *= min(1.0, room / _wide(template, parts, size))
    x = place.right - _AIR - _wide(template, parts, size)
    style = _plain(size)
    for part in parts:
        if isinstance(part, Column):
            wide = _sign_width(template, part, size)
            _sign(pen, template, part, Rect(x, place.middle[1] - size / 2, wide, size))
            x += wide
        else:
            x += pen.text((x, place.middle[1] + style.cap / 2), part, style)
        x += size * _BETWEEN


def _plain(size: float) -> Style:
    return Style(REGULAR, size * 2.2, SOFT)


def _wide(template: Template, parts: tuple[Column | str, ...], size: float) -> float:
    style = _plain(size)
    widths = (
        _sign_width(template, part, size)
        if isinstance(part, Column)
        else width_mm(part, style.font, style.size)
        for part in parts
    )
    return sum(widths) + size * _BETWEEN * (len(parts) - 1)


def _terms(template: Template, more: tuple[str, ...]) -> Iterator[Column | str]:
    terms: tuple[Column | str, ...] = (*template.columns, *more)
    for n, term in enumerate(terms):
        if n:
            yield "+"
        yield term
    yield "="


def _sign_width(template: Template, lane: Column, size: float) -> float:
    if _has_factors(template):
        return width_mm(_factor(lane), BLACK, size * 3.0)
    return size if lane.announced else size * 0.75


def _sign(pen: Pen, template: Template, lane: Column, place: Rect) -> None:
    """The factor of a column, or the direction in which it is filled."""
    if _has_factors(template):
        style = Style(BLACK, place.h * 3.0, DEEP)
        pen.text((place.x, place.middle[1] + style.cap / 2), _factor(lane), style)
        return
    width = place.h * 0.11
    if lane.announced:
        pen.strokes([_within(place, _BUBBLE)], width=width, colour=DEEP)
        for n in (-1, 0, 1):
            x = place.middle[0] + n * place.w * 0.23
            pen.disc((x, place.y + place.h * 0.4), place.h * 0.075, DEEP)
        return
    strokes = [_within(place, stroke) for stroke in ARROWS[lane.order]]
    pen.strokes(strokes, width=width, colour=DEEP)


def _within(place: Rect, stroke: tuple[Point, ...]) -> list[Point]:
    return [(place.x + u * place.w, place.y + v * place.h) for u, v in stroke]


def _has_factors(template: Template) -> bool:
    return any(lane.factor > 1 for lane in template.columns)


def _factor(lane: Column) -> str:
    return f"×{lane.factor}"
