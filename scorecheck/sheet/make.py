"""`make_layout`: from a template and a sheet's identity to its cells and printed lines."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.game.template import Template
from scorecheck.sheet.grid import grid_rules, sum_left, tick_edges
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.layout import Cell, Layout, Mark
from scorecheck.sheet.marks import mark_ids
from scorecheck.sheet.plan import Block, PlacedRow, Plan, field_edges, make_plan
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


def _cells(plan: Plan, identity: SheetIdentity) -> Iterator[Cell]:
    yield from strip_cells(plan, identity.mode)
    for at, column in enumerate(identity.column_ids):
        for block in plan.blocks:
            left, right = block.edges[at], block.edges[at + 1]
            if block.head:
                box = HEAD_FIELDS[identity.mode]
                yield _cell(column, box, "text", "text", block.head, left, right)
            for group in block.groups:
                for row in group.rows:
                    yield from _row_cells(plan, block, row, column, left, right)


def _row_cells(
    plan: Plan, block: Block, row: PlacedRow, column: str, left: float, right: float
) -> Iterator[Cell]:
    if row.kind == "sum":
        start = sum_left(left, right, plan.fields)
        yield _cell(column, row.id, "sum", "number", row, start, right)
    elif row.kind == "chips":
        edges = tick_edges(left, right)
        for n in range(1, len(edges)):
            x, end = edges[n - 1], edges[n]
            yield _cell(column, row.id, "chips", "tick", row, x, end, suffix=str(n))
    else:
        edges = field_edges(left, right, plan.fields)
        for n, field in enumerate(plan.fields):
            kind = "power" if field == "power" else "number"
            yield _cell(column, row.id, field, kind, row, edges[n], edges[n + 1])


def _cell(
    column: str,
    box: str,
    field: str,
    kind: str,
    row: PlacedRow,
    left: float,
    right: float,
    suffix: str = "",
) -> Cell:
    return Cell(
        cell=f"{column}/{box}/{suffix or field}",
        column=column,
        box=box,
        field=field,
        kind=kind,
        x=left,
        y=row.y,
        w=round(right - left, 2),
        h=row.h,
    )
