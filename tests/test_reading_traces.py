"""Ink fainter than its neighbours may be left of an erased entry; a faint pen is no trace."""

from __future__ import annotations

import pytest

from scorecheck.reading.policy import TRACE_SHARE, blind_state
from scorecheck.reading.traces import with_traces
from scorecheck.reading.types import Candidate, State

CLEAR = {"12": 0.9996, "17": 0.0003}


def seen(darkness: list[float], columns: str, blank: str = "") -> list[dict[str, float]]:
    """What becomes of clear twelves (and blanks, where `blank` says b) of such darkness."""
    texts = [{"": 0.999} if mark == "b" else dict(CLEAR) for mark in blank.ljust(len(darkness))]
    return with_traces(texts, darkness, columns)


def test_a_trace_may_be_nothing() -> None:
    *others, trace = seen([0.5, 0.45, 0.55, 0.5, 0.15], "aaaaa")
    assert others == [CLEAR] * 4
    assert list(trace) == ["12", "", "17"]
    assert trace[""] == TRACE_SHARE
    assert sum(trace.values()) == pytest.approx(0.9999, abs=1e-4)
    candidates = [Candidate(text, p) for text, p in trace.items()]
    assert blind_state("number", candidates) is State.DOUBTFUL


def test_a_faint_pen_is_no_trace() -> None:
    assert seen([0.12, 0.1, 0.15, 0.12, 0.11], "aaaaa") == [CLEAR] * 5


def test_each_column_has_its_own_pen() -> None:
    assert seen([0.8] * 4 + [0.2] * 4, "aaaabbbb") == [CLEAR] * 8


def test_a_column_with_few_entries_goes_by_the_sheet() -> None:
    *others, trace = seen([0.8] * 4 + [0.2], "aaaab")
    assert others == [CLEAR] * 4
    assert "" in trace


def test_with_few_entries_nothing_is_known() -> None:
    assert seen([0.8, 0.8, 0.2], "aaa") == [CLEAR] * 3


def test_blank_cells_do_not_count() -> None:
    texts = seen([0.02] * 6 + [0.2, 0.5], "aaaaaaaa", blank="bbbbbb")
    assert texts[:6] == [{"": 0.999}] * 6
    assert texts[6:] == [CLEAR] * 2
