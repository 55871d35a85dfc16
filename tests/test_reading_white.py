"""In white light an entry counts as whole, and an empty cell as empty, only where ink is seen."""

from __future__ import annotations

import pytest

from scorecheck.reading.white import Ink, seen_in_white

PEN, PENCIL = 0.8, 0.3


def entry(darkness: float, *, white: bool = False) -> Ink:
    return Ink(written=True, darkness=darkness, contrast=0.4 if white else 1.0, white=white)


def nothing(contrast: float) -> Ink:
    return Ink(written=False, darkness=0.0, contrast=contrast, white=True)


@pytest.mark.parametrize(
    ("others", "cell", "seen"),
    [
        (PEN, entry(0.72, white=True), True),  # overexposed: ink is as dark as ever
        (PEN, entry(0.5, white=True), False),  # glare: it has faded
        (PENCIL, entry(0.3, white=True), False),  # a pencil, or what is left of a pen
        (PEN, nothing(0.4), True),
        (PEN, nothing(0.15), False),
        (PENCIL, nothing(0.4), False),
    ],
)
def test_ink_beside_the_rest_of_its_column(others: float, cell: Ink, seen: bool) -> None:
    cells = [entry(others), entry(others), entry(others), cell]
    assert seen_in_white(cells, ["g1"] * 4)[-1] is seen


def test_the_faintest_pen_of_a_column_counts() -> None:
    assert not seen_in_white([entry(PEN), entry(PENCIL), nothing(0.4)], ["g1"] * 3)[-1]
    assert seen_in_white([entry(PEN), entry(PENCIL), nothing(0.4)], ["g1", "g2", "g1"])[-1]


def test_an_entry_on_its_line_tells_nothing_of_the_pen() -> None:
    assert seen_in_white([entry(PEN), entry(0.02), nothing(0.4)], ["g1"] * 3)[-1]


def test_an_empty_column_may_hold_the_faintest_pen_of_the_sheet() -> None:
    columns = ["g1", "g2", "g3"]
    assert seen_in_white([entry(PEN), entry(PEN), nothing(0.4)], columns)[-1]
    assert not seen_in_white([entry(PEN), entry(PENCIL), nothing(0.4)], columns)[-1]


def test_where_no_other_entry_is_nothing_is_known() -> None:
    assert seen_in_white([entry(PEN, white=True), nothing(0.4)], ["g1", "g2"])[0] is False
    assert seen_in_white([nothing(1.0)], ["g1"]) == [False]
