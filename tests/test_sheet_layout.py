"""Where the cells are: room to write, no overlap, and nothing that a label could move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace

import jsonschema
import pytest

from scorecheck.errors import UsageError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.template import Template
from scorecheck.resources import data_file
from scorecheck.sheet.identity import LAYOUT_VERSION, SheetIdentity
from scorecheck.sheet.layout import PAPERS_MM, Cell, Layout
from scorecheck.sheet.layout_json import layout_document
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.sheet.plan import columns_that_fit

LEAST_WIDTH = {"value": 13, "base": 11, "power": 9, "total": 11, "sum": 13, "chips": 5, "text": 15}

GEOMETRY = {
    "yahtzee": "034bf611afe77b74",
    "yatzy": "4f660d3ce224a30d",
    "power": "17c79d80ea0165bb",
    "maxi": "3cb156dc65e9fa5a",
    "yacht": "0e8fccd3953f9d44",
    "triple": "40b9c79a02414756",
    "yamb": "d14aaf4ca47392df",
}
"""Digests of all cells of each game's sheets, as printed under template version 1."""


def _sheets() -> Iterator[tuple[Template, SheetIdentity]]:
    for template in load_catalogue().all():
        for paper in PAPERS_MM:
            for columns in range(1, columns_that_fit(template, paper) + 1):
                yield template, SheetIdentity(template.id, template.version, paper, "en", columns)


SHEETS = list(_sheets())
_each_sheet = pytest.mark.parametrize(
    ("template", "identity"), SHEETS, ids=[f"{i.variant}-{i.paper}-{i.columns}" for _, i in SHEETS]
)


@_each_sheet
def test_every_cell_has_room_and_its_own_place(template: Template, identity: SheetIdentity) -> None:
    layout = make_layout(template, identity)
    for cell in layout.cells:
        assert cell.h >= 8, cell
        assert cell.w >= LEAST_WIDTH[cell.field], cell
    _assert_apart(layout)


@_each_sheet
def test_every_number_of_the_game_has_one_cell_in_each_column(
    template: Template, identity: SheetIdentity
) -> None:
    layout = make_layout(template, identity)
    ids = [cell.cell for cell in layout.cells]
    assert len(set(ids)) == len(ids)
    lanes = [f"{lane.id}." for lane in template.columns] or [""]
    places = [f"{c}/{lane}" for c in layout.columns for lane in lanes]
    expected = {
        f"{p}{box.id}/{field}" for p in places for box in template.boxes for field in box.fields
    }
    expected |= {f"{p}{s.id}/sum" for p in places for s in template.sums if s.printed}
    expected |= {f"{c}/{s.id}/sum" for c in layout.columns for s in template.overall}
    ticks = {cell.cell for cell in layout.cells if cell.kind == "tick"}
    texts = {cell.cell for cell in layout.cells if cell.kind == "text"}
    assert set(ids) - ticks - texts == expected
    assert len(ticks) in ([3 * len(places), 4 * len(places)] if template.has_chips else [0])
    if template.columns and identity.columns == 1:
        assert texts == {"sheet/name/text", "sheet/date/text"}
    else:
        dates = {f"{column}/date/text" for column in layout.columns}
        assert texts == {"sheet/name/text", "sheet/place/text"} | dates


@_each_sheet
def test_the_layout_file_keeps_its_schema(template: Template, identity: SheetIdentity) -> None:
    schema = json.loads(data_file("schemas/layout-1.json").read_text())
    jsonschema.validate(layout_document(make_layout(template, identity)), schema)


@_each_sheet
def test_cells_are_bounded_by_printed_lines(template: Template, identity: SheetIdentity) -> None:
    """Every cell has a line along each of its four edges, so that the reader can register."""
    layout = make_layout(template, identity)
    upright = [(r.x1, r.y1, r.y2) for r in layout.rules if r.x1 == r.x2]
    level = [(r.y1, r.x1, r.x2) for r in layout.rules if r.y1 == r.y2]
    assert len(upright) + len(level) == len(layout.rules)
    for cell in layout.cells:
        right, bottom = cell.x + cell.w, cell.y + cell.h
        for x in (cell.x, right):
            assert _covered(upright, x, cell.y, bottom), cell
        for y in (cell.y, bottom):
            assert _covered(level, y, cell.x, right), cell


