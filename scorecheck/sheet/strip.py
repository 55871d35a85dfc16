"""The text cells between the upper marks: name, place, date of the whole sheet."""

from __future__ import annotations

from scorecheck.sheet.layout import Cell
from scorecheck.sheet.placed import Plan
from scorecheck.sheet.rect import Rect, mm

_FIELDS = {"games": ("name", "place"), "players": ("place", "date")}
"""What the two cells are for: one player's games have a date each, players have a name each."""

_FIELDS_ALONE = ("name", "date")
"""What they are for on a sheet of one game, which has no text cell over its column."""

_WIDTHS = (0.36, 0.2)
_GAP = 2.0


def strip_fields(plan: Plan, mode: str) -> tuple[str, str]:
    """What the two cells are for."""
    return _FIELDS_ALONE if plan.alone else _FIELDS[mode]


def strip_places(plan: Plan) -> tuple[Rect, ...]:
    """The places of the two cells; the title stands left of them."""
    strip = plan.strip
    h = plan.measures.strip_cell
    y = mm(strip.bottom - h)
    second_w, first_w = mm(strip.w * _WIDTHS[1]), mm(strip.w * _WIDTHS[0])
    second = Rect(mm(strip.right - second_w), y, second_w, h)
    first = Rect(mm(second.x - _GAP - first_w), y, first_w, h)
    return (first, second)


def strip_cells(plan: Plan, mode: str) -> tuple[Cell, ...]:
    """The cells; they belong to no column."""
    return tuple(
        Cell(f"sheet/{box}/text", "", box, "text", "text", place.x, place.y, place.w, place.h)
        for box, place in zip(strip_fields(plan, mode), strip_places(plan), strict=True)
    )
