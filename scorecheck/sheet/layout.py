"""`Layout`: where everything on a printed sheet is, in mm from the page's top left corner.

The printer draws from it and the reader crops by it; nothing else knows a coordinate.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPERS_MM: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
}


@dataclass(frozen=True)
class Mark:
    """A corner mark (AprilTag 36h11): its top left corner and its black square's side in mm."""

    id: int
    x: float
    y: float
    size: float


@dataclass(frozen=True)
class Cell:
    """A place to write; (x, y) is its top left corner. `kind`: number, power, tick or text."""

    cell: str
    column: str
    box: str
    field: str
    kind: str
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Rule:
    """A straight printed line of the grid, from (x1, y1) to (x2, y2), `width` mm thick."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True)
class Ground:
    """An area of one tone with words on it; (x, y) is its top left corner. `tone` is the share of
    the paper's light that it takes: 0 where nothing is printed but the words."""

    x: float
    y: float
    w: float
    h: float
    tone: float


@dataclass(frozen=True)
class Layout:
    """One sheet's geometry. The marks stand top left, top right, bottom right, bottom left;
    `grounds` are what the labels of the rows stand on, and the tabs beside them."""

    variant: str
    paper: str
    page_mm: tuple[float, float]
    lang: str
    marks: tuple[Mark, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    rules: tuple[Rule, ...]
    grounds: tuple[Ground, ...] = ()