@pytest.mark.parametrize("variant", ["yahtzee", "yatzy", "power", "maxi", "yacht", "triple"])
def test_nothing_but_the_kind_of_sheet_moves_a_cell(variant: str) -> None:
    template = load_catalogue().get(variant)
    plain = make_layout(template, sheet_identity(template, "a4", "en", columns=2))
    option, value = next(
        (name, choice)
        for name, option in template.options.items()
        if option.printed
        for choice in (*option.choices, "7" if option.type == "count" else "true")
        if str(choice) != str(option.default)
    )
    for lang in template.languages:
        for mode in ("games", "players"):
            other = make_layout(
                template,
                sheet_identity(
                    template, "a4", lang, columns=2, mode=mode, options={option: value}, sheet=99
                ),
            )
            assert _places(other.cells) == _places(plain.cells)
            assert other.rules == plain.rules
            assert [(m.x, m.y, m.size) for m in other.marks] == [
                (m.x, m.y, m.size) for m in plain.marks
            ]


def test_geometry_of_version_1_stands() -> None:
    """Printed sheets outlive releases: who moves a cell raises LAYOUT_VERSION and keeps both."""
    assert LAYOUT_VERSION == 1
    for variant, digest in GEOMETRY.items():
        assert _digest(variant) == digest, f"cells of {variant} have moved: {_digest(variant)}"


def _digest(variant: str) -> str:
    lines = []
    for template, identity in SHEETS:
        if identity.variant == variant:
            layout = make_layout(template, identity)
            lines += [f"{c.cell} {c.x:.2f} {c.y:.2f} {c.w:.2f} {c.h:.2f}" for c in layout.cells]
            lines += [f"{m.x:.2f} {m.y:.2f} {m.size:.2f}" for m in layout.marks]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


@pytest.mark.parametrize("paper", sorted(PAPERS_MM))
def test_marks_keep_clear_of_the_edge_and_of_everything_else(paper: str) -> None:
    template = load_catalogue().get("power")
    layout = make_layout(template, SheetIdentity("power", 1, paper, "en", 1))
    width, height = layout.page_mm
    for mark in layout.marks:
        assert mark.size >= 10
        assert min(mark.x, mark.y, width - mark.x - mark.size, height - mark.y - mark.size) >= 6
        quiet = mark.size / 8
        for cell in layout.cells:
            assert (
                cell.x >= mark.x + mark.size + quiet
                or cell.x + cell.w <= mark.x - quiet
                or cell.y >= mark.y + mark.size + quiet
                or cell.y + cell.h <= mark.y - quiet
            ), cell


@pytest.mark.parametrize(("variant", "most"), [("triple", (2, 2, 1)), ("yamb", (2, 2, 1))])
def test_games_of_several_columns_fit_on_every_paper(variant: str, most: tuple[int, ...]) -> None:
    template = load_catalogue().get(variant)
    assert tuple(columns_that_fit(template, paper) for paper in ("a4", "letter", "a5")) == most


def test_columns_that_belong_together_are_named_in_the_cells() -> None:
    template = load_catalogue().get("yamb")
    layout = make_layout(template, SheetIdentity("yamb", 1, "a4", "en", 2, "players"))
    cells = {cell.cell: cell for cell in layout.cells}
    ones = cells["p2/up.ones/value"]
    assert (ones.column, ones.box, ones.field) == ("p2", "up.ones", "value")
    assert cells["p2/up.bonus/sum"].box == "up.bonus"
    total, last = cells["p2/grand_total/sum"], cells["p2/announce.ones/value"]
    assert (total.box, total.x, total.w) == ("grand_total", last.x, last.w)
    order = [cells[f"p1/{lane}.ones/value"].x for lane in ("down", "free", "up", "announce")]
    assert order == sorted(order)
    assert cells["p2/down.ones/value"].x > order[-1] + ones.w + 2


