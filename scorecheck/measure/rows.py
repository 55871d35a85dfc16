"""What is measured: a row for each photo, with its cells and its mistakes."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from scorecheck.reading.types import STRIKES, State

Json = dict[str, Any]

LEAST = 1e-7
"""Texts of the picture alone that are less probable are not kept."""

OPEN = (State.DOUBTFUL, State.ILLEGIBLE)
"""States in which a person is asked."""


@dataclass(frozen=True)
class CellRow:
    """One cell of a photo.

    `seen` are the texts of the picture alone with their probabilities, likeliest first; `blind` is
    its state then, `text`, `p` and `state` those after weighing. `seen_well` is false under glare,
    where an entry may stand unseen for want of light, and where the cell may have been cut beside
    its place. `hidden` cells lie
    under something on the sheet: whatever is read there, passing it would be a guess. `images`
    name the handwriting that it was written with, as `NotingBook` does.
    """

    cell: str
    kind: str
    written: str
    seen: tuple[tuple[str, float], ...]
    blind: str
    text: str
    p: float
    state: str
    seen_well: bool = True
    hidden: bool = False
    images: tuple[str, ...] = ()

    @property
    def passes_blind(self) -> bool:
        """Whether the picture alone would pass without a question."""
        return self.blind not in OPEN

    @property
    def passes(self) -> bool:
        """Whether the weighed cell passes without a question."""
        return self.state not in OPEN

    @property
    def p_blind(self) -> float:
        """The probability of what the likeliest text means, by the picture alone."""
        best = self.seen[0][0]
        return min(1.0, sum(p for text, p in self.seen if same(text, best)))

    @property
    def right_blind(self) -> bool:
        """Whether the likeliest text of the picture alone is what is written."""
        return same(self.seen[0][0], self.written)

    @property
    def right(self) -> bool:
        """Whether the weighed text is what is written."""
        return same(self.text, self.written)


@dataclass(frozen=True)
class MistakeRow:
    """A mistake planted on the paper: where it stands, and what became of it.

    `outcome` is found (reported at once), asked (reported once a person has said what stands in
    the cells asked about) or hidden (not even then). `right` are the texts that would hide it, by
    cell; `kind` is its kind.
    """

    kind: str
    right: dict[str, tuple[str, ...]]
    outcome: str


@dataclass(frozen=True)
class PhotoRow:
    """One photo: what it shows and what was read. `error` is empty where the sheet was read.

    `accusations` are, for each card, the mistakes that it was said to have, resting on no doubt,
    and that are not on the paper.
    """

    condition: str
    recipe: Json
    cells: tuple[CellRow, ...] = ()
    mistakes: tuple[MistakeRow, ...] = ()
    error: str = ""
    accusations: tuple[tuple[str, ...], ...] = ()

    @property
    def sums(self) -> bool:
        """Whether the players wrote their sums."""
        return bool(self.recipe["sums"])

    def to_json(self) -> Json:
        """As written to disk; cells are lists, for there are many."""
        return {
            "condition": self.condition,
            "recipe": self.recipe,
            "cells": [list(vars(cell).values()) for cell in self.cells],
            "mistakes": [asdict(mistake) for mistake in self.mistakes],
            "error": self.error,
            "accusations": self.accusations,
        }

    @classmethod
    def from_json(cls, data: Json) -> PhotoRow:
        """The row that `to_json` wrote."""
        cells = tuple(_cell(values) for values in data["cells"])
        mistakes = tuple(
            MistakeRow(m["kind"], {c: tuple(r) for c, r in m["right"].items()}, m["outcome"])
            for m in data["mistakes"]
        )
        accusations = tuple(map(tuple, data["accusations"]))
        return cls(data["condition"], data["recipe"], cells, mistakes, data["error"], accusations)


def _cell(values: list[Any]) -> CellRow:
    cell, kind, written, seen, *rest, images = values
    given = (cell, kind, written, tuple((text, p) for text, p in seen), *rest, tuple(images))
    return CellRow(*given)


def same(read: str, written: str) -> bool:
    """Whether two texts say the same: all shapes of a strike do."""
    return read == written or (read in STRIKES and written in STRIKES)
