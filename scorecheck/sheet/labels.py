"""Drawing the label column: dice, names and rules of the boxes, sums with their hierarchy."""

from __future__ import annotations

from scorecheck.game.template import Template
from scorecheck.sheet.canvas import CAP, DEEP, INK, SOFT, TINT, WHITE, Pen
from scorecheck.sheet.dice import draw_die, example_roll, face_of
from scorecheck.sheet.fonts import BLACK, BOLD, MM, REGULAR, width_mm
from scorecheck.sheet.plan import Block, PlacedGroup, PlacedRow
from scorecheck.sheet.words import word

_PAD = 1.8
_TEXT_LEAST = 25.0
"""Example dice are drawn only where this much room is left for the name."""


def draw_labels(pen: Pen, template: Template, block: Block, lang: str) -> None:
    """All labels of a block, with the tabs of its sections."""
    for group in block.groups:
        _tab(pen, template, block, group, lang)
        for row in group.rows:
            _label(pen, template, block, group, row, lang)


def _tab(pen: Pen, template: Template, block: Block, group: PlacedGroup, lang: str) -> None:
    height = group.bottom - group.top
    pen.fill(block.tab.x, group.top - 0.25, block.tab.w, height + 0.5, DEEP)
    if group.section:
        name = template.label(group.section, lang)
        middle = block.tab.x + block.tab.w / 2
        size = 8.5 if block.tab.w > 4 else 7
        pen.upward(middle, group.top + height / 2, name, BOLD, size, WHITE, height - 2)


def _label(
    pen: Pen, template: Template, block: Block, group: PlacedGroup, row: PlacedRow, lang: str
) -> None:
    left, right = block.label_x, block.edges[0]
    if not group.section:
        pen.fill(left, row.y, right - left, row.h, DEEP)
        _one_line(pen, row, left, right, template.label(row.id, lang), BLACK, 13.0, WHITE)
        return
    if row.kind == "sum":
        pen.fill(left, row.y, right - left, row.h, TINT)
        _sum(pen, template, row, left, right, lang)
        return
    hint = template.hint(row.id, lang)
    if row.kind == "chips":
        hint = f"{hint} – {word('chips', lang)}" if hint else word("chips", lang)
        _two_lines(pen, row, left + _PAD, right - _PAD, template.label(row.id, lang), hint)
        return
    x, end = _dice(pen, template, row, left, right)
    _two_lines(pen, row, x, end, template.label(row.id, lang), hint)


def _dice(
    pen: Pen, template: Template, row: PlacedRow, left: float, right: float
) -> tuple[float, float]:
    """Draw a box's die or example roll; gives the room that is left for words."""
    pattern = template.box(row.id).pattern
    face = face_of(pattern)
    if face:
        size = min(6.4, row.h * 0.66)
        draw_die(pen, left + _PAD, row.y + (row.h - size) / 2, size, face)
        return left + _PAD + size + 2.0, right - _PAD
    roll = example_roll(pattern, template.dice)
    size = min(4.2, row.h * 0.36, (right - left) * 0.075)
    step = size * 1.16
    start = right - _PAD - step * len(roll)
    if start - left - _PAD < _TEXT_LEAST:
        return left + _PAD, right - _PAD
    for n, pips in enumerate(roll):
        draw_die(pen, start + n * step, row.y + (row.h - size) / 2, size, pips)
    return left + _PAD, start - 1.0


def _sum(
    pen: Pen, template: Template, row: PlacedRow, left: float, right: float, lang: str
) -> None:
    """A sum stands at the right, next to its cell; its rule before it."""
    name, hint = template.label(row.id, lang), template.hint(row.id, lang)
    size = min(10.0, row.h * 1.05)
    base = row.y + row.h / 2 + size * CAP / MM / 2
    end = right - _PAD
    room = end - left - _PAD
    wide = pen.text(end, base, name, BOLD, size, INK, room=room, least=6, align="right")
    small = size * 0.72
    if hint and width_mm(hint, REGULAR, small) < room - wide - 2:
        pen.text(left + _PAD, base, hint, REGULAR, small, SOFT)
    elif hint:
        pen.text(left + _PAD, base, hint, REGULAR, small, SOFT, room=room - wide - 1.2, least=4.6)


def _one_line(
    pen: Pen,
    row: PlacedRow,
    left: float,
    right: float,
    text: str,
    font: str,
    size: float,
    colour: tuple[float, float, float],
) -> None:
    size = min(size, row.h * 1.35)
    base = row.y + row.h / 2 + size * CAP / MM / 2
    room = right - left - 2 * _PAD
    pen.text(right - _PAD, base, text, font, size, colour, room=room, least=7, align="right")


def _two_lines(pen: Pen, row: PlacedRow, left: float, right: float, name: str, hint: str) -> None:
    size, small = min(10.5, row.h * 1.1), min(7.4, row.h * 0.75)
    room = right - left
    if not hint:
        base = row.y + row.h / 2 + size * CAP / MM / 2
        pen.text(left, base, name, BOLD, size, INK, room=room, least=6)
        return
    tall = size * CAP / MM
    between = small * 1.28 / MM
    top = row.y + (row.h - tall - between) / 2
    pen.text(left, top + tall, name, BOLD, size, INK, room=room, least=6)
    pen.text(left, top + tall + between, hint, REGULAR, small, SOFT, room=room, least=4.8)
