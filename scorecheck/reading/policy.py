"""Every threshold of the blind reading: when a cell is sure, doubtful, blank or illegible.

The figures were chosen on the writers kept for tuning, never on those of the final figures
(`python -m scorecheck.measure.reading --split tune`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import isinf
from typing import Protocol

from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, STRIKES_LIKE_ONE, Candidate, State

SURE = {"number": 0.995, "power": 0.995, "tick": 0.99}
"""At least this probable, a text is sure, by kind of cell."""

SURE_BLANK = 0.99
"""At least this probable, nothing is written."""

SURE_STRIKE_LIKE_ONE = 0.998
"""A slanting stroke may be a strike or a 1: as a strike it needs more than other signs."""

SURE_SHAPE = 0.8
"""At least this probable, a strike has the shape it seems to have; that it is a strike at all is
judged by all shapes together."""

NO_INK = 0.9995
"""The probability that nothing is written where no trace of ink is."""

TRACE = 0.4
"""Ink fainter than this share of what is usual in its column may be left of an erased entry. A pen
keeps to more than two thirds of its usual darkness; an eraser leaves less than a third."""

TRACE_SHARE = 0.45
"""The probability that so faint an ink is such a trace and means nothing."""

MOST_GLARE = 0.15
"""With a larger share of the cell under glare, ink may be there unseen."""

MOST_WASHED = 0.15
"""With a larger share of the cell so white that tints are lost, a pencil's entry may be."""

MOST_HIDDEN_MM = 1.4
"""With more of the cell's border out of sight, something is before the cell or over its
print: a finger, a die, glare, the picture's edge. What it says then is not what is written."""


class Seen(Protocol):
    """How well a cell's place in the photo can be seen."""

    @property
    def glare(self) -> float:
        """The share of its area under glare, 0..1."""

    @property
    def placed(self) -> bool:
        """Whether it was surely cut where it is printed."""

    @property
    def misplaced(self) -> bool:
        """Whether its lines lie elsewhere, so that what was cut may be another cell's entry."""

    @property
    def hidden_mm(self) -> float:
        """How much of its border is out of sight; inf where it is beyond the picture."""

    @property
    def washed(self) -> float:
        """The share of its area, 0..1, in which pale ink would be as white as the paper."""


class Hidden(StrEnum):
    """What hides a cell, the gravest first."""

    CUT = "cut"
    GLARE = "glare"
    COVERED = "covered"
    MISPLACED = "misplaced"
    WASHED = "washed"
    DIM = "dim"


def hidden_by(seen: Seen, *, dim: bool = False) -> Hidden | None:
    """What hides a cell, or would hide a pale entry in it (washed, dim); None if nothing does.

    Args:
        dim: whether the pen's ink may be there unseen for want of light (`scorecheck.reading.dim`).
    """
    if isinf(seen.hidden_mm):
        return Hidden.CUT
    if seen.glare > MOST_GLARE:
        return Hidden.GLARE
    if seen.hidden_mm > MOST_HIDDEN_MM:
        return Hidden.COVERED
    if seen.misplaced:
        return Hidden.MISPLACED
    if seen.washed > MOST_WASHED:
        return Hidden.WASHED
    return Hidden.DIM if dim else None


def as_seen(state: State, seen: Seen, *, empty: bool, dim: bool = False) -> State:
    """The state of a cell, given how well its place in the photo can be seen.

    Args:
        empty: whether the likeliest reading is that nothing is written: ink may be there unseen.
        dim: as for `hidden_by`.
    """
    why = hidden_by(seen, dim=dim)
    hidden = seen.misplaced or seen.hidden_mm > MOST_HIDDEN_MM
    if hidden or (why and (empty or state is State.BLANK)):
        return State.ILLEGIBLE
    unsure = why is Hidden.GLARE or not seen.placed
    return State.DOUBTFUL if unsure and state in (State.SURE, State.BLANK) else state


def blind_state(kind: str, candidates: Sequence[Candidate]) -> State:
    """The state of a cell from its picture alone; `candidates` likeliest first."""
    best = candidates[0]
    if best.text == ILLEGIBLE_TEXT:
        return State.ILLEGIBLE
    if best.text == "":
        return State.BLANK if best.p >= SURE_BLANK else State.DOUBTFUL
    need = SURE.get(kind, SURE["number"])
    if best.text in STRIKES_LIKE_ONE:
        need = max(need, SURE_STRIKE_LIKE_ONE)
    return State.SURE if _meaning(candidates) >= need else State.DOUBTFUL


def _meaning(candidates: Sequence[Candidate]) -> float:
    """The probability of what the likeliest text means: all strikes mean the same."""
    best = candidates[0]
    if best.text not in STRIKES or best.p < SURE_SHAPE:
        return best.p
    return sum(candidate.p for candidate in candidates if candidate.text in STRIKES)