def test_chips_stand_in_each_of_the_columns_that_belong_together() -> None:
    template = load_catalogue().get("triple")
    layout = make_layout(template, SheetIdentity("triple", 1, "a5", "en", 1))
    ticks = [cell for cell in layout.cells if cell.kind == "tick"]
    assert [t.cell for t in ticks if t.box == "c2.chips"] == [
        f"g1/c2.chips/{n}" for n in range(1, 5)
    ]
    assert {t.box for t in ticks} == {"c1.chips", "c2.chips", "c3.chips"}


def test_sheets_that_cannot_be_drawn_are_refused_in_words() -> None:
    catalogue = load_catalogue()
    columns = catalogue.get("yamb").columns
    both = catalogue.get("power").model_copy(update={"columns": columns, "id": "both"})
    assert columns_that_fit(both, "a4") == 0
    with pytest.raises(UsageError, match="cannot be printed"):
        sheet_identity(both, "a4", "en", columns=1)
    wide = tuple(one.model_copy(update={"id": f"x{n}"}) for n in range(9) for one in columns[:1])
    many = catalogue.get("yamb").model_copy(update={"columns": wide, "id": "many"})
    with pytest.raises(UsageError, match="does not fit"):
        sheet_identity(many, "a4", "en", columns=1)


def test_power_takes_two_tables_on_a5() -> None:
    template = load_catalogue().get("power")
    layout = make_layout(template, SheetIdentity("power", 1, "a5", "en", 1))
    upper = next(c for c in layout.cells if c.box == "ones")
    lower = next(c for c in layout.cells if c.box == "chance")
    assert lower.x > upper.x + 50


def test_columns_beyond_what_fits_are_spread_over_sheets() -> None:
    power = load_catalogue().get("power")
    assert sheet_identity(power, "a4", "en", columns=6).columns == 3
    assert sheet_identity(power, "a5", "en", columns=6).columns == 1
    with pytest.raises(UsageError, match="do not fit"):
        make_layout(power, SheetIdentity("power", 1, "a4", "en", 6))


def test_unknown_paper_is_named() -> None:
    power = load_catalogue().get("power")
    with pytest.raises(UsageError, match="a3"):
        sheet_identity(power, "a3", "en", columns=1)
    with pytest.raises(UsageError, match="a3"):
        make_layout(power, SheetIdentity("power", 1, "a3", "en", 1))


def test_a_game_with_too_many_rows_is_refused() -> None:
    yatzy = load_catalogue().get("yatzy")
    boxes = tuple(
        box.model_copy(update={"id": f"{box.id}_{n}"}) for n in range(6) for box in yatzy.boxes
    )
    huge = yatzy.model_copy(update={"boxes": boxes, "id": "huge"})
    assert columns_that_fit(huge, "a5") == 0
    with pytest.raises(UsageError, match="does not fit"):
        sheet_identity(huge, "a5", "en", columns=1)


def _places(cells: tuple[Cell, ...]) -> list[Cell]:
    """The cells without what the mode names: g1 or p1, date or name."""
    return [replace(c, cell="", column="", box="" if c.kind == "text" else c.box) for c in cells]


def _assert_apart(layout: Layout) -> None:
    width, height = layout.page_mm
    cells = layout.cells
    for n, a in enumerate(cells):
        assert a.x > 0 and a.x + a.w < width and a.y > 0 and a.y + a.h < height
        for b in cells[n + 1 :]:
            assert (
                a.x + a.w <= b.x + 0.001
                or b.x + b.w <= a.x + 0.001
                or a.y + a.h <= b.y + 0.001
                or b.y + b.h <= a.y + 0.001
            ), (a, b)


def _covered(lines: list[tuple[float, float, float]], at: float, start: float, end: float) -> bool:
    """Whether lines at this place reach from start to end."""
    for _, first, last in sorted(line for line in lines if abs(line[0] - at) < 0.011):
        if first <= start + 0.011:
            start = max(start, last)
    return start >= end - 0.011
