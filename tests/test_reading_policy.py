"""The blind policy never lets an unsure cell pass."""

from __future__ import annotations

import pytest

from scorecheck.reading.policy import SURE, SURE_BLANK, as_seen, blind_state
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


@pytest.mark.parametrize(
    ("state", "glare", "shadow", "placed", "wanted"),
    [
        (State.SURE, 0.0, 0.0, True, State.SURE),
        (State.BLANK, 0.0, 0.0, True, State.BLANK),
        (State.BLANK, 0.4, 0.0, True, State.ILLEGIBLE),
        (State.BLANK, 0.0, 0.9, True, State.ILLEGIBLE),
        (State.SURE, 0.4, 0.0, True, State.DOUBTFUL),
        (State.SURE, 0.0, 0.0, False, State.DOUBTFUL),
        (State.BLANK, 0.0, 0.0, False, State.DOUBTFUL),
        (State.ILLEGIBLE, 0.4, 0.9, False, State.ILLEGIBLE),
    ],
)
def test_what_cannot_be_seen_is_never_sure(
    state: State, glare: float, shadow: float, placed: bool, wanted: State
) -> None:
    assert as_seen(state, glare=glare, shadow=shadow, placed=placed) is wanted
