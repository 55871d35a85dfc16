"""A little probability stays with what other writers' digits look like."""

from __future__ import annotations

import pytest

from scorecheck.reading.lookalikes import CLEAR, CLEAR_SHARE, LOOKALIKES, keep_open


def test_a_clear_seven_keeps_a_one_open() -> None:
    opened = keep_open({"75": 0.9997, "?": 0.0001})
    assert next(iter(opened)) == "75"
    assert opened["15"] == pytest.approx(0.9997 * LOOKALIKES["7"]["1"])
    assert sum(opened.values()) == pytest.approx(0.9998)


def test_other_lookalikes_are_rarer_in_a_clear_text() -> None:
    rate = LOOKALIKES["2"]["7"]
    assert keep_open({"25": CLEAR - 0.001})["75"] == pytest.approx((CLEAR - 0.001) * rate)
    assert keep_open({"25": CLEAR})["75"] == pytest.approx(CLEAR * CLEAR_SHARE * rate)


def test_what_the_picture_gives_a_lookalike_already_stays() -> None:
    assert keep_open({"7": 0.9, "1": 0.1})["1"] > 0.1


@pytest.mark.parametrize("text", ["", "X", "?", "DOUBLE"])
def test_what_is_no_number_stays_as_it_is(text: str) -> None:
    assert keep_open({text: 0.9, "7": 0.1}) == {text: 0.9, "7": 0.1}


def test_nothing_read_stays_nothing() -> None:
    assert keep_open({}) == {}
