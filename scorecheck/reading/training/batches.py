"""Endless seeded batches of composed cells, made in a process beside the training."""

from __future__ import annotations

import multiprocessing as mp
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading.window import HEIGHT, WIDTH, prepare
from scorecheck.simulate.cell import random_cell
from scorecheck.simulate.drawn import drawn_writers
from scorecheck.simulate.glyphs import GlyphBook, Split
from scorecheck.simulate.hand import Hand

Batch = tuple[NDArray[np.float16], list[str], list[str]]
"""Ink (N, HEIGHT, WIDTH), texts, kinds."""

_CELLS_PER_HAND = 4
_DRAWN_WRITERS = 400


def make_batch(book: GlyphBook, size: int, seed: tuple[int, ...]) -> Batch:
    """Compose `size` cells; the same seed gives the same cells."""
    rng = np.random.default_rng(seed)
    ink = np.empty((size, HEIGHT, WIDTH), np.float16)
    texts, kinds = [], []
    hand = None
    for i in range(size):
        if i % _CELLS_PER_HAND == 0:
            hand = Hand(book, rng)
        cell = random_cell(book, rng, hand)
        ink[i] = prepare(cell.cut, cell.window)
        texts.append(cell.text)
        kinds.append(cell.kind)
    return ink, texts, kinds


def _produce(folder: Path, split: Split, size: int, seed: int, queue: mp.Queue[Batch]) -> None:
    import cv2  # noqa: PLC0415 - the thread count is this process's own

    cv2.setNumThreads(1)
    more = drawn_writers(_DRAWN_WRITERS, np.random.default_rng(seed)) if split == "train" else ()
    book = GlyphBook(folder, split, more)
    for number in range(1 << 31):
        queue.put(make_batch(book, size, (seed, number)))


def stream(folder: Path, split: Split, size: int, seed: int) -> Iterator[Batch]:
    """Batches number 0, 1, 2, … of this seed, always the same ones in the same order."""
    context = mp.get_context("spawn")
    queue: mp.Queue[Batch] = context.Queue(maxsize=24)
    maker = context.Process(target=_produce, args=(folder, split, size, seed, queue), daemon=True)
    maker.start()
    try:
        while True:
            yield queue.get()
    finally:
        maker.kill()
