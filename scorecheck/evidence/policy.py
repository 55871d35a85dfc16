"""Every threshold of the weighing: when it may settle a cell, and when it asks.

The figures were chosen with `python -m scorecheck.measure.weighing --split tune`; those that are
reported come from other cards (`--split test`).
"""

from __future__ import annotations

from scorecheck.reading.types import State

SETTLED = 0.99
"""At least this probable after weighing, a doubtful cell may be settled."""

SEEN = 0.02
"""A text that the picture alone gives less than this is never settled on: it would be chosen
for the sums alone."""

CARD = 0.99
"""At least this probable together, the cells that pass without a look may pass."""

KEPT = 0.5
"""A clear cell keeps its text always, but below this weighed probability a person is asked."""

NAMED = 1e-3
"""Weighed candidates below this are not worth naming."""

PLAUSIBLE = 0.01
PLAUSIBLE_ALONE = 0.05
"""From here on, weighed or from the picture alone, a candidate of a doubtful cell counts when
findings are tested on it."""


def is_clear(state: State) -> bool:
    """Whether the picture alone was clear."""
    return state in (State.SURE, State.BLANK)


def may_settle(state: State, alone: float, weighed: float) -> bool:
    """Whether the weighing may settle a doubtful cell on a text.

    Args:
        alone: the probability of the text from the picture.
        weighed: its probability after weighing.
    """
    return state is State.DOUBTFUL and alone >= SEEN and weighed >= SETTLED
