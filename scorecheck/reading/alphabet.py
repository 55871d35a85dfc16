"""The signs that the network tells apart, and what may stand in each kind of cell."""

from __future__ import annotations

from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, TICK

DIGITS = "0123456789"
LETTERS = "DOUBLEFRZPW"
_UNIQUE_LETTERS = "".join(dict.fromkeys(LETTERS))
SIGNS = DIGITS + _UNIQUE_LETTERS + "".join(STRIKES) + TICK + ILLEGIBLE_TEXT
"""Class k + 1 of the network is SIGNS[k]; class 0 is "no sign here"."""

CLASSES = len(SIGNS) + 1

POWER_WORDS = ("DOUBLE", "FREEZE", "POWER")
POWER_TEXTS = (
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "0",
    "D",
    "F",
    "P",
    *POWER_WORDS,
    *STRIKES,
    ILLEGIBLE_TEXT,
)
TICK_TEXTS = (TICK, *STRIKES, *DIGITS, "10", "11", "12", ILLEGIBLE_TEXT)
SINGLE_TEXTS = (*STRIKES, ILLEGIBLE_TEXT)
"""What a number cell may hold besides digits."""


def encode(text: str) -> list[int]:
    """The classes of a text's signs."""
    return [SIGNS.index(sign) + 1 for sign in text]
