"""Drawing one sheet: what all sheets of a run share, and what is each sheet's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen, Point, Style
from scorecheck.sheet.codes import draw_mark, draw_qr, qr_bits
from scorecheck.sheet.colours import DEEP, GRID, INK, SOFT
from scorecheck.sheet.dice import draw_die
from scorecheck.sheet.fonts import BLACK, BOLD, MM, REGULAR, fit, width_mm
from scorecheck.sheet.guide import draw_guide
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.labels import LabelPainter
from scorecheck.sheet.lanes import draw_lane_heads
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.legend import draw_legend
from scorecheck.sheet.letters import to_letters
from scorecheck.sheet.make import HEAD_FIELDS
from scorecheck.sheet.notes import draw_notes
from scorecheck.sheet.placed import Block, Plan, field_edges
from scorecheck.sheet.rect import Rect
from scorecheck.sheet.strip import strip_fields, strip_places
from scorecheck.sheet.words import word

_LETTERS_LEAST = 6.4
"""Letters that would be smaller on one line, in points, are set on two."""


_HEADING_AIR = 1.0


@dataclass(frozen=True)
class Heading:
    """What stands over the columns of one sheet, ready to print; `named` when by players' names."""

    title: str
    subtitle: str
    columns: tuple[str, ...]
    named: bool = False


def draw_common(
    pen: Pen, template: Template, identity: SheetIdentity, plan: Plan, layout: Layout
) -> None:
    """Everything but headings, number and QR code."""
    labels = LabelPainter(pen, template, identity)
    for block in plan.blocks:
        labels.draw(plan, block)
        _field_names(pen, template, plan, block, identity.lang)
        draw_lane_heads(pen, template, plan, block, identity.lang)
    for rule in layout.rules:
        pen.line((rule.x1, rule.y1), (rule.x2, rule.y2), width=rule.width, colour=GRID)
    for mark in layout.marks:
        draw_mark(pen, mark)
    _strip_names(pen, plan, identity)
    draw_legend(pen, template, identity, plan)
    draw_notes(pen, template, plan, identity.lang)
    _foot(pen, plan, identity.lang)


def draw_heading(pen: Pen, plan: Plan, identity: SheetIdentity, heading: Heading) -> None:
    """Title and column headings: the same on all sheets with the same columns."""
    _title(pen, plan, heading)
    for block in plan.blocks:
        style = _heading_style(block)
        base = block.band.middle[1] + style.cap / 2 - 0.15
        for text, (left, right) in zip(heading.columns, block.columns, strict=True):
            middle = ((left + right) / 2, base)
            pen.text(middle, text, style, room=right - left - _HEADING_AIR, align="centre")
    first = plan.blocks[0]
    if first.head:
        key = "signature" if heading.named else HEAD_FIELDS[identity.mode]
        style = Style(REGULAR, min(8.5, first.head.h), SOFT)
        # Low in its row, so that it stays clear of a legend over the labels.
        base = first.head.y + first.head.h * 0.62 + style.cap / 2
        pen.text((first.left - 1.8, base), word(key, identity.lang), style, align="right")


def heading_fits(plan: Plan, text: str) -> bool:
    """Whether a heading can be printed whole over a column."""
    block = plan.blocks[0]
    left, right = block.columns[0]
    style, room = _heading_style(block), right - left - _HEADING_AIR
    return fit(text, style.font, style.size, room, style.least)[0] == text


def _heading_style(block: Block) -> Style:
    return Style(BOLD, min(10.0, block.band.h * 2.0), INK, least=5.5)


def draw_own(pen: Pen, plan: Plan, identity: SheetIdentity, mask: int) -> None:
    """The sheet's number, its letters and its QR code."""
    footer = plan.footer
    size = 8.0 if _is_low(plan) else 10.0
    bold = Style(BOLD, size, INK, least=_LETTERS_LEAST)
    number = word("number", identity.lang, n=identity.sheet)
    guide = _guide_place(plan)
    pen.text((footer.right, guide.middle[1] + bold.cap / 2), number, bold, align="right")
    base = footer.bottom - (0.4 if _is_low(plan) else 4.0)
    _letters(pen, to_letters(identity), bold, (footer.x, base), room=footer.w)
    draw_qr(pen, qr_bits(identity.to_text(), mask), plan.qr)


def _letters(pen: Pen, text: str, style: Style, at: Point, *, room: float) -> None:
    """The sheet's line of letters, on two lines where options make it long."""
    if width_mm(text, style.font, style.least) <= room:
        pen.text(at, text, style, room=room)
        return
    middle = min((n for n, letter in enumerate(text) if letter == "/"), key=_from_half(text))
    small = replace(style, size=_LETTERS_LEAST, least=4.0)
    for line, y in ((text[: middle + 1], at[1] - 2.5), (text[middle + 1 :], at[1])):
        pen.text((at[0], y), line, small, room=room)


def _from_half(text: str) -> Callable[[int], float]:
    return lambda n: abs(n - len(text) / 2)


def _title(pen: Pen, plan: Plan, heading: Heading) -> None:
    strip = plan.strip
    size = strip.h * 0.62
    die = Rect(strip.x, strip.middle[1] - size / 2, size, size)
    draw_die(pen, die, 5)
    x = die.right + 2.2
    room = strip_places(plan)[0].x - x - 3
    base = strip.middle[1] + 0.4
    pen.text((x, base), heading.title, Style(BLACK, strip.h * 1.75, DEEP, least=9), room=room)
    small = Style(REGULAR, strip.h * 0.62, SOFT)
    pen.text((x, base + small.size * 1.5 / MM), heading.subtitle, small, room=room)


def _strip_names(pen: Pen, plan: Plan, identity: SheetIdentity) -> None:
    for box, place in zip(strip_fields(plan, identity.mode), strip_places(plan), strict=True):
        style = Style(REGULAR, 5.6 if _is_low(plan) else 6.6, SOFT)
        pen.text((place.x, place.y - 0.7), word(box, identity.lang), style)


def _field_names(pen: Pen, template: Template, plan: Plan, block: Block, lang: str) -> None:
    if block.subhead is None or plan.lanes:
        return
    style = Style(REGULAR, block.subhead.h * 1.9, SOFT)
    base = block.subhead.middle[1] + style.cap / 2
    for start, stop in block.columns:
        edges = field_edges(start, stop, plan.fields)
        for field, (left, right) in zip(plan.fields, pairwise(edges), strict=True):
            middle = ((left + right) / 2, base)
            name = template.label(field, lang)
            pen.text(middle, name, style, room=right - left - 1, align="centre")


def _foot(pen: Pen, plan: Plan, lang: str) -> None:
    guide = _guide_place(plan)
    draw_guide(pen, (guide.x, guide.y), guide.h, lang)
    if not _is_low(plan):
        style = Style(REGULAR, 6.4, SOFT)
        at = (guide.x, plan.footer.bottom - 0.2)
        pen.text(at, word("care", lang), style, room=plan.footer.w)


def _guide_place(plan: Plan) -> Rect:
    """The first line of the footer."""
    footer = plan.footer
    if _is_low(plan):
        return Rect(footer.x, footer.y + 0.7, footer.w, 5.0)
    return Rect(footer.x, footer.bottom - 14.8, footer.w, 5.8)


def _is_low(plan: Plan) -> bool:
    """Whether the footer has room for two lines only."""
    return plan.footer.h < 12
