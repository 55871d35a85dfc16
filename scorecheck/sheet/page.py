"""Drawing one sheet: what all sheets of a run share, and what is each sheet's own."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.game.template import Template
from scorecheck.sheet.canvas import CAP, DEEP, GRID, INK, SOFT, Pen
from scorecheck.sheet.codes import draw_mark, draw_qr, qr_bits
from scorecheck.sheet.dice import draw_die
from scorecheck.sheet.fonts import BLACK, BOLD, MM, REGULAR
from scorecheck.sheet.guide import draw_guide
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.labels import draw_labels
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.letters import to_letters
from scorecheck.sheet.make import HEAD_FIELDS
from scorecheck.sheet.plan import Block, Plan, field_edges
from scorecheck.sheet.strip import STRIP_FIELDS, strip_places
from scorecheck.sheet.words import word


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
    lang = identity.lang
    for block in plan.blocks:
        draw_labels(pen, template, block, lang)
        _field_names(pen, plan, block, lang)
    for rule in layout.rules:
        pen.line(rule.x1, rule.y1, rule.x2, rule.y2, rule.width, GRID)
    for mark in layout.marks:
        draw_mark(pen, mark)
    for box, place in zip(STRIP_FIELDS[identity.mode], strip_places(plan), strict=True):
        size = 6.6 if place.h > 8.5 else 5.6
        pen.text(place.x, place.y - 0.7, word(box, lang), REGULAR, size, SOFT)
    _guide(pen, plan, lang)


def draw_heading(pen: Pen, plan: Plan, identity: SheetIdentity, heading: Heading) -> None:
    """Title and column headings: the same on all sheets with the same columns."""
    _title(pen, plan, heading)
    for block in plan.blocks:
        for n, text in enumerate(heading.columns):
            middle = (block.edges[n] + block.edges[n + 1]) / 2
            room = block.edges[n + 1] - block.edges[n] - 1.0
            size = min(10.0, block.band.h * 2.0)
            base = block.band.y + block.band.h / 2 + size * CAP / MM / 2 - 0.15
            pen.text(
                middle, base, text, BOLD, size, INK, room=room, least=size * 0.6, align="centre"
            )
    key = "signature" if heading.named else HEAD_FIELDS[identity.mode]
    first = plan.blocks[0]
    if first.head:
        size = min(8.5, first.head.h)
        base = first.head.y + first.head.h / 2 + size * CAP / MM / 2
        pen.text(
            first.edges[0] - 1.8, base, word(key, identity.lang), REGULAR, size, SOFT, align="right"
        )


def draw_own(pen: Pen, plan: Plan, identity: SheetIdentity) -> None:
    """The sheet's number, its letters and its QR code."""
    footer = plan.footer
    number = word("number", identity.lang, n=identity.sheet)
    size = 10.0 if footer.h > 12 else 8.0
    base = _letters_base(plan)
    wide = pen.text(footer.right, base, number, BOLD, size, INK, align="right")
    letters = to_letters(identity)
    pen.text(footer.x, base, letters, BOLD, size, INK, room=footer.w - wide - 3, least=5.5)
    draw_qr(pen, qr_bits(identity.to_text()), plan.qr)


def _title(pen: Pen, plan: Plan, heading: Heading) -> None:
    strip, places = plan.strip, strip_places(plan)
    room = places[0].x - strip.x - 3
    die = strip.h * 0.62
    y = strip.y + (strip.h - die) / 2
    draw_die(pen, strip.x, y, die, 5)
    x = strip.x + die + 2.2
    room -= die + 2.2
    size, small = strip.h * 1.75, strip.h * 0.62
    middle = strip.y + strip.h / 2
    base = middle + (0.4 if heading.subtitle else size * CAP / MM / 2)
    pen.text(x, base, heading.title, BLACK, size, DEEP, room=room, least=9)
    if heading.subtitle:
        pen.text(
            x, base + small * 1.5 / MM, heading.subtitle, REGULAR, small, SOFT, room=room, least=5
        )


def _field_names(pen: Pen, plan: Plan, block: Block, lang: str) -> None:
    if block.subhead is None:
        return
    size = block.subhead.h * 1.9
    base = block.subhead.y + block.subhead.h / 2 + size * CAP / MM / 2
    for left, right in zip(block.edges, block.edges[1:], strict=False):
        edges = field_edges(left, right, plan.fields)
        for n, field in enumerate(plan.fields):
            middle, room = (edges[n] + edges[n + 1]) / 2, edges[n + 1] - edges[n] - 1
            pen.text(
                middle, base, word(field, lang), REGULAR, size, SOFT, room=room, align="centre"
            )


def _guide(pen: Pen, plan: Plan, lang: str) -> None:
    footer = plan.footer
    small = footer.h < 12
    h = 5.0 if small else 6.6
    draw_guide(pen, footer.x, footer.y + 0.3, h, lang, 6.2 if small else 7.4)
    if not small:
        pen.text(
            footer.x, footer.bottom - 0.4, word("care", lang), REGULAR, 6.4, SOFT, room=footer.w
        )


def _letters_base(plan: Plan) -> float:
    return plan.footer.bottom - (0.6 if plan.footer.h < 12 else 4.2)
