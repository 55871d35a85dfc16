"""`Plan`: where the blocks, rows and columns of a sheet lie, before cells get their ids.

It follows from the template, the paper and the number of columns alone. Nothing here knows a
language, a name or an option, so labels can never move a cell. All measures are mm from the
page's top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.sheet.measures import POWER_SHARES, Measures
from scorecheck.sheet.rect import Rect, mm


@dataclass(frozen=True)
class PlacedRow:
    """A row of the table: `id` of its box or sum; `kind` is box, sum or chips."""

    id: str
    kind: str
    y: float
    h: float


@dataclass(frozen=True)
class PlacedGroup:
    """Rows that touch each other: a section with its sums, or the grand total."""

    section: str
    rows: tuple[PlacedRow, ...]

    @property
    def top(self) -> float:
        """The y of the first row."""
        return self.rows[0].y

    @property
    def bottom(self) -> float:
        """The y below the last row."""
        return self.rows[-1].y + self.rows[-1].h


@dataclass(frozen=True)
class Block:
    """A table: section tabs, labels and columns.

    The tabs reach from `tab_x` to `label_x`; `edges` are the x of the columns' edges, one more
    than there are columns. The headings stand in `band`, and below it `head` is the row of text
    cells (None in a further block) and `subhead` the place of the field names.
    """

    tab_x: float
    label_x: float
    edges: tuple[float, ...]
    band: Rect
    head: PlacedRow | None
    subhead: Rect | None
    groups: tuple[PlacedGroup, ...]


@dataclass(frozen=True)
class Plan:
    """One sheet's geometry, before cells get their ids."""

    paper: str
    measures: Measures
    page: tuple[float, float]
    marks: tuple[Rect, ...]
    strip: Rect
    footer: Rect
    qr: Rect
    fields: tuple[str, ...]
    blocks: tuple[Block, ...]


def field_edges(left: float, right: float, fields: tuple[str, ...]) -> tuple[float, ...]:
    """The x of the edges of a column's fields."""
    edges, x = [left], left
    for field in fields[:-1]:
        x += (right - left) * POWER_SHARES[field]
        edges.append(mm(x))
    return (*edges, right)
