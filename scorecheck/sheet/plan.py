"""Laying out a sheet: `make_plan` decides where blocks, rows and columns of a sheet lie."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.errors import UsageError, quoted
from scorecheck.game.template import POWER_FIELDS, Template
from scorecheck.languages.phrase import Named, Phrase
from scorecheck.sheet.identity import MAX_COLUMNS
from scorecheck.sheet.measures import MEASURES, MIN_CELL_H, Measures
from scorecheck.sheet.placed import Block, PlacedGroup, PlacedRow, Plan, Span
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
            Phrase(
                "{n} columns of {variant} do not fit on {paper}",
                n=columns,
                variant=template.id,
                paper=paper,
            ),
            help=Phrase("ask for 1 to {n} columns a sheet", n=room)
            if room
            else Phrase("choose a larger paper"),
            code="columns",
        )
    shape = _shape(template, paper, columns)
    assert shape is not None  # there is room for the columns
    measures = shape.measures
    return Plan(
        measures=measures,
        page=measures.page,
        marks=tuple(Rect(x, y, measures.mark, measures.mark) for x, y in measures.mark_places),
        strip=Rect(*measures.strip),
        footer=Rect(*measures.footer),
        qr=Rect(*measures.qr_place),
        fields=POWER_FIELDS if shape.kind == "power" else ("value",),
        lanes=tuple(lane.id for lane in template.columns),
        blocks=shape.blocks(columns),
    )


def check_printable(template: Template) -> None:
    """Refuse a game whose sheets cannot be drawn.

    Raises:
        UsageError: it has both columns that belong together and several cells a box.
    """
    if not template.printable:
        raise UsageError(
            Phrase(
                "sheets of {game} cannot be printed: its boxes have several cells in each of "
                "several columns",
                game=Named(template.title),
            ),
            help=Phrase(
                "scorecheck audit checks its typed cards; scorecheck variants lists the games"
            ),
            code="not-printable",
        )


def columns_that_fit(template: Template, paper: str) -> int:
    """The most columns of this game on one sheet, 0 where not even one fits.

    Raises:
        UsageError: unknown paper.
    """
    if paper not in MEASURES:
        raise UsageError(
            Phrase("there is no paper called {name}", name=quoted(paper)),
            help=Phrase("choose one of {names}", names=", ".join(MEASURES)),
            code="paper",
        )
    fit = 0
    while template.printable and fit < MAX_COLUMNS and _shape(template, paper, fit + 1):
        fit += 1
    return fit


Share = tuple[Group, ...]
"""The groups of one table."""


@dataclass(frozen=True)
class _Shape:
    """A game on one paper: its groups of rows, shared over one or more tables side by side.

    `kind` of its columns is plain, power or lane; `lanes` of them belong together.
    """

    measures: Measures
    kind: str
    lanes: int
    has_head: bool
    shares: tuple[Share, ...]

    @property
    def row_h(self) -> float:
        """The height of a plain row: it fills the page, up to the comfortable height."""
        heights = [self._room(at, share) / self._weight(share) for at, share in self._numbered]
        return min(self.measures.row_most, *heights)

    @property
    def columns_that_fit(self) -> int:
        m = self.measures
        room = self._table_w - m.tab - m.label_range(self._narrow)[0] + self._apart
        return int(room / (self.lanes * m.column_range(self.kind)[0] + self._apart) + 1e-9)

    def blocks(self, columns: int) -> tuple[Block, ...]:
        """The tables, centred on the page."""
        m = self.measures
        count, apart = columns * self.lanes, self._apart
        room = self._table_w - (columns - 1) * apart
        label_w, lane_w = m.widths(room, count, self.kind, narrow=self._narrow)
        step = m.tab + label_w + count * lane_w + (columns - 1) * apart + m.block_gap
        start = m.margin + (m.inner_w - step * len(self.shares) + m.block_gap) / 2
        blocks = []
        for at, share in self._numbered:
            left = start + at * step
            cells, wide = left + m.tab + label_w, self.lanes * lane_w
            starts = (cells + n * (wide + apart) for n in range(columns))
            spans = tuple((mm(start), mm(start + wide)) for start in starts)
            blocks.append(self._block(at, share, mm(left), spans))
        return tuple(blocks)

    def _block(self, at: int, share: Share, left: float, columns: tuple[Span, ...]) -> Block:
        m = self.measures
        start, width = columns[0][0], columns[-1][1] - columns[0][0]
        band = Rect(start, mm(m.table_top), width, m.band)
        head = PlacedRow("head", "text", mm(band.bottom), m.head) if self._head(at) else None
        below = band.bottom + self._head(at)
        subhead = Rect(start, mm(below), width, self._subhead) if self._subhead else None
        return Block(
            tab_x=left,
            label_x=mm(left + m.tab),
            columns=columns,
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
                rows.append(PlacedRow(row.id, row.kind, mm(y), mm(mm(bottom) - mm(y)), row.grand))
                y = bottom
            groups.append(PlacedGroup(group.section, tuple(rows)))
            y += self.measures.gap
        return tuple(groups)

    @property
    def _apart(self) -> float:
        """How far games of several lanes stand from each other."""
        return self.measures.game_gap if self.kind == "lane" else 0.0

    @property
    def _narrow(self) -> bool:
        """Whether the label column has to do with little room."""
        return self.kind == "power" or len(self.shares) > 1

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
        """The height of what stands over the rows."""
        return self.measures.band + self._head(at) + self._subhead

    def _head(self, at: int) -> float:
        """The height of the text cells: only the first table has them."""
        return self.measures.head if self.has_head and at == 0 else 0.0

    @property
    def _subhead(self) -> float:
        """The height of the names of fields or lanes."""
        m = self.measures
        return {"plain": 0.0, "power": m.subhead, "lane": m.lane_head}[self.kind]

    def _weight(self, share: Share) -> float:
        return sum(self.measures.weight(row) for group in share for row in group.rows)


def _shape(template: Template, paper: str, columns: int) -> _Shape | None:
    """The fewest tables side by side that leave every row high enough to write in; None where
    not so many columns fit.

    A sheet of one game whose columns belong together has its name and date on top.
    """
    groups = groups_of(template)
    lanes = len(template.columns)
    power = any(box.has_power for box in template.boxes)
    kind = "power" if power else "lane" if lanes else "plain"
    has_head = not lanes or columns > 1
    for count in range(1, len(groups) + 1):
        shape = _Shape(MEASURES[paper], kind, max(lanes, 1), has_head, _shared(groups, count))
        if shape.row_h >= MIN_CELL_H:
            return shape if shape.columns_that_fit >= columns else None
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
