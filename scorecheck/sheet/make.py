"""`make_layout`: from a template and a sheet's identity to its cells and printed lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from scorecheck.game.template import Template
from scorecheck.sheet.grid import grid_rules, sum_left, tick_edges
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Cell, Layout, Mark
from scorecheck.sheet.marks import mark_ids
from scorecheck.sheet.placed import PlacedRow, Plan, field_edges
from scorecheck.sheet.plan import make_plan
from scorecheck.sheet.rect import mm
from scorecheck.sheet.strip import strip_cells

HEAD_FIELDS = {"games": "date", "players": "name"}
"""What the text cell on top of a column is for."""


def make_layout(template: Template, identity: SheetIdentity) -> Layout:
    """Everything on the sheet that is written in or that helps to find it.

    Raises:
        UsageError: more columns than fit on the paper.
    """
    plan = make_plan(template, identity.paper, identity.columns)
    return Layout(
        variant=identity.variant,
        paper=identity.paper,
        page_mm=plan.page,
        lang=identity.lang,
        marks=tuple(
            Mark(id, place.x, place.y, place.w)
            for id, place in zip(mark_ids(identity), plan.marks, strict=True)
        ),
        columns=identity.column_ids,
        cells=tuple(_cells(plan, identity)),
        rules=grid_rules(plan),
    )


@dataclass(frozen=True)
class _Lane:
    """A column of one block, from `left` to `right`."""

    column: str
    left: float
    right: float


def _cells(plan: Plan, identity: SheetIdentity) -> Iterator[Cell]:
    yield from strip_cells(plan, identity.mode)
    for at, column in enumerate(identity.column_ids):
        for block in plan.blocks:
            lane = _Lane(column, block.edges[at], block.edges[at + 1])
            if block.head:
                yield _text_cell(lane, block.head, HEAD_FIELDS[identity.mode])
            for group in block.groups:
                for row in group.rows:
                    yield from _row_cells(plan.fields, row, lane)


def _row_cells(fields: tuple[str, ...], row: PlacedRow, lane: _Lane) -> Iterator[Cell]:
    if row.kind == "sum":
        start = sum_left(lane.left, lane.right, fields)
        yield _cell(row, _Lane(lane.column, start, lane.right), "sum", "number")
        return
    if row.kind == "chips":
        edges = tick_edges(lane.left, lane.right)
        for n, (left, right) in enumerate(pairwise(edges), start=1):
            cell = _cell(row, _Lane(lane.column, left, right), "chips", "tick")
            yield replace(cell, cell=f"{lane.column}/{row.id}/{n}")
        return
    edges = field_edges(lane.left, lane.right, fields)
    for field, (left, right) in zip(fields, pairwise(edges), strict=True):
        kind = "power" if field == "power" else "number"
        yield _cell(row, _Lane(lane.column, left, right), field, kind)


def _text_cell(lane: _Lane, row: PlacedRow, box: str) -> Cell:
    return replace(_cell(row, lane, "text", "text"), cell=f"{lane.column}/{box}/text", box=box)


def _cell(row: PlacedRow, lane: _Lane, field: str, kind: str) -> Cell:
    return Cell(
        cell=f"{lane.column}/{row.id}/{field}",
        column=lane.column,
        box=row.id,
        field=field,
        kind=kind,
        x=lane.left,
        y=row.y,
        w=mm(lane.right - lane.left),
        h=row.h,
    )
