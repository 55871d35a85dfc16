"""The printed lines of a sheet, each exactly as it is drawn; nothing else draws a grid line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scorecheck.sheet.layout import Rule
from scorecheck.sheet.measures import TICK_LEAST, TICKS_MOST
from scorecheck.sheet.placed import Block, PlacedGroup, Plan, field_edges
from scorecheck.sheet.rect import Rect, mm
from scorecheck.sheet.strip import strip_places

THIN, MEDIUM, THICK = 0.25, 0.35, 0.5
"""Widths in mm: between cells; between columns and over sums; round groups."""


def grid_rules(plan: Plan) -> tuple[Rule, ...]:
    """All lines: the text cells of the strip, then block by block."""
    rules: list[Rule] = []
    for place in strip_places(plan):
        rules += _frame(place)
    for block in plan.blocks:
        rules += _head(block)
        for group in block.groups:
            rules += _horizontals(block, group)
            rules += _verticals(plan, block, group)
    return tuple(rules)


def sum_left(left: float, right: float, fields: tuple[str, ...]) -> float:
    """Where the cell of a sum begins: it takes the power's room too, for four digits."""
    return field_edges(left, right, fields)[-3] if len(fields) > 1 else left


def tick_edges(left: float, right: float) -> tuple[float, ...]:
    """The edges of the tick boxes for chips in one column: as many as fit, up to four."""
    count = min(TICKS_MOST, int((right - left + 0.001) / TICK_LEAST))
    return tuple(mm(left + (right - left) * n / count) for n in range(count + 1))


def _head(block: Block) -> Iterator[Rule]:
    if block.head is None:
        return
    left, right = block.edges[0], block.edges[-1]
    top, bottom = block.head.y, mm(block.head.y + block.head.h)
    yield Rule(left, top, right, top, THICK)
    if block.subhead is not None:
        yield Rule(left, bottom, right, bottom, THIN)
        bottom = mm(bottom + block.subhead.h)
    yield from _column_lines(block, top, bottom)


def _horizontals(block: Block, group: PlacedGroup) -> Iterator[Rule]:
    """From the tab on, whose dark the line's square end must not cut; none over a dark label."""
    left = mm(block.label_x + THICK / 2) if group.section else block.edges[0]
    right = block.edges[-1]
    yield Rule(left, group.top, right, group.top, THICK)
    for above, row in pairwise(group.rows):
        starts_sums = row.kind == "sum" and above.kind != "sum"
        yield Rule(left, row.y, right, row.y, MEDIUM if starts_sums else THIN)
    bottom = mm(group.bottom)
    yield Rule(left, bottom, right, bottom, THICK)


def _verticals(plan: Plan, block: Block, group: PlacedGroup) -> Iterator[Rule]:
    yield from _column_lines(block, group.top, mm(group.bottom))
    for left, right in pairwise(block.edges):
        yield from _within_column(plan, group, left, right)


def _column_lines(block: Block, top: float, bottom: float) -> Iterator[Rule]:
    for n, x in enumerate(block.edges):
        outer = n in (0, len(block.edges) - 1)
        yield Rule(x, top, x, bottom, THICK if outer else MEDIUM)


def _within_column(plan: Plan, group: PlacedGroup, left: float, right: float) -> Iterator[Rule]:
    """Lines between base, power and total, and between tick boxes; one line a run of rows."""
    runs: dict[float, list[tuple[float, float]]] = {}
    for row in group.rows:
        for x in _row_lines(row.kind, left, right, plan.fields):
            spans = runs.setdefault(x, [])
            end = mm(row.y + row.h)
            if spans and spans[-1][1] == row.y:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((row.y, end))
    for x, spans in runs.items():
        for top, bottom in spans:
            yield Rule(x, top, x, bottom, THIN)


def _row_lines(kind: str, left: float, right: float, fields: tuple[str, ...]) -> tuple[float, ...]:
    if kind == "chips":
        return tick_edges(left, right)[1:-1]
    edges = field_edges(left, right, fields)[1:-1]
    return edges[:1] if kind == "sum" else edges


def _frame(place: Rect) -> Iterator[Rule]:
    left, top, right, bottom = place.x, place.y, mm(place.right), mm(place.bottom)
    yield Rule(left, top, right, top, THIN)
    yield Rule(left, bottom, right, bottom, THIN)
    yield Rule(left, top, left, bottom, THIN)
    yield Rule(right, top, right, bottom, THIN)
