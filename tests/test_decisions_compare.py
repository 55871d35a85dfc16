"""Blind double review: two people decide the same cells, and what holds where they differ."""

from __future__ import annotations

import pytest

from scorecheck.decisions.compare import Compared, Standing, compare, outcome
from scorecheck.decisions.current import current
from scorecheck.decisions.record import SETTLING, Decision
from tests.made_decisions import PLACE, decision, undo

CHANCE = "g1/chance/value"


def second(text: str, by: str = "Björn", **more: object) -> Decision:
    return decision(text, by, round=2, **more)


def third(text: str, by: str = "Cecilie", **more: object) -> Decision:
    return decision(text, by, round=SETTLING, remark="with a lens", **more)


def only(*log: Decision) -> Compared:
    (one,) = compare(log, *PLACE)
    return one


def test_agreements_differences_and_what_is_missing() -> None:
    cells = ("g1/ones/value", "g1/twos/value", "g1/threes/value", "g1/fours/value")
    log = [
        decision("3", cell=cells[0]), decision("6", cell=cells[1]), decision("9", cell=cells[2]),
        second("3", cell=cells[0]), second("8", cell=cells[1]), second("X", cell=cells[3]),
    ]  # fmt: skip
    found = {one.cell: one for one in compare(log, *PLACE)}
    assert tuple(found) == cells
    assert [found[cell].standing for cell in cells] == [
        Standing.AGREED, Standing.DIFFERS, Standing.FIRST_ONLY, Standing.SECOND_ONLY,
    ]  # fmt: skip
    assert [found[cell].holds for cell in cells] == [log[0], None, log[2], log[5]]
    held = outcome(log, *PLACE)
    assert held.decided == {cells[0]: log[0], cells[2]: log[2], cells[3]: log[5]}
    assert held.differences == {cells[1]: (log[1], log[4])}


def test_the_second_person_is_not_told_of_the_first() -> None:
    log = [decision("18"), second("19")]
    assert current(log, *PLACE, round=2) == {CHANCE: log[1]}


@pytest.mark.parametrize(("one", "other"), [("X", "/"), ("", "?"), ("16", "016"), ("0", "X")])
def test_what_is_written_is_compared_sign_by_sign(one: str, other: str) -> None:
    assert only(decision(one), second(other)).standing is Standing.DIFFERS


def test_a_third_person_settles_a_difference() -> None:
    log = [decision("18"), second("19"), third("13")]
    assert only(*log).standing is Standing.SETTLED
    assert only(*log).holds is log[2]
    assert outcome(log, *PLACE).differences == {}


def test_nobody_settles_a_difference_with_himself() -> None:
    both = [decision("18", "Åsa  Öberg"), second("19")]
    assert not only(*both).may_be_settled_by("åsa öberg ")
    assert not only(*both).may_be_settled_by("BJÖRN")
    assert only(*both).may_be_settled_by("Cecilie")
    assert only(*both, third("18", "åsa öberg")).standing is Standing.DIFFERS


def test_a_difference_is_open_again_without_the_third_word() -> None:
    log = [decision("18"), second("19"), third("13")]
    assert only(*log, undo(log[2])).standing is Standing.DIFFERS
    assert only(*log, undo(log[1])).standing is Standing.SETTLED


def test_the_third_word_stays_where_both_others_are_taken_back() -> None:
    log = [decision("18"), second("19"), third("13")]
    left = only(*log, undo(log[0]), undo(log[1]))
    assert left.standing is Standing.SETTLED
    assert left.holds is log[2]


def test_whoever_decides_anew_opens_it_again_or_agrees() -> None:
    log = [decision("18"), second("19"), third("13")]
    assert only(*log, second("17")).standing is Standing.DIFFERS
    agreed = only(*log, second("18"))
    assert agreed.standing is Standing.AGREED
    assert agreed.holds is log[0]


def test_a_third_word_after_an_agreement_holds() -> None:
    log = [decision("18"), second("18"), third("13")]
    assert only(*log).holds is log[2]


def test_one_person_in_both_rounds_is_no_second_pair_of_eyes() -> None:
    assert only(decision("18"), second("18")).independent
    assert not only(decision("18"), second("18", "ÅSA")).independent
    assert not only(decision("18")).independent


def test_other_sheets_have_no_part_in_it() -> None:
    assert compare([decision("1", sheet=1), second("2", page=2)], *PLACE) == ()
