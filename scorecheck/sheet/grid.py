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
        rules += _head(plan, block)
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


def _head(plan: Plan, block: Block) -> Iterator[Rule]:
    """The lines round the text cells and the names of lanes or fields."""
    places = []
    if block.head is not None:
        places.append((block.head.y, block.head.bottom))
    if block.subhead is not None and (block.head is not None or plan.lanes):
        places.append((block.subhead.y, block.subhead.bottom))
    if not places:
        return
    for n, (top, _) in enumerate(places):
        yield from _level(block, block.left, mm(top), THIN if n else THICK)
    bottom = mm(places[-1][1])
    yield from _column_lines(block, mm(places[0][0]), bottom)
    if plan.lanes:
        yield from _lane_lines(plan, block, mm(places[-1][0]), bottom)


def _horizontals(block: Block, group: PlacedGroup) -> Iterator[Rule]:
    """From the tab on, whose dark the line's square end must not cut; none over a dark label."""
    inner = mm(block.label_x + THICK / 2)
    yield from _level(block, block.left if group.rows[0].grand else inner, group.top, THICK)
    for above, row in pairwise(group.rows):
        starts_sums = row.kind == "sum" and above.kind != "sum"
        left = block.left if row.grand else inner
        yield from _level(block, left, row.y, MEDIUM if starts_sums else THIN)
    yield from _level(block, inner if group.section else block.left, mm(group.bottom), THICK)


def _level(block: Block, left: float, y: float, width: float) -> Iterator[Rule]:
    """A level line over all columns, the first piece from `left` on."""
    for n, run in enumerate(block.runs):
        yield Rule(run[0][0] if n else left, y, run[-1][1], y, width)


def _verticals(plan: Plan, block: Block, group: PlacedGroup) -> Iterator[Rule]:
    top, bottom = group.top, mm(group.bottom)
    yield from _column_lines(block, top, bottom)
    if group.rows[0].kind == "overall":
        for column in block.columns:
            x = plan.lane_spans(column)[-1][0]
            yield Rule(x, top, x, bottom, THIN)
        return
    yield from _lane_lines(plan, block, top, bottom)
    for column in block.columns:
        for left, right in plan.lane_spans(column):
            yield from _within_column(plan, group, left, right)


def _column_lines(block: Block, top: float, bottom: float) -> Iterator[Rule]:
    for run in block.runs:
        yield Rule(run[0][0], top, run[0][0], bottom, THICK)
        for _, right in run:
            yield Rule(right, top, right, bottom, THICK if right == run[-1][1] else MEDIUM)


def _lane_lines(plan: Plan, block: Block, top: float, bottom: float) -> Iterator[Rule]:
    for column in block.columns:
        for x, _ in plan.lane_spans(column)[1:]:
            yield Rule(x, top, x, bottom, MEDIUM)


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
