"""`Plan`: where the blocks, rows and columns of a sheet lie, before cells get their ids.

It follows from the template, the paper and the number of columns alone. Nothing here knows a
language, a name or an option, so labels can never move a cell. All measures are mm from the
page's top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from scorecheck.sheet.measures import POWER_SHARES, Measures
from scorecheck.sheet.rect import Rect, mm

Span = tuple[float, float]
"""From one x to another."""


@dataclass(frozen=True)
class PlacedRow:
    """A row of the table: `id` of its box or sum; `kind` is box, sum, chips or overall."""

    id: str
    kind: str
    y: float
    h: float
    grand: bool = False

    @property
    def bottom(self) -> float:
        """The y below it."""
        return self.y + self.h


@dataclass(frozen=True)
class PlacedGroup:
    """Rows that touch each other: a section with its sums, or the last sums of all."""

    section: str
    rows: tuple[PlacedRow, ...]

    @property
    def top(self) -> float:
        """The y of the first row."""
        return self.rows[0].y

    @property
    def bottom(self) -> float:
        """The y below the last row."""
        return self.rows[-1].bottom


@dataclass(frozen=True)
class Block:
    """A table: section tabs, labels and columns.

    The tabs reach from `tab_x` to `label_x`; `columns` are the x of the left and the right edge
    of each column. The headings stand in `band`, and below it `head` is the row of text
    cells (None where the strip has them, and in a further block) and `subhead` the place of the
    names of fields or lanes.
    """

    tab_x: float
    label_x: float
    columns: tuple[Span, ...]
    band: Rect
    head: PlacedRow | None
    subhead: Rect | None
    groups: tuple[PlacedGroup, ...]

    @property
    def left(self) -> float:
        """The x where the labels end and the columns begin."""
        return self.columns[0][0]

    @property
    def right(self) -> float:
        """The x where the last column ends."""
        return self.columns[-1][1]

    @property
    def runs(self) -> tuple[tuple[Span, ...], ...]:
        """The columns in runs that touch."""
        runs: list[tuple[Span, ...]] = []
        for column in self.columns:
            if runs and runs[-1][-1][1] == column[0]:
                runs[-1] = (*runs[-1], column)
            else:
                runs.append((column,))
        return tuple(runs)


@dataclass(frozen=True)
class Plan:
    """One sheet's geometry, before cells get their ids.

    `lanes` are the ids of the columns that belong together in each column of the sheet; none in
    most games.
    """

    measures: Measures
    page: tuple[float, float]
    marks: tuple[Rect, ...]
    strip: Rect
    footer: Rect
    qr: Rect
    fields: tuple[str, ...]
    lanes: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def alone(self) -> bool:
        """Whether the sheet is one single game's, so that the strip has its name and date."""
        return bool(self.lanes) and len(self.blocks[0].columns) == 1

    def lane_spans(self, column: Span) -> tuple[Span, ...]:
        """The lanes of a column; the column itself where it has none."""
        left, right = column
        count = max(len(self.lanes), 1)
        inner = (mm(left + (right - left) * n / count) for n in range(1, count))
        return tuple(pairwise((left, *inner, right)))


def field_edges(left: float, right: float, fields: tuple[str, ...]) -> tuple[float, ...]:
    """The x of the edges of a column's fields."""
    edges, x = [left], left
    for field in fields[:-1]:
        x += (right - left) * POWER_SHARES[field]
        edges.append(mm(x))
    return (*edges, right)
