"""The curve: readings replayed with other thresholds, the policy in use among them."""

from __future__ import annotations

import pytest

from scorecheck.evidence.policy import POLICY
from scorecheck.evidence.weigh import weigh
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.measure.curve import (
    Curve,
    curve_of,
    curve_table,
    less_doubt,
    reading_of,
    replayed,
    scaled_policy,
)
from scorecheck.measure.made_cards import made_card
from scorecheck.measure.noisy_reader import NoisyReader
from scorecheck.measure.rows import CellRow, PhotoRow
from scorecheck.measure.shares import count_weighed
from scorecheck.reading.types import Candidate, State


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def row(catalogue: Catalogue) -> PhotoRow:
    """Two cards of Yatzy as a reader of middling quality sees them."""
    template, cells = catalogue.get("yatzy"), []
    for number, column in enumerate(("g1", "g2")):
        made = made_card(template, NoisyReader(clearness=6.0), 40 + number)
        weighed = weigh(made.cells, template, template.resolve_options()).cells
        cells += [
            CellRow(
                one.cell.replace("g1", column), one.kind, made.truth[one.cell],
                tuple((c.text, c.p) for c in one.candidates), one.state.value,
                after.text, after.confidence, after.state.value,
            )
            for one, after in zip(made.cells, weighed, strict=True)
        ]  # fmt: skip
    return PhotoRow("clean", {"variant": "yatzy", "sums": True}, tuple(cells))


def test_the_policy_in_use_gives_what_was_measured(row: PhotoRow, catalogue: Catalogue) -> None:
    again = replayed(row, catalogue, 1.0)
    assert [(c.text, c.state, c.blind) for c in again] == [
        (c.text, c.state, c.blind) for c in row.cells
    ]
    assert any(not cell.passes for cell in row.cells)


def test_more_doubt_asks_less(row: PhotoRow, catalogue: Catalogue) -> None:
    curve = curve_of(row, catalogue, (0.01, 1.0, 30.0))
    blind = [curve.blind[scale, "with sums"].asked for scale in (0.01, 1.0, 30.0)]
    weighed = [curve.weighed[scale, "with sums"].asked for scale in (0.01, 1.0, 30.0)]
    assert blind == sorted(blind, reverse=True) and blind[0] > blind[-1]
    assert weighed[0] > weighed[-1]
    assert curve.weighed[1.0, "with sums"] == count_weighed(row.cells)


def test_a_cell_that_was_seen_badly_keeps_its_state() -> None:
    seen = (("12", 0.999), ("17", 0.001))
    clear = CellRow("p1/fours/value", "number", "12", seen, "doubtful", "12", 1.0, "sure")
    assert reading_of(clear, 100.0).state is State.DOUBTFUL  # its state came of more than texts
    glare = CellRow("p1/fours/value", "number", "12", seen, "sure", "12", 1.0, "sure", False)
    assert reading_of(glare, 0.0001).state is State.SURE
    usual = CellRow("p1/fours/value", "number", "12", seen, "sure", "12", 1.0, "sure")
    assert reading_of(usual, 0.0001).state is State.DOUBTFUL


def test_ticks_keep_the_field_that_the_layout_gives_them() -> None:
    tick = CellRow("p2/chips/3", "tick", "v", (("v", 1.0),), "sure", "v", 1.0, "sure")
    reading = reading_of(tick)
    assert (reading.column, reading.box, reading.field) == ("p2", "chips", "chips")


def test_doubt_is_divided_and_strikes_are_one_meaning() -> None:
    less = less_doubt([Candidate("X", 0.6), Candidate("/", 0.2), Candidate("1", 0.2)], 2.0)
    assert [c.p for c in less] == pytest.approx([0.675, 0.225, 0.1])
    more = less_doubt([Candidate("4", 0.9), Candidate("9", 0.1)], 0.5)
    assert [c.p for c in more] == pytest.approx([0.8, 0.2])


def test_a_scaled_policy_allows_so_many_times_the_doubt() -> None:
    assert scaled_policy(1.0).settled == pytest.approx(POLICY.settled)
    assert 1 - scaled_policy(2.0).settled == pytest.approx(2 * (1 - POLICY.settled))
    assert scaled_policy(1e6).settled == 0.0
    assert scaled_policy(3.0).seen == POLICY.seen


def test_the_table_has_a_line_for_each_scale_and_adds_both_kinds_up(
    row: PhotoRow, catalogue: Catalogue
) -> None:
    without = PhotoRow("clean", {"variant": "yatzy", "sums": False}, row.cells)
    total = Curve()
    for one in (row, without):
        total.add(curve_of(one, catalogue, (1.0, 2.0)))
    lines = [[part.strip() for part in line.split("|")] for line in curve_table(total).split("\n")]
    assert [line[1:3] for line in lines[2:]] == [
        [sheets, f"{scale} times"]
        for sheets in ("with sums", "without sums", "all")
        for scale in (1, 2)
    ]
    assert lines[2][3:] == lines[4][3:]
    asked, cells = count_weighed(row.cells).asked, len(row.cells)
    assert lines[6][5] == f"{100 * asked / cells:.2f} %"
