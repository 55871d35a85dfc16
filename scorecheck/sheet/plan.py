"""`Plan`: where blocks, rows and columns of a sheet lie, from the template, paper and columns alone.

Nothing here knows a language, a name or an option, so labels can never move a cell. All measures
are mm from the page's top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.sheet.identity import MAX_COLUMNS
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.measures import MEASURES, MIN_CELL_H, POWER_SHARES, Measures
from scorecheck.sheet.rows import Group, groups_of


@dataclass(frozen=True)
class Rect:
    """A rectangle; (x, y) is its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the bottom edge."""
        return self.y + self.h


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
    """A table: section tab, labels and columns.

    `edges` are the x of the columns' edges, one more than there are columns. `head` is the row of
    text cells on top (None in a further block); `subhead` the y and height of the field names.
    """

    tab: Rect
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


def make_plan(template: Template, paper: str, columns: int) -> Plan:
    """Lay out a sheet with this many columns.

    Raises:
        UsageError: unknown paper, or more columns than fit.
    """
    if paper not in MEASURES:
        raise UsageError(
            f"there is no paper called {paper!r}",
            help=f"choose one of {', '.join(PAPERS_MM)}",
            code="paper",
        )
    room = columns_that_fit(template, paper)
    if not 1 <= columns <= room:
        raise UsageError(
            f"{columns} columns of {template.id} do not fit on {paper}",
            help=f"ask for 1 to {room} columns a sheet" if room else "choose a larger paper",
            code="columns",
        )
    measures = MEASURES[paper]
    groups = groups_of(template)
    count = _blocks_needed(groups, measures, has_power(template))
    assert count is not None  # columns_that_fit found room
    return _place(template, measures, columns, _share(groups, count))


def columns_that_fit(template: Template, paper: str) -> int:
    """The most columns of this game on one sheet, 0 where not even one fits."""
    measures = MEASURES[paper]
    power = has_power(template)
    blocks = _blocks_needed(groups_of(template), measures, power)
    if blocks is None:
        return 0
    width = _block_width(measures, blocks) - measures.tab - measures.label_least(power, blocks)
    return max(0, min(MAX_COLUMNS, int(width / measures.column_least(power) + 1e-9)))


def has_power(template: Template) -> bool:
    """Whether the columns are split into base, power and total."""
    return any(box.has_power for box in template.boxes)


def field_edges(left: float, right: float, fields: tuple[str, ...]) -> tuple[float, ...]:
    """The x of the edges of a column's fields."""
    if len(fields) == 1:
        return (left, right)
    edges, x = [left], left
    for field in fields[:-1]:
        x += (right - left) * POWER_SHARES[field]
        edges.append(_mm(x))
    return (*edges, right)


def _blocks_needed(groups: tuple[Group, ...], measures: Measures, power: bool) -> int | None:
    """How many tables side by side leave every row at least 8 mm."""
    for count in range(1, len(groups) + 1):
        if _row_height(_share(groups, count), measures, power) >= MIN_CELL_H:
            return count
    return None


def _share(groups: tuple[Group, ...], count: int) -> tuple[tuple[Group, ...], ...]:
    """Split the groups into `count` runs whose longest is as short as can be."""
    if count == 1:
        return (groups,)
    best: tuple[tuple[Group, ...], ...] | None = None
    for first in range(1, len(groups) - count + 2):
        option = (groups[:first], *_share(groups[first:], count - 1))
        if best is None or _longest(option) < _longest(best):
            best = option
    assert best is not None
    return best


def _longest(blocks: tuple[tuple[Group, ...], ...]) -> int:
    return max(sum(len(group.rows) for group in block) for block in blocks)


def _row_height(blocks: tuple[tuple[Group, ...], ...], measures: Measures, power: bool) -> float:
    """The height of a plain row, to fill the page or up to the comfortable height."""
    heights = []
    for at, block in enumerate(blocks):
        fixed = measures.band + (measures.head if at == 0 else 0)
        fixed += measures.subhead if power else 0
        fixed += measures.gap * (len(block) - 1)
        weight = sum(measures.weight(row) for group in block for row in group.rows)
        heights.append((measures.table_bottom - measures.table_top - fixed) / weight)
    return (
        min(measures.row_most, *heights) if len(heights) > 1 else min(measures.row_most, heights[0])
    )


def _block_width(measures: Measures, blocks: int) -> float:
    return (measures.inner_w - measures.block_gap * (blocks - 1)) / blocks


def _place(
    template: Template,
    measures: Measures,
    columns: int,
    shared: tuple[tuple[Group, ...], ...],
) -> Plan:
    power = has_power(template)
    row_h = _row_height(shared, measures, power)
    width = _block_width(measures, len(shared))
    label_w, column_w = measures.widths(width, columns, power, len(shared))
    used = measures.tab + label_w + columns * column_w
    total = used * len(shared) + measures.block_gap * (len(shared) - 1)
    x = measures.margin + (measures.inner_w - total) / 2
    blocks = []
    for at, groups in enumerate(shared):
        left = x + at * (used + measures.block_gap)
        edges = tuple(_mm(left + measures.tab + label_w + n * column_w) for n in range(columns + 1))
        blocks.append(_block(groups, measures, left, edges, row_h, at == 0, power))
    return Plan(
        paper=measures.paper,
        measures=measures,
        page=measures.page,
        marks=tuple(Rect(mx, my, measures.mark, measures.mark) for mx, my in measures.mark_places),
        strip=Rect(*measures.strip),
        footer=Rect(*measures.footer),
        qr=Rect(*measures.qr_place),
        fields=("base", "power", "total") if power else ("value",),
        blocks=tuple(blocks),
    )


def _block(
    groups: tuple[Group, ...],
    measures: Measures,
    left: float,
    edges: tuple[float, ...],
    row_h: float,
    first: bool,
    power: bool,
) -> Block:
    y = measures.table_top
    cells_w = edges[-1] - edges[0]
    band = Rect(edges[0], y, cells_w, measures.band)
    y += measures.band
    head = None
    if first:
        head = PlacedRow("head", "text", _mm(y), measures.head)
        y += measures.head
    subhead = None
    if power:
        subhead = Rect(edges[0], _mm(y), cells_w, measures.subhead)
        y += measures.subhead
    top = y
    placed = []
    for group in groups:
        rows = []
        for row in group.rows:
            h = row_h * measures.weight(row)
            rows.append(PlacedRow(row.id, row.kind, _mm(y), _mm(_mm(y + h) - _mm(y))))
            y += h
        placed.append(PlacedGroup(group.section, tuple(rows)))
        y += measures.gap
    return Block(
        tab=Rect(_mm(left), _mm(top), measures.tab, _mm(placed[-1].bottom - top)),
        label_x=_mm(left + measures.tab),
        edges=edges,
        band=band,
        head=head,
        subhead=subhead,
        groups=tuple(placed),
    )


def _mm(value: float) -> float:
    """Layouts are written in hundredths of a millimetre."""
    return round(value, 2)
