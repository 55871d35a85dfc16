"""Drawing the label column: dice, names and rules of the boxes, sums with their hierarchy."""

from __future__ import annotations

from dataclasses import replace

from scorecheck.game.formula import ColumnsFormula
from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen, Style
from scorecheck.sheet.colours import DEEP, INK, SOFT, TINT, WHITE
from scorecheck.sheet.dice import draw_die, example_roll, extreme_roll, face_of
from scorecheck.sheet.fonts import BLACK, BOLD, MM, REGULAR, width_mm
from scorecheck.sheet.grid import THICK, sum_left
from scorecheck.sheet.grounds import colour_under, label_place
from scorecheck.sheet.hints import hint_under
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.lanes import draw_sum_of_lanes
from scorecheck.sheet.placed import Block, PlacedGroup, PlacedRow, Plan
from scorecheck.sheet.rect import Rect
from scorecheck.sheet.words import word

_PAD = 1.8
_TEXT_LEAST = 21.0
"""Example dice are drawn only where this much room in mm is left for the name."""


class LabelPainter:
    """Draws the labels of one block in one language, with the rules of one sheet."""

    def __init__(self, pen: Pen, template: Template, identity: SheetIdentity) -> None:
        self._pen = pen
        self._template = template
        self._lang = identity.lang
        self._options = template.resolve_options(dict(identity.options))

    def draw(self, plan: Plan, block: Block) -> None:
        """All labels of a block, with the tabs of its sections; the grid comes over them."""
        for group in block.groups:
            if not group.section:
                self._last_sums(plan, block, group)
                continue
            self._tab(block, group)
            for row in group.rows:
                place = label_place(block, row)
                if row.kind == "sum":
                    self._pen.fill(place, colour_under(self._template, group, row))
                    self._no_entry(plan, block, row)
                    self._sum(row, place)
                else:
                    self._box(row, place)

    def _tab(self, block: Block, group: PlacedGroup) -> None:
        place = _over_lines(block.tab_x, group, block.label_x - block.tab_x)
        self._pen.fill(place, DEEP)
        style = Style(BOLD, 8.5 if place.w > 4 else 7, WHITE, least=4)
        name = self._template.label(group.section, self._lang)
        self._pen.upward(place.middle, name, style, room=place.h - 2)

    def _last_sums(self, plan: Plan, block: Block, group: PlacedGroup) -> None:
        """The grand total on dark ground, and over it the other sums over all columns."""
        self._pen.fill(_over_lines(block.tab_x, group, block.label_x - block.tab_x), DEEP)
        for row in group.rows:
            if row.grand:
                self._grand(block, group, row)
            else:
                place = label_place(block, row)
                self._pen.fill(place, colour_under(self._template, group, row))
                self._sum(row, place)
            self._no_entry(plan, block, row)

    def _grand(self, block: Block, group: PlacedGroup, row: PlacedRow) -> None:
        place = _over_lines(block.tab_x, replace(group, rows=(row,)), block.left - block.tab_x)
        self._pen.fill(place, DEEP)
        style = Style(BLACK, min(13.0, row.h * 1.35), WHITE, least=7)
        at = (place.right - _PAD, place.middle[1] + style.cap / 2)
        name = self._template.label(row.id, self._lang)
        self._pen.text(at, name, style, room=place.w - 2 * _PAD, align="right")

    def _no_entry(self, plan: Plan, block: Block, row: PlacedRow) -> None:
        """A sum has no base, and one over columns a single cell: what is left over is tinted so
        that nobody writes there."""
        for left, right in block.columns:
            start = sum_left(left, right, plan.fields)
            if row.kind == "overall":
                start = plan.lane_spans((left, right))[-1][0]
            if start > left:
                place = Rect(left, row.y, start - left, row.h)
                self._pen.fill(place, TINT)
                self._adds_up(row, place)

    def _adds_up(self, row: PlacedRow, place: Rect) -> None:
        """What a sum over columns is made of."""
        formulas = {total.id: total.formula for total in self._template.overall}
        formula = formulas.get(row.id)
        if isinstance(formula, ColumnsFormula):
            more = tuple(self._template.label(part, self._lang) for part in formula.plus)
            draw_sum_of_lanes(self._pen, self._template, place, more)

    def _box(self, row: PlacedRow, place: Rect) -> None:
        name = self._template.label(row.id, self._lang)
        hint = self._hint(row)
        if row.kind == "chips":
            more = word("chips", self._lang)
            self._two_lines(place.inset(_PAD), name, f"{hint} – {more}" if hint else more)
        else:
            self._two_lines(self._dice(row, place), name, hint)

    def _hint(self, row: PlacedRow) -> str:
        return hint_under(self._template, row.id, self._lang, self._options)

    def _dice(self, row: PlacedRow, place: Rect) -> Rect:
        """Draw a box's die or example roll; gives the room that is left for words."""
        inner = place.inset(_PAD)
        pattern = self._template.box(row.id).pattern_for(self._options)
        face = face_of(pattern)
        if face:
            size = min(7.2, row.h * 0.66)
            die = Rect(inner.x, place.middle[1] - size / 2, size, size)
            draw_die(self._pen, die, face)
            start = die.right + 2.0
            return Rect(start, inner.y, inner.right - start, inner.h)
        roll = extreme_roll(self._template, row.id) or example_roll(pattern, self._template.dice)
        size = min(5.6, row.h * 0.46, place.w * 0.068)
        start = inner.right - size * (1.16 * len(roll) - 0.16)
        if not roll or start - inner.x < _TEXT_LEAST:
            return inner
        for n, pips in enumerate(roll):
            die = Rect(start + n * size * 1.16, place.middle[1] - size / 2, size, size)
            draw_die(self._pen, die, pips)
        return Rect(inner.x, inner.y, start - inner.x - 1.6, inner.h)

    def _sum(self, row: PlacedRow, place: Rect) -> None:
        """A sum stands at the right, next to its cell; its rule before or under it."""
        name = self._template.label(row.id, self._lang)
        hint = self._hint(row)
        style = Style(BOLD, min(10.0, row.h * 1.05), INK, least=6)
        small = Style(REGULAR, style.size * 0.74, SOFT, least=4.8)
        inner = place.inset(_PAD)
        wide = width_mm(name, style.font, style.size)
        if hint and width_mm(hint, small.font, small.size) > inner.w - wide - 2:
            self._two_lines(inner, name, hint, align="right")
            return
        base = place.middle[1] + style.cap / 2
        self._pen.text((inner.right, base), name, style, room=inner.w, align="right")
        if hint:
            self._pen.text((inner.x, base), hint, small)

    def _two_lines(self, place: Rect, name: str, hint: str, align: str = "left") -> None:
        """A name with its rule in small type under it."""
        row_h = place.h + 2 * _PAD
        style = Style(BOLD, min(10.5, row_h * 1.1), INK, least=6)
        small = Style(REGULAR, min(7.4, row_h * 0.75), SOFT, least=4.8)
        x = place.x if align == "left" else place.right
        step = small.size * 1.28 / MM if hint else 0.0
        base = place.middle[1] + (style.cap - step) / 2
        self._pen.text((x, base), name, style, room=place.w, align=align)
        if hint:
            self._pen.text((x, base + step), hint, small, room=place.w, align=align)


def _over_lines(x: float, group: PlacedGroup, width: float) -> Rect:
    """As high as a group with the lines round it."""
    top = group.top - THICK / 2
    return Rect(x, top, width, group.bottom + THICK / 2 - top)
