"""A layout as JSON (`scorecheck/layout/1`), for programs that fill in or cut out cells."""

from __future__ import annotations

from typing import Any

from scorecheck.sheet.layout import Cell, Layout, Mark

SCHEMA = "scorecheck/layout/1"


def layout_document(layout: Layout) -> dict[str, Any]:
    """Marks and cells in mm from the page's top left corner."""
    return {
        "schema": SCHEMA,
        "variant": layout.variant,
        "paper": layout.paper,
        "page_mm": list(layout.page_mm),
        "lang": layout.lang,
        "marks": [_mark(mark) for mark in layout.marks],
        "columns": list(layout.columns),
        "cells": [_cell(cell) for cell in layout.cells],
    }


def _mark(mark: Mark) -> dict[str, Any]:
    return {"id": mark.id, "x": mark.x, "y": mark.y, "size": mark.size}


def _cell(cell: Cell) -> dict[str, Any]:
    names = ("cell", "column", "box", "field", "kind", "x", "y", "w", "h")
    return {name: getattr(cell, name) for name in names}
