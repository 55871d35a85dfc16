"""What people write where: strikes in full columns, and strokes for a 1 as a power."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scorecheck.evidence.priors import P_BLANK, blank_share
from scorecheck.reading.types import State
from tests.made_weighed import DOUBTFUL, SURE, YATZY, cell_of, weigh_card

DASH = {"four_kind": (DOUBTFUL, {"-": 0.98, "": 0.02})}
WITHOUT_SUMS = {
    box: text
    for box, text in YATZY.items()
    if box not in ("four_kind", "upper_sum", "bonus", "grand_total")
}


def test_a_faint_dash_in_a_full_column_is_a_strike() -> None:
    assert cell_of(weigh_card("yatzy", WITHOUT_SUMS, DASH), "four_kind") == ("-", SURE)


def test_a_faint_dash_in_a_game_under_way_is_asked_about() -> None:
    some = dict(list(WITHOUT_SUMS.items())[:6])
    assert cell_of(weigh_card("yatzy", some, DASH), "four_kind") == ("-", DOUBTFUL)


def test_a_box_left_blank_in_a_full_column_is_not_filled_by_habit() -> None:
    """A blank that the picture shows as well as a dash is the player's mistake as soon as not."""
    for seen in ({"-": 0.8, "": 0.2}, {"": 0.8, "-": 0.2}):
        card = weigh_card("yatzy", WITHOUT_SUMS, {"four_kind": (DOUBTFUL, seen)})
        assert cell_of(card, "four_kind")[1] is DOUBTFUL


def test_blanks_are_rare_beside_filled_boxes_and_never_more_than_usual() -> None:
    assert blank_share(0, 0) == blank_share(5, 0) == P_BLANK
    assert blank_share(0, 13) == pytest.approx(0.02)
    assert blank_share(1, 13) > 3 * blank_share(0, 13)


def power(texts: Mapping[str, str], stroke: str, share: float) -> tuple[str, State]:
    """How the power of the first row is taken where the picture shows a stroke or a 1."""
    seen = {"ones/power": (DOUBTFUL, {stroke: 1 - share, "1": share})}
    cell = weigh_card("power", texts, seen).cells[1]
    return cell.text, cell.state


ROW = {"ones/base": "3", "ones/total": "3"}


@pytest.mark.parametrize("stroke", ["/", "\\"])
@pytest.mark.parametrize("share", [0.4, 0.6, 0.9])
def test_a_stroke_speaks_for_the_power_1_where_the_total_does(stroke: str, share: float) -> None:
    assert power(ROW, stroke, share) == ("1", SURE if share > 0.5 else DOUBTFUL)
    assert power(ROW, stroke, 0.1) == ("1", DOUBTFUL)


@pytest.mark.parametrize("rival", ["", "F", "2"])
def test_a_stroke_is_no_reason_to_settle_another_power(rival: str) -> None:
    """Where no total speaks for it."""
    seen = {"ones/power": (DOUBTFUL, {rival: 0.7, "/": 0.2995, "1": 0.0005})}
    assert weigh_card("power", {"ones/base": "3"}, seen).cells[1].is_open


def test_a_stroke_is_no_power_1_where_the_total_has_another_factor() -> None:
    assert power({"ones/base": "3", "ones/total": "9"}, "/", 0.4)[1] is DOUBTFUL


def test_the_power_of_a_struck_row_may_be_struck_too() -> None:
    assert power({"ones/base": "X", "ones/total": "0"}, "/", 0.4)[1] is DOUBTFUL
