"""Laying out a sheet: `make_plan` decides where blocks, rows and columns of a sheet lie."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.errors import UsageError
from scorecheck.game.template import POWER_FIELDS, Template
from scorecheck.sheet.identity import MAX_COLUMNS
from scorecheck.sheet.measures import MEASURES, MIN_CELL_H, Measures
from scorecheck.sheet.placed import Block, PlacedGroup, PlacedRow, Plan
from scorecheck.sheet.rect import Rect, mm
from scorecheck.sheet.rows import Group, groups_of


def make_plan(template: Template, paper: str, columns: int) -> Plan:
    """Lay out a sheet with this many columns.

    Raises:
        UsageError: unknown paper, or more columns than fit.
    """
    check_printable(template)
    room = columns_that_fit(template, paper)
    if not 1 <= columns <= room:
        raise UsageError(
            f"{columns} columns of {template.id} do not fit on {paper}",
            help=f"ask for 1 to {room} columns a sheet" if room else "choose a larger paper",
            code="columns",
        )
    shape = _shape(template, paper)
    assert shape is not None  # there is room for a column
    measures = shape.measures
    return Plan(
        paper=paper,
        measures=measures,
        page=measures.page,
        marks=tuple(Rect(x, y, measures.mark, measures.mark) for x, y in measures.mark_places),
        strip=Rect(*measures.strip),
        footer=Rect(*measures.footer),
        qr=Rect(*measures.qr_place),
        fields=POWER_FIELDS if shape.power else ("value",),
        blocks=shape.blocks(columns),
    )


def check_printable(template: Template) -> None:
    """Refuse a game whose sheets cannot be drawn.

    Raises:
        UsageError: its columns belong together.
    """
    if not template.printable:
        raise UsageError(
            f"sheets of {template.title('en')} cannot be printed, as their columns belong together",
            help="scorecheck audit checks its typed cards; scorecheck variants lists the games",
            code="not-printable",
        )


def columns_that_fit(template: Template, paper: str) -> int:
    """The most columns of this game on one sheet, 0 where not even one fits.

    Raises:
        UsageError: unknown paper.
    """
    if paper not in MEASURES:
        raise UsageError(
            f"there is no paper called {paper!r}",
            help=f"choose one of {', '.join(MEASURES)}",
            code="paper",
        )
    shape = _shape(template, paper) if template.printable else None
    return 0 if shape is None else shape.columns_that_fit


Share = tuple[Group, ...]
"""The groups of one table."""


@dataclass(frozen=True)
class _Shape:
    """A game on one paper: its groups of rows, shared over one or more tables side by side."""

    measures: Measures
    power: bool
    shares: tuple[Share, ...]

    @property
    def row_h(self) -> float:
        """The height of a plain row: it fills the page, up to the comfortable height."""
        heights = [self._room(at, share) / self._weight(share) for at, share in self._numbered]
        return min(self.measures.row_most, *heights)

    @property
    def columns_that_fit(self) -> int:
        narrow = self.power or len(self.shares) > 1
        least = self.measures.power_label_min if narrow else self.measures.label_min
        room = self._table_w - self.measures.tab - least
        return max(0, min(MAX_COLUMNS, int(room / self.measures.column_least(self.power) + 1e-9)))

    def blocks(self, columns: int) -> tuple[Block, ...]:
        """The tables, centred on the page."""
        m = self.measures
        narrow = self.power or len(self.shares) > 1
        label_w, column_w = m.widths(self._table_w, columns, power=self.power, narrow=narrow)
        step = m.tab + label_w + columns * column_w + m.block_gap
        start = m.margin + (m.inner_w - step * len(self.shares) + m.block_gap) / 2
        blocks = []
        for at, share in self._numbered:
            left = start + at * step
            cells = left + m.tab + label_w
            edges = tuple(mm(cells + n * column_w) for n in range(columns + 1))
            blocks.append(self._block(at, share, mm(left), edges))
        return tuple(blocks)

    def _block(self, at: int, share: Share, left: float, edges: tuple[float, ...]) -> Block:
        m = self.measures
        width = edges[-1] - edges[0]
        band = Rect(edges[0], mm(m.table_top), width, m.band)
        head = PlacedRow("head", "text", mm(band.bottom), m.head) if at == 0 else None
        below = band.bottom + (m.head if head else 0)
        subhead = Rect(edges[0], mm(below), width, m.subhead) if self.power else None
        return Block(
            tab_x=left,
            label_x=mm(left + m.tab),
            edges=edges,
            band=band,
            head=head,
            subhead=subhead,
            groups=self._rows(share, m.table_top + self._fixed(at)),
        )

    def _rows(self, share: Share, y: float) -> tuple[PlacedGroup, ...]:
        groups = []
        for group in share:
            rows = []
            for row in group.rows:
                bottom = y + self.row_h * self.measures.weight(row)
                rows.append(PlacedRow(row.id, row.kind, mm(y), mm(mm(bottom) - mm(y))))
                y = bottom
            groups.append(PlacedGroup(group.section, tuple(rows)))
            y += self.measures.gap
        return tuple(groups)

    @property
    def _numbered(self) -> tuple[tuple[int, Share], ...]:
        return tuple(enumerate(self.shares))

    @property
    def _table_w(self) -> float:
        gaps = self.measures.block_gap * (len(self.shares) - 1)
        return (self.measures.inner_w - gaps) / len(self.shares)

    def _room(self, at: int, share: Share) -> float:
        """The height that is left for the rows of a table."""
        gaps = self.measures.gap * (len(share) - 1)
        return self.measures.table_bottom - self.measures.table_top - self._fixed(at) - gaps

    def _fixed(self, at: int) -> float:
        """The height of what stands over the rows: only the first table has text cells."""
        m = self.measures
        return m.band + (m.head if at == 0 else 0) + (m.subhead if self.power else 0)

    def _weight(self, share: Share) -> float:
        return sum(self.measures.weight(row) for group in share for row in group.rows)


def _shape(template: Template, paper: str) -> _Shape | None:
    """The fewest tables side by side that leave every row high enough to write in."""
    groups = groups_of(template)
    power = any(box.has_power for box in template.boxes)
    for count in range(1, len(groups) + 1):
        shape = _Shape(MEASURES[paper], power, _shared(groups, count))
        if shape.row_h >= MIN_CELL_H:
            return shape
    return None


def _shared(groups: Share, count: int) -> tuple[Share, ...]:
    """Split the groups into `count` runs whose longest is as short as can be."""
    if count == 1:
        return (groups,)
    splits = (
        (groups[:first], *_shared(groups[first:], count - 1))
        for first in range(1, len(groups) - count + 2)
    )
    return min(splits, key=_longest)


def _longest(shares: tuple[Share, ...]) -> int:
    return max(sum(len(group.rows) for group in share) for share in shares)
