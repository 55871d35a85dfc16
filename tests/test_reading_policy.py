"""The blind policy never lets an unsure cell pass."""

from __future__ import annotations

import pytest

from scorecheck.reading.policy import SURE, SURE_BLANK, blind_state
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
        ("number", "1", 0.9975, State.DOUBTFUL),  # may be a strike
        ("power", "D", 0.9999, State.SURE),
        ("tick", "v", 0.9, State.DOUBTFUL),
    ],
)
def test_state(kind: str, text: str, p: float, state: State) -> None:
    other = Candidate("7" if text != "7" else "1", 1 - p)
    assert blind_state(kind, (Candidate(text, p), other)) is state
