"""Room for notes under a first table that is much shorter than the one beside it."""

from __future__ import annotations

from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen, Style
from scorecheck.sheet.colours import GRID, SOFT
from scorecheck.sheet.fonts import BOLD
from scorecheck.sheet.placed import Plan
from scorecheck.sheet.rect import Rect
from scorecheck.sheet.words import word

_LEAST = 30.0
_AWAY = 7.0
"""So far in mm from the table, so that no dotted line is taken for one of the grid."""

_STEP = 9.0
_DOT = 0.16
_DOT_STEP = 1.4


def draw_notes(pen: Pen, template: Template, plan: Plan, lang: str) -> None:
    """Dotted lines to write on, as far down as the table beside; Power has its legend there."""
    if len(plan.blocks) < 2 or template.power is not None:
        return
    first = plan.blocks[0]
    top = first.groups[-1].bottom + _AWAY
    end = max(block.groups[-1].bottom for block in plan.blocks)
    if end - top < _LEAST:
        return
    place = Rect(first.label_x, top, first.right - first.label_x, end - top)
    style = Style(BOLD, 7.5, SOFT)
    pen.text((place.x, place.y + style.cap), word("notes", lang), style)
    y = place.bottom
    while y > place.y + _STEP:
        for n in range(int(place.w / _DOT_STEP) + 1):
            pen.disc((place.x + n * _DOT_STEP, y), _DOT, GRID)
        y -= _STEP
