"""Composed cells and what our reader says of each: made and read part by part, and kept as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from scorecheck.measure.noting import NotingBook
from scorecheck.measure.revision import reader_id
from scorecheck.measure.rows import LEAST, CellRow, Json
from scorecheck.measure.store import Store, fill_store
from scorecheck.reading import recognise
from scorecheck.reading.policy import blind_state
from scorecheck.reading.types import Candidate
from scorecheck.reading.window import prepare
from scorecheck.simulate.cell import MadeCell, random_cell
from scorecheck.simulate.glyphs import GlyphBook, Split
from scorecheck.simulate.hand import Hand

CELLS_PER_HAND = 4
_HANDS = 128
"""Hands in one row on disk."""


@dataclass(frozen=True)
class Chunk:
    """Some hands' cells to compose and read: numbers `first` and on."""

    folder: Path
    split: Split
    seed: int
    first: int
    hands: int

    @property
    def key(self) -> str:
        """Names the cells and the reader."""
        cells = f"{self.seed}/{self.first}+{self.hands}"
        return f"{self.split} {reader_id(__name__)} composed {cells}"


@dataclass(frozen=True)
class Composed:
    """A composed cell as it was read: its hand's number, its place in that hand, the writer."""

    row: CellRow
    hand: int
    place: int
    writer: str


def chunks(folder: Path, split: Split, cells: int, seed: int) -> list[tuple[str, Chunk]]:
    """At least so many cells, with the keys of their rows."""
    hands = -(-cells // CELLS_PER_HAND)
    made = [
        Chunk(folder, split, seed, first, min(_HANDS, hands - first))
        for first in range(0, hands, _HANDS)
    ]
    return [(chunk.key, chunk) for chunk in made]


@cache
def _book(folder: Path, split: Split) -> NotingBook:
    return NotingBook(folder, split)


def composed_by(
    book: GlyphBook, seed: int, number: int, before: Callable[[], None] = lambda: None
) -> Iterator[tuple[MadeCell, str]]:
    """The cells of one hand, always the same ones, with the writer's name.

    Args:
        before: called just before each cell is composed.
    """
    rng = np.random.default_rng((seed, number))
    hand = Hand(book, rng)
    for _ in range(CELLS_PER_HAND):
        before()
        yield random_cell(book, rng, hand), hand.style.hand


def read_composed(cells: Sequence[MadeCell]) -> list[dict[str, float]]:
    """What our reader says of each cell: texts and their probabilities, likeliest first."""
    ink = np.stack([prepare(cell.cut, cell.window) for cell in cells])
    return recognise.recognise(ink, [cell.kind for cell in cells])


def work(chunk: Chunk) -> Json:
    """Compose and read some cells: a row as JSON."""
    book = _book(chunk.folder, chunk.split)
    places, cells = [], []
    for number in range(chunk.first, chunk.first + chunk.hands):
        hand = composed_by(book, chunk.seed, number, book.noted.clear)
        for place, (cell, writer) in enumerate(hand):
            # The text is written first, then what is around it.
            places.append((number, place, writer, book.noted[: len(cell.text)]))
            cells.append(cell)
    return {
        "cells": [
            [*place, cell.kind, cell.text, _kept(texts)]
            for place, cell, texts in zip(places, cells, read_composed(cells), strict=True)
        ]
    }


def _kept(texts: Mapping[str, float]) -> list[tuple[str, float]]:
    return [(text, round(p, 8)) for text, p in texts.items() if p > LEAST]


def composed_of(row: Json) -> list[Composed]:
    """The cells that `work` wrote, in the states that the policy gives them today."""
    result = []
    for number, place, writer, images, kind, written, seen in row["cells"]:
        texts = tuple((text, p) for text, p in seen)
        state = blind_state(kind, [Candidate(text, p) for text, p in texts]).value
        name = f"{number}/{place}"
        cell = CellRow(name, kind, written, texts, state, *texts[0], state, images=tuple(images))
        result.append(Composed(cell, number, place, writer))
    return result


def measure(
    wanted: Sequence[tuple[str, Chunk]],
    store: Store,
    processes: int,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> list[Composed]:
    """All cells, those on disk already and those read now."""
    rows = fill_store(store, wanted, work, processes, tell)
    return [cell for row in rows for cell in composed_of(row)]
