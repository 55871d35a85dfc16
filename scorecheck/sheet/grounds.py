"""What labels stand on: white paper, tints under sums, a dark ground under the grand total.

The printer draws them, and a reader finds them again: a tint that is white in a photo tells that
pale ink would be, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.game.template import Template
from scorecheck.sheet.colours import DEEP, SHADE, TINT, WHITE, Colour
from scorecheck.sheet.layout import Ground
from scorecheck.sheet.placed import Block, PlacedGroup, PlacedRow, Plan
from scorecheck.sheet.rect import Rect, mm

_LUMA = (0.299, 0.587, 0.114)
"""What red, green and blue give to the grey of a photo."""


def colour_under(template: Template, group: PlacedGroup, row: PlacedRow) -> Colour:
    """What the label of a row stands on."""
    if row.grand:
        return DEEP
    if not group.section:
        return TINT
    if row.kind != "sum":
        return WHITE
    return SHADE if _is_total(template, group, row) else TINT


def label_place(block: Block, row: PlacedRow) -> Rect:
    """Where the label of a row stands."""
    return Rect(block.label_x, row.y, block.left - block.label_x, row.h)


def printed_grounds(template: Template, plan: Plan) -> tuple[Ground, ...]:
    """The grounds of all labels and of the tabs beside them."""
    return tuple(one for block in plan.blocks for one in _of_block(template, block))


def _of_block(template: Template, block: Block) -> Iterator[Ground]:
    for group in block.groups:
        high = group.bottom - group.top
        yield _ground(Rect(block.tab_x, group.top, block.label_x - block.tab_x, high), DEEP)
        for row in group.rows:
            yield _ground(label_place(block, row), colour_under(template, group, row))


def _ground(place: Rect, colour: Colour) -> Ground:
    light = sum(share * part for share, part in zip(_LUMA, colour, strict=True))
    return Ground(place.x, place.y, mm(place.w), mm(place.h), round(1 - light, 4))


def _is_total(template: Template, group: PlacedGroup, row: PlacedRow) -> bool:
    """Whether a sum closes its section, so that it stands out from those before."""
    formula = next(s.formula for s in template.sums if s.id == row.id)
    return row is group.rows[-1] and formula.kind != "bonus"
