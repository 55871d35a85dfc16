"""The measures of a sheet on each paper, in mm."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.rows import Row

MIN_CELL_H = 8.0
MARK_MODULES = 8
"""Modules across the black square of an AprilTag 36h11; the white zone round it is one more."""

POWER_SHARES = {"base": 0.34, "power": 0.285, "total": 0.375}
"""How a column is shared: three handwritten digits fit in base and total, one sign in power."""

TICKS_MOST = 4
TICK_LEAST = 5.0


@dataclass(frozen=True)
class Measures:
    """Lengths of one paper.

    The page from the top: a strip with title and name between the upper marks, the table, a
    footer with guide, letters and QR code between the lower marks.
    """

    paper: str
    margin: float
    mark: float
    qr: float
    air: float
    strip_cell: float
    band: float
    head: float
    subhead: float
    lane_head: float
    gap: float
    block_gap: float
    game_gap: float
    tab: float
    row_most: float
    grand_weight: float
    label_most: float
    label_wish: float
    label_min: float
    power_label_min: float
    column_min: float
    column_most: float
    power_column_min: float
    power_column_most: float
    lane_min: float

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return PAPERS_MM[self.paper]

    @property
    def inner_w(self) -> float:
        """The width between the margins."""
        return self.page[0] - 2 * self.margin

    @property
    def quiet(self) -> float:
        """The white zone round a mark: one module."""
        return self.mark / MARK_MODULES

    @property
    def table_top(self) -> float:
        """Where the band over the columns begins."""
        return self.margin + self.mark + self.quiet + self.air

    @property
    def table_bottom(self) -> float:
        """Where the table must have ended."""
        return self.page[1] - self.margin - max(self.mark + self.quiet, self.qr) - self.air

    @property
    def mark_places(self) -> tuple[tuple[float, float], ...]:
        """Top left corners of the marks: top left, top right, bottom right, bottom left."""
        right = round(self.page[0] - self.margin - self.mark, 2)
        low = round(self.page[1] - self.margin - self.mark, 2)
        return (
            (self.margin, self.margin),
            (right, self.margin),
            (right, low),
            (self.margin, low),
        )

    @property
    def strip(self) -> tuple[float, float, float, float]:
        """The place between the upper marks (x, y, w, h)."""
        x = self.margin + self.mark + self.quiet + 2
        return (x, self.margin, self.page[0] - 2 * x, self.mark)

    @property
    def qr_place(self) -> tuple[float, float, float, float]:
        """The QR code, beside the bottom right mark."""
        x, _, w, _ = self.strip
        return (x + w - self.qr, self.page[1] - self.margin - self.qr, self.qr, self.qr)

    @property
    def footer(self) -> tuple[float, float, float, float]:
        """The place between the bottom left mark and the QR code."""
        x, _, w, _ = self.strip
        h = max(self.qr, self.mark)
        return (x, self.page[1] - self.margin - h, w - self.qr - 4, h)

    def weight(self, row: Row) -> float:
        """How high a row is, as a multiple of a plain one."""
        return self.grand_weight if row.grand else 1.0

    def column_range(self, kind: str) -> tuple[float, float]:
        """The least and the greatest width of a column: `plain`, `power` or a `lane`."""
        if kind == "power":
            return self.power_column_min, self.power_column_most
        return (self.lane_min if kind == "lane" else self.column_min), self.column_most

    def label_range(self, narrow: bool) -> tuple[float, float]:
        """The least width of the label column, and the one that it should have."""
        if narrow:
            return self.power_label_min, self.power_label_min
        return self.label_min, self.label_wish

    def widths(self, room: float, columns: int, kind: str, *, narrow: bool) -> tuple[float, float]:
        """Widths of the label column and of one column, in a table at most `room` wide."""
        least, most = self.column_range(kind)
        fair = (room - self.tab - self.label_range(narrow)[1]) / columns
        column = round(min(most, max(least, fair)) - 0.005, 2)
        return round(min(self.label_most, room - self.tab - columns * column), 2), column


_LARGE = {
    "mark": 12.0,
    "strip_cell": 9.0,
    "band": 5.4,
    "head": 9.0,
    "subhead": 3.6,
    "lane_head": 7.0,
    "gap": 2.4,
    "block_gap": 8.0,
    "game_gap": 3.0,
    "tab": 5.0,
    "row_most": 12.5,
    "grand_weight": 1.15,
    "label_most": 96.0,
    "label_wish": 56.0,
    "label_min": 50.0,
    "power_label_min": 44.0,
    "column_min": 18.0,
    "column_most": 32.0,
    "power_column_min": 33.0,
    "power_column_most": 42.0,
    "lane_min": 16.5,
}

MEASURES = {
    "a4": Measures(paper="a4", margin=9.0, qr=17.0, air=1.4, **_LARGE),
    "letter": Measures(
        paper="letter", margin=8.0, qr=15.0, air=1.2, **(_LARGE | {"head": 8.2, "gap": 1.6})
    ),
    "a5": Measures(
        paper="a5",
        margin=6.25,
        mark=10.0,
        qr=11.0,
        air=0.4,
        strip_cell=8.0,
        band=3.6,
        head=8.0,
        subhead=3.2,
        lane_head=4.6,
        gap=1.1,
        block_gap=4.0,
        game_gap=2.0,
        tab=3.6,
        row_most=10.4,
        grand_weight=1.0,
        label_most=66.0,
        label_wish=41.0,
        label_min=40.0,
        power_label_min=28.0,
        column_min=15.0,
        column_most=26.0,
        power_column_min=33.0,
        power_column_most=36.0,
        lane_min=15.0,
    ),
}
"""The measures of each paper."""
