"""`make_layout`: from a template and a sheet's identity to its cells and printed lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from scorecheck.game.template import Template
from scorecheck.sheet.grid import grid_rules, sum_left, tick_edges
from scorecheck.sheet.grounds import printed_grounds
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Cell, Layout, Mark
from scorecheck.sheet.marks import mark_ids
from scorecheck.sheet.placed import Block, PlacedRow, Plan, field_edges
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
        grounds=printed_grounds(template, plan),
    )


@dataclass(frozen=True)
class _Lane:
    """A column of one block, or with an `id` one of those within it, from `left` to `right`."""

    column: str
    left: float
    right: float
    id: str = ""

    def box(self, row_id: str) -> str:
        """A row's id with the lane's before it: `down.ones`."""
        return f"{self.id}.{row_id}" if self.id else row_id


def _cells(plan: Plan, identity: SheetIdentity) -> Iterator[Cell]:
    yield from strip_cells(plan, identity.mode)
    for at, column in enumerate(identity.column_ids):
        for block in plan.blocks:
            whole = _Lane(column, *block.columns[at])
            if block.head:
                yield _text_cell(whole, block.head, HEAD_FIELDS[identity.mode])
            yield from _column_cells(plan, block, whole)


def _column_cells(plan: Plan, block: Block, whole: _Lane) -> Iterator[Cell]:
    """Lane by lane, then the sums over them."""
    rows = [row for group in block.groups for row in group.rows]
    lanes = tuple(_lanes(plan, whole))
    for lane in lanes:
        for row in rows:
            if row.kind != "overall":
                yield from _row_cells(plan.fields, row, lane)
    for row in rows:
        if row.kind == "overall":
            yield _cell(row, replace(lanes[-1], id=""), "sum", "number")


def _lanes(plan: Plan, whole: _Lane) -> Iterator[_Lane]:
    spans = plan.lane_spans((whole.left, whole.right))
    for id, (left, right) in zip(plan.lanes or ("",), spans, strict=True):
        yield _Lane(whole.column, left, right, id)


def _row_cells(fields: tuple[str, ...], row: PlacedRow, lane: _Lane) -> Iterator[Cell]:
    if row.kind == "sum":
        start = sum_left(lane.left, lane.right, fields)
        yield _cell(row, replace(lane, left=start), "sum", "number")
        return
    if row.kind == "chips":
        edges = tick_edges(lane.left, lane.right)
        for n, (left, right) in enumerate(pairwise(edges), start=1):
            cell = _cell(row, replace(lane, left=left, right=right), "chips", "tick")
            yield replace(cell, cell=f"{lane.column}/{lane.box(row.id)}/{n}")
        return
    edges = field_edges(lane.left, lane.right, fields)
    for field, (left, right) in zip(fields, pairwise(edges), strict=True):
        kind = "power" if field == "power" else "number"
        yield _cell(row, replace(lane, left=left, right=right), field, kind)


def _text_cell(lane: _Lane, row: PlacedRow, box: str) -> Cell:
    return replace(_cell(row, lane, "text", "text"), cell=f"{lane.column}/{box}/text", box=box)


def _cell(row: PlacedRow, lane: _Lane, field: str, kind: str) -> Cell:
    return Cell(
        cell=f"{lane.column}/{lane.box(row.id)}/{field}",
        column=lane.column,
        box=lane.box(row.id),
        field=field,
        kind=kind,
        x=lane.left,
        y=row.y,
        w=mm(lane.right - lane.left),
        h=row.h,
    )
