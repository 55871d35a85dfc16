"""The blind policy never lets an unsure cell pass."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from scorecheck.reading.policy import (
    MOST_HIDDEN_MM,
    MOST_WASHED,
    SURE,
    SURE_BLANK,
    Hidden,
    as_seen,
    blind_state,
    hidden_by,
)
from scorecheck.reading.types import Candidate, State


@pytest.mark.parametrize(
    ("kind", "text", "p", "state"),
    [
        ("number", "16", 0.9999, State.SURE),
        ("number", "16", SURE["number"] - 0.001, State.DOUBTFUL),
        ("number", "", 0.9999, State.BLANK),
        ("number", "", SURE_BLANK - 0.01, State.DOUBTFUL),
        ("number", "?", 0.6, State.ILLEGIBLE),
        ("number", "X", 0.9999, State.SURE),
        ("number", "/", 0.9975, State.DOUBTFUL),  # may be a strike
        ("power", "D", 0.9999, State.SURE),
        ("tick", "v", 0.9, State.DOUBTFUL),
    ],
)
def test_state(kind: str, text: str, p: float, state: State) -> None:
    other = Candidate("7" if text != "7" else "1", 1 - p)
    assert blind_state(kind, (Candidate(text, p), other)) is state


def test_a_strike_is_sure_whatever_its_shape() -> None:
    shapes = (Candidate("X", 0.9), Candidate("#", 0.0995))
    assert blind_state("number", shapes) is State.SURE
    assert blind_state("number", (Candidate("X", 0.9), Candidate("8", 0.0995))) is State.DOUBTFUL
    assert blind_state("number", (Candidate("X", 0.6), Candidate("#", 0.3995))) is State.DOUBTFUL


@dataclass(frozen=True)
class Place:
    glare: float
    placed: bool
    hidden_mm: float = 0.0
    misplaced: bool = False
    washed: float = 0.0


@pytest.mark.parametrize(
    ("state", "glare", "dim", "placed", "wanted"),
    [
        (State.SURE, 0.0, False, True, State.SURE),
        (State.BLANK, 0.0, False, True, State.BLANK),
        (State.BLANK, 0.4, False, True, State.ILLEGIBLE),
        (State.BLANK, 0.0, True, True, State.ILLEGIBLE),
        (State.SURE, 0.4, False, True, State.DOUBTFUL),
        (State.SURE, 0.0, True, True, State.SURE),
        (State.SURE, 0.0, False, False, State.DOUBTFUL),
        (State.BLANK, 0.0, False, False, State.DOUBTFUL),
        (State.ILLEGIBLE, 0.4, True, False, State.ILLEGIBLE),
    ],
)
def test_what_cannot_be_seen_is_never_sure(
    state: State, glare: float, dim: bool, placed: bool, wanted: State
) -> None:
    seen = Place(glare, placed)
    assert as_seen(state, seen, empty=state is State.BLANK, dim=dim) is wanted


@pytest.mark.parametrize("state", [State.SURE, State.BLANK, State.DOUBTFUL])
@pytest.mark.parametrize("hidden_mm", [MOST_HIDDEN_MM + 0.1, math.inf])
def test_what_is_covered_or_cut_off_cannot_be_read(state: State, hidden_mm: float) -> None:
    seen = Place(0.0, placed=True, hidden_mm=hidden_mm)
    assert as_seen(state, seen, empty=False) is State.ILLEGIBLE


@pytest.mark.parametrize("state", [State.SURE, State.BLANK, State.DOUBTFUL])
def test_what_may_be_another_row_s_entry_cannot_be_settled(state: State) -> None:
    """It fits that row's rules: were it doubtful, the card would believe it."""
    seen = Place(0.0, placed=False, misplaced=True)
    assert as_seen(state, seen, empty=False) is State.ILLEGIBLE
    assert hidden_by(seen) is Hidden.MISPLACED


def test_a_little_of_the_border_out_of_sight_changes_nothing() -> None:
    seen = Place(0.0, placed=True, hidden_mm=MOST_HIDDEN_MM)
    assert as_seen(State.SURE, seen, empty=False) is State.SURE


def test_a_doubtful_cell_that_looks_empty_in_bad_light_is_illegible() -> None:
    seen = Place(0.0, placed=True)
    assert as_seen(State.DOUBTFUL, seen, empty=True, dim=True) is State.ILLEGIBLE
    assert as_seen(State.DOUBTFUL, seen, empty=False, dim=True) is State.DOUBTFUL


@pytest.mark.parametrize(
    ("state", "empty", "wanted"),
    [
        (State.BLANK, True, State.ILLEGIBLE),
        (State.DOUBTFUL, True, State.ILLEGIBLE),
        (State.DOUBTFUL, False, State.DOUBTFUL),
        (State.SURE, False, State.SURE),
    ],
)
def test_where_light_tones_are_lost_only_what_seems_empty_is_in_doubt(
    state: State, empty: bool, wanted: State
) -> None:
    seen = Place(0.0, placed=True, washed=1.0)
    assert as_seen(state, seen, empty=empty) is wanted
    assert hidden_by(seen, dim=True) is Hidden.WASHED
    little = Place(0.0, placed=True, washed=MOST_WASHED)
    assert as_seen(state, little, empty=empty) is state


@pytest.mark.parametrize(
    ("place", "dim", "why"),
    [
        (Place(0.9, True, math.inf), True, Hidden.CUT),
        (Place(0.9, True, 5.0), True, Hidden.GLARE),
        (Place(0.0, True, 5.0), True, Hidden.COVERED),
        (Place(0.0, True), True, Hidden.DIM),
        (Place(0.0, True), False, None),
    ],
)
def test_the_gravest_reason_is_told(place: Place, dim: bool, why: Hidden | None) -> None:
    assert hidden_by(place, dim=dim) is why
