"""What the reader saw, before anybody thinks about rules: one `Reading` per sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class State(StrEnum):
    """How far a cell may be trusted."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    BLANK = "blank"
    ILLEGIBLE = "illegible"


class Person(StrEnum):
    """What people have said of a cell, whatever its picture shows."""

    NOTHING = "nothing"
    DECIDED = "decided"
    """One person: the only candidate is that person's, and it is certain."""
    DISPUTED = "disputed"
    """Two, and they differ: the candidates are theirs, and only a person may settle it."""


STRIKES = ("X", "/", "\\", "-", "#")
"""Ways to strike a box, as the reader spells them; `#` is a filled scribble."""

STRIKES_LIKE_ONE = ("/", "\\")
"""The strikes that are one slanting stroke, as a 1 may be."""

TICK = "v"
"""A check mark in a chip cell."""

ILLEGIBLE_TEXT = "?"
"""The reader's own class for ink that is no entry: overwritten, lined out, a doodle."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing that a cell may say (`""` is a blank cell), with its probability 0..1."""

    text: str
    p: float


@dataclass(frozen=True, slots=True)
class CellReading:
    """A cell seen blind, or the word of people in the place of what was seen.

    `candidates` are sorted, most likely first; they hold at least one and their probabilities
    sum to at most 1 (the rest is spread over texts too unlikely to list).
    `box_px` are the cell's corners in pixels of the photo, clockwise from its own top left.
    """

    cell: str
    column: str
    box: str
    field: str
    kind: str
    candidates: tuple[Candidate, ...]
    state: State
    box_px: tuple[tuple[float, float], ...]
    said: Person = Person.NOTHING

    @property
    def text(self) -> str:
        """The most likely text."""
        return self.candidates[0].text

    @property
    def p(self) -> float:
        """The probability of the most likely text."""
        return self.candidates[0].p


@dataclass(frozen=True)
class Reading:
    """All cells of one sheet, in the order of its layout.

    `pen_to_noise` says by cell how many times as strong as the photo's noise its ink is, or its
    column's where it shows none (`scorecheck.reading.dim`); it is empty where nobody measured.
    """

    cells: tuple[CellReading, ...]
    pen_to_noise: Mapping[str, float] = field(default_factory=dict)

    def column(self, column: str) -> tuple[CellReading, ...]:
        """The cells of one column."""
        return tuple(cell for cell in self.cells if cell.column == column)
