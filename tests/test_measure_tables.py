"""Every table of the measurements is what its rows say."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from scorecheck.game.catalogue import load_catalogue
from scorecheck.judge.card import judge_weighed
from scorecheck.judge.columns import as_read
from scorecheck.measure.composed import Composed
from scorecheck.measure.figures import Asked, Measured, figures, filled
from scorecheck.measure.hidden import accusations_of, outcome
from scorecheck.measure.made_cards import cell_places
from scorecheck.measure.markdown import in_thousand, markdown
from scorecheck.measure.mislabelled import MISLABELLED
from scorecheck.measure.reading import trade_at
from scorecheck.measure.rows import CellRow, MistakeRow, PhotoRow
from scorecheck.measure.tables import (
    accusations_table,
    asked_table,
    by_condition,
    confusions,
    mistakes_table,
    overall,
    read_as_right,
    reasons_table,
    refusals,
)
from scorecheck.measure.worst import (
    Shown,
    contact_sheet,
    worst_composed,
    worst_in_photos,
)
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.resources import PACKAGE

DOCUMENT = PACKAGE.parent / "MEASUREMENTS.md"


def cell(name: str, written: str, blind: tuple[str, float, str],
         weighed: tuple[str, float, str], kind: str = "number") -> CellRow:  # fmt: skip
    text, p, state = blind
    return CellRow(name, kind, written, ((text, p),), state, *weighed, images=("who 3 7",))


RIGHT = cell("p1/ones/value", "3", ("3", 0.999, "sure"), ("3", 0.9999, "sure"))
SETTLED = cell("p1/twos/value", "4", ("9", 0.6, "doubtful"), ("4", 0.998, "sure"))
ASKED = cell("p1/bonus/sum", "35", ("36", 0.6, "doubtful"), ("36", 0.7, "doubtful"))
WRONG = cell("p1/fours/value", "15", ("16", 0.997, "sure"), ("16", 0.9991, "sure"))
STRIKE = cell("p1/sixes/value", "X", ("/", 0.9, "doubtful"), ("/", 0.9, "doubtful"))


def photo(*cells: CellRow, condition: str = "clean", sums: bool = True,
          mistakes: tuple[MistakeRow, ...] = (), error: str = "") -> PhotoRow:  # fmt: skip
    recipe = {"variant": "yatzy", "paper": "a4", "sums": sums, "seed": 1}
    return PhotoRow(condition, recipe, cells, mistakes, error)


def lines(table: str) -> list[list[str]]:
    return [[part.strip() for part in row.split("|")[1:-1]] for row in table.split("\n")[2:]]


def test_by_condition_and_all() -> None:
    rows = [
        photo(RIGHT, WRONG, ASKED, SETTLED),
        photo(RIGHT, ASKED, condition="dim", sums=False),
        photo(condition="dim", error="too-dark: too dark"),
    ]
    assert lines(by_condition(rows)) == [
        ["clean", "1", "0", "4", "25.00 %", "50.00 %", "50.00 %", "25.00 %", "-", "1 of 3"],
        ["dim", "2", "1", "2", "50.00 %", "50.00 %", "50.00 %", "-", "50.00 %", "0 of 1"],
        ["all", "3", "1", "6", "33.33 %", "50.00 %", "50.00 %", "25.00 %", "50.00 %", "1 of 4"],
    ]
    assert lines(refusals(rows)) == [["dim", "1", "too-dark: too dark"]]


def test_overall_counts_sheets_with_and_without_sums() -> None:
    table = lines(overall([photo(RIGHT, WRONG), photo(SETTLED, sums=False)], "final"))
    assert [line[:6] for line in table] == [
        ["blind", "with sums", "2", "50.00 %", "0.00 %", "1 of 2"],
        ["blind", "without sums", "1", "0.00 %", "100.00 %", "0 of 0"],
        ["blind", "all", "3", "33.33 %", "33.33 %", "1 of 2"],
        ["weighed", "with sums", "2", "50.00 %", "0.00 %", "1 of 2"],
        ["weighed", "without sums", "1", "100.00 %", "0.00 %", "0 of 1"],
        ["weighed", "all", "3", "66.67 %", "0.00 %", "1 of 3"],
        ["blind", "all but mislabelled", "3", "33.33 %", "33.33 %", "1 of 2"],
        ["weighed", "all but mislabelled", "3", "66.67 %", "0.00 %", "1 of 3"],
    ]
    assert table[1][6] == "-"
    assert in_thousand(0, 60_000) == "0.000 (at most 0.050)"


def test_cells_of_mislabelled_images_are_left_out_beside_and_not_instead() -> None:
    rows = [photo(RIGHT, replace(WRONG, images=("who 1 2", next(iter(MISLABELLED)))))]
    everything, last = ["2", "1 of 2"], ["1", "0 of 1"]
    # In another split the same name is another image.
    for split, without in (("final", last), ("tune", everything)):
        table = lines(overall(rows, split))
        assert [line[2:6:3] for line in table if line[0] == "weighed"] == [
            everything, ["0", "0 of 0"], everything, without,
        ]  # fmt: skip


def test_a_wrong_text_that_passes_as_a_right_one_is_counted() -> None:
    legal = {"p1/fours/value": ("4", "8", "12", "16")}
    hidden = MistakeRow("value", legal, "hidden")
    row = photo(RIGHT, WRONG, mistakes=(hidden,))
    assert read_as_right(hidden, row) == [WRONG]
    assert lines(mistakes_table([row])) == [
        ["value", "1", "0", "0", "1", "1", "1"],
        ["all", "1", "0", "0", "1", "1", "1"],
    ]
    doubtful = cell("p1/fours/value", "15", ("16", 0.6, "doubtful"), ("16", 0.9, "doubtful"))
    as_written = cell("p1/fours/value", "15", ("15", 0.999, "sure"), ("15", 0.9, "sure"))
    other = cell("p1/fours/value", "15", ("19", 0.999, "sure"), ("19", 0.9, "sure"))
    for one in (doubtful, as_written, other):
        assert read_as_right(hidden, photo(one)) == []


def test_cards_that_are_wrongly_accused_are_counted() -> None:
    with_sums = replace(photo(RIGHT), accusations=((), ("S01 upper_sum", "S01 grand_total")))
    without = replace(photo(RIGHT, sums=False), accusations=(("V01 ones",), (), ()))
    assert lines(accusations_table([with_sums, without])) == [
        ["with sums", "2", "1", "S01: 2"],
        ["without sums", "3", "1", "V01: 1"],
        ["all", "5", "2", "S01: 2, V01: 1"],
    ]


@pytest.mark.parametrize(("written", "told"), [("63", ("S01 upper_sum",)), ("62", ())])
def test_an_accusation_is_a_mistake_that_is_told_and_not_there(
    written: str, told: tuple[str, ...]
) -> None:
    """A 62 is read where the boxes add up to 63; it is no accusation if it does stand there."""
    template = load_catalogue().get("yatzy")
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes")
    truth = {f"1/{box}/value": str(3 * count) for count, box in enumerate(boxes, 1)}
    truth |= {"1/upper_sum/sum": written, "1/bonus/sum": "50"}
    readings = []
    for name, box, field, kind in cell_places(template):
        text = "62" if box == "upper_sum" else truth.setdefault(name[1:], "")
        state = State.SURE if text else State.BLANK
        seen = (Candidate(text, 0.9999),)
        readings.append(CellReading(name, "g1", box, field, kind, seen, state, ()))
    card = judge_weighed(as_read(readings), template, template.resolve_options())
    made = SimpleNamespace(texts={f"g{name}": text for name, text in truth.items()},
                           template=template)  # fmt: skip
    blind = {cell.cell[1:]: cell for cell in readings}
    assert accusations_of(made, SimpleNamespace(cards=[card]), blind) == (told,)


def test_a_mistake_is_found_asked_about_or_hidden() -> None:
    wanted = {("S01", "grand_total"), ("V01", "fours")}
    assert outcome(wanted, wanted | {("O01", "card")}, set()) == "found"
    assert outcome(wanted, {("V01", "fours")}, wanted) == "asked"
    assert outcome(wanted, {("V01", "fours")}, {("S01", "grand_total")}) == "hidden"


def test_what_is_asked_about_by_what_is_written() -> None:
    table = lines(asked_table([photo(RIGHT, ASKED, STRIKE), photo(ASKED, sums=False)]))
    by_name = {line[0]: line[1:] for line in table}
    assert by_name["a strike"][:5] == ["1", "100.00 %", "100.00 %", "50.00 %", "0"]
    assert by_name["a sum"][:5] == ["1", "100.00 %", "100.00 %", "50.00 %", "0"]
    assert by_name["a sum"][5:] == ["1", "100.00 %", "100.00 %", "100.00 %", "0"]
    assert by_name["a value of one digit"][:3] == ["1", "0.00 %", "0.00 %"]


def test_why_cells_are_asked_about() -> None:
    badly = replace(ASKED, seen_well=False)
    unread = cell("p1/fives/value", "5", ("?", 0.9, "illegible"), ("?", 0.0, "illegible"))
    against = cell("p1/chance/value", "25", ("25", 0.999, "sure"), ("25", 0.7, "doubtful"))
    unsure = cell("p1/chance/value", "25", ("25", 0.8, "doubtful"), ("25", 0.9, "doubtful"))
    rows = [photo(RIGHT, badly, unread, ASKED), photo(against, unsure, SETTLED, RIGHT, sums=False)]
    assert [line[1:] for line in lines(reasons_table(rows))] == [
        ["25.00 %", "0.00 %"], ["25.00 %", "0.00 %"], ["25.00 %", "0.00 %"],
        ["0.00 %", "25.00 %"], ["0.00 %", "25.00 %"],
    ]  # fmt: skip


def test_confusions_come_most_frequent_first() -> None:
    table = lines(confusions([("1", "7"), ("", "1"), ("1", "7")]))
    assert table == [["`1`", "`7`", "2"], ["nothing", "`1`", "1"]]


def test_a_bar_in_a_text_does_not_break_a_table() -> None:
    assert markdown(("a",), [["1|2"]]).split("\n")[2] == "| 1/2 |"


def composed(p: float, written: str, read: str, state: str) -> Composed:
    row = cell("0/0", written, (read, p, state), (read, p, state))
    return Composed(row, 0, 0, "mnist_test")


def test_thresholds_let_pass_what_is_at_least_so_probable() -> None:
    cells = [
        composed(0.99, "12", "12", "sure"),
        composed(0.97, "12", "17", "doubtful"),
        composed(0.999, "4", "?", "illegible"),
        composed(0.6, "5", "5", "doubtful"),
    ]
    strict, loose = trade_at(cells, 0.98), trade_at(cells, 0.5)
    assert (strict.asked, strict.wrong) == (3, 0)
    assert (loose.asked, loose.wrong) == (1, 1)


def test_the_worst_are_those_that_passed_then_the_surest() -> None:
    hidden = CellRow("p1/fives/value", "number", "5", (("6", 1.0),), "sure", "6", 1.0, "sure",
                     hidden=True)  # fmt: skip
    found = worst_in_photos([photo(RIGHT, ASKED, WRONG, SETTLED, hidden)], 5)
    assert [(one.row, one.passed, one.read) for one in found] == [
        (WRONG, True, "16"), (ASKED, False, "36"),
    ]  # fmt: skip
    cells = [composed(0.7, "1", "7", "doubtful"), composed(0.6, "1", "7", "sure")]
    assert [one.p for one in worst_composed(cells, 9)] == [0.6, 0.7]
    assert len(worst_composed(cells, 1)) == 1


def test_the_contact_sheet_shows_each_cell_once() -> None:
    (worst,) = worst_in_photos([photo(WRONG)], 1)
    dark = np.full((40, 100, 3), 9, np.uint8)
    sheet = contact_sheet([Shown(worst, dark)] * 5, across=4)
    assert sheet.shape == (500, 1200, 3)
    tiles = [sheet[y : y + 250, x : x + 300] for y in (0, 250) for x in range(0, 1200, 300)]
    assert [bool((tile == 9).all(axis=2).any()) for tile in tiles] == [True] * 5 + [False] * 3


def test_the_document_gets_its_tables_and_keeps_its_words() -> None:
    text = "Before.\n<!-- figures: curve -->\nold\n<!-- end: curve -->\nAfter.\n"
    other = "<!-- figures: unknown -->\nkept\n<!-- end: unknown -->\n"
    new = filled(text + other, {"curve": "| new |", "overall": "| none |"})
    assert new == text.replace("old\n", "\n| new |\n\n") + other
    assert filled(new, {"curve": "| new |"}) == new


ROWS = (photo(RIGHT, WRONG, mistakes=(MistakeRow("value", {}, "found"),)),)
ASKED_FOR = Asked(1, 1, "final", 1)


@pytest.mark.parametrize("cells", [[], [composed(0.99, "12", "12", "sure")]])
def test_every_table_can_be_made_of_few_rows(cells: list[Composed]) -> None:
    tables = figures(Measured(cells, ROWS), [], "commit 1234567", ASKED_FOR)
    assert "commit 1234567" in tables["run"] and f"`{ASKED_FOR.command}`" in tables["run"]
    assert all(tables.values())


@pytest.mark.skipif(not DOCUMENT.is_file(), reason="the documents are in the checkout")
def test_the_document_shows_every_table_once_and_no_other() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    tables = figures(Measured([], ROWS), [], "commit 1234567", ASKED_FOR)
    for marker in ("figures", "end"):
        assert sorted(re.findall(rf"<!-- {marker}: (.*?) -->", text)) == sorted(tables)
    renewed = filled(text, tables)
    assert all(table in renewed for table in tables.values())
