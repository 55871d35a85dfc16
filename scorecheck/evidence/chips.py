"""Bonus chips: a row of tick boxes, of which the last may hold their number instead."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorecheck.evidence.messages import UNKNOWN, add_items, known, nothing
from scorecheck.evidence.slots import OTHER, number_of
from scorecheck.evidence.tape import Node, Tape, Terms

P_TICK = 0.1
P_COUNT = 0.005
"""Share of chip cells that are ticked, and that hold any one number."""


def chip_prior(texts: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """How often each text stands in a chip cell."""

    def prior(text: str) -> float:
        if text == "":
            return 1.0 - P_TICK
        return P_COUNT if counted(text) else P_TICK

    return np.array([prior(text) for text in texts])


def counted(text: str) -> int:
    """The number of chips that a text in the last cell means; 0 where it is a tick or blank.

    A 1 is a stroke like any other tick.
    """
    number = number_of(text)
    return number if number and number > 1 else 0


def chip_count(texts: Sequence[str]) -> int:
    """The number of chips on a card, from the texts of its chip cells in order."""
    ticks = sum(text != "" for text in texts)
    return (counted(texts[-1]) or ticks) if texts else 0


def chip_message(tape: Tape, leaves: Sequence[tuple[Node, Sequence[str]]], rows: int) -> Node:
    """The message of the number of chips; each leaf comes with its texts."""
    count = nothing(tape, rows)
    for leaf, texts in leaves[:-1]:
        ticks = np.array([UNKNOWN if text == OTHER else int(text != "") for text in texts])
        count = add_items(tape, count, leaf, ticks)
    return _last(tape, count, *leaves[-1]) if leaves else count


def _last(tape: Tape, count: Node, leaf: Node, texts: Sequence[str]) -> Node:
    numbers = np.append(known(count), UNKNOWN)
    terms, top = Terms(2), int(numbers.max(initial=0)) + 1
    for item, text in enumerate(texts):
        if counted(text):
            terms.put(item, numbers, to=counted(text))
            top = max(top, counted(text))
        elif text == OTHER:
            terms.put(item, numbers, to=UNKNOWN)
        else:
            step = int(text != "")
            terms.put(item, numbers, to=np.where(numbers == UNKNOWN, UNKNOWN, numbers + step))
    return terms.apply(tape, [leaf, count], top + 2)
