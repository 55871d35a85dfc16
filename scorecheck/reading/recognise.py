"""Networks read every cell: windows in, the probabilities of what each may say out.

Where the first one is not as sure as can be, a second one is asked, which went on learning from its
weights: they are not independent, but they err differently. Their probabilities are
averaged, and where only one of them is sure the cell is not.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import MissingToolError
from scorecheck.languages.phrase import Phrase
from scorecheck.reading import alphabet, ctc
from scorecheck.reading.lookalikes import keep_open
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.reading.window import WIDTH
from scorecheck.resources import data_file

READERS = ("model/cell.onnx", "model/second.onnx")

TEMPERATURE = 0.9
"""Divides the networks' logits, so that their common probabilities mean what they say."""

SURE_ALONE = 0.9995
"""Where the first network is surer than this of a text, the second one is not asked."""

ILLEGIBLE_ODDS = 0.3
"""How much rarer an illegible entry is on a sheet than among the cells that the networks learnt
from: its odds are so much lower (for such changes: Saerens et al., Neural Computation 14, 2002)."""

MOST_BLANK = 0.999
"""A cell with a trace of ink is never likelier to be blank than this."""

_BATCH = 32
_ROOM = 8
"""Empty columns that the network is shown beside what is in a window."""
_NARROWEST, _STEP = 40, 8


_TURN = threading.Lock()
"""OpenCV's networks are not safe under threads, and each need be loaded only once."""


@cache
def _network(reader: str) -> cv2.dnn.Net:
    path = data_file(reader)
    if not path.is_file():
        raise MissingToolError(
            Phrase("the reader's weights are missing: {path}", path=path),
            help=Phrase("install scorecheck again, or train them: see CONTRIBUTING.md"),
            code="no-weights",
        )
    buffer = np.fromfile(path, np.uint8)
    return cv2.dnn.readNetFromONNX(buffer)


@cache
def model_sha256() -> str:
    """The hash of all weights, one file after the other; empty where one is missing."""
    paths = [data_file(reader) for reader in READERS]
    if not all(path.is_file() for path in paths):
        return ""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def logits(ink: NDArray[np.float32], reader: str) -> NDArray[np.float32]:
    """(cells, HEIGHT, width) ink to one reader's (cells, classes, 1, width // 2) logits.

    The result of a cell does not depend on those that are looked at with it.
    """
    result = np.zeros((len(ink), alphabet.CLASSES, 1, ink.shape[2] // 2), np.float32)
    for start in range(0, len(ink), _BATCH):
        part = np.ascontiguousarray(ink[start : start + _BATCH, None])
        with _TURN:
            network = _network(reader)
            network.setInput(part)
            seen = network.forward()
        result[start : start + len(part)] = seen
    return result


def recognise(ink: NDArray[np.float32], kinds: Sequence[str]) -> list[dict[str, float]]:
    """What each cell may say, likeliest first.

    Args:
        ink: (cells, HEIGHT, WIDTH) from `scorecheck.reading.window.prepare`.
        kinds: "number", "power" or "tick" for each cell.
    """
    first, second = READERS
    results = _read(ink, kinds, first)
    unsure = [i for i, texts in enumerate(results) if next(iter(texts.values())) < SURE_ALONE]
    again = _read(ink[unsure], [kinds[i] for i in unsure], second) if unsure else []
    for i, other in zip(unsure, again, strict=True):
        results[i] = _together((results[i], other))
    return [
        keep_open(texts) if kind == "number" else texts
        for texts, kind in zip(map(_with_ink, map(_on_sheets, results)), kinds, strict=True)
    ]


def _on_sheets(texts: dict[str, float]) -> dict[str, float]:
    """The same where illegible entries are as rare as on sheets, likeliest first."""
    spared = texts.get(ILLEGIBLE_TEXT, 0.0) * (1 - ILLEGIBLE_ODDS)
    if not spared or spared >= 1:
        return texts
    lower = texts | {ILLEGIBLE_TEXT: texts[ILLEGIBLE_TEXT] - spared}
    likely = sorted(lower.items(), key=lambda item: -item[1])
    return {text: p / (1 - spared) for text, p in likely}


def _with_ink(texts: dict[str, float]) -> dict[str, float]:
    """The same with some room for an entry: where ink is, nobody is as sure of none as without."""
    if texts.get("", 0.0) <= MOST_BLANK:
        return texts
    spared = texts[""] - MOST_BLANK
    return texts | {"": MOST_BLANK, ILLEGIBLE_TEXT: texts.get(ILLEGIBLE_TEXT, 0.0) + spared}


def _read(ink: NDArray[np.float32], kinds: Sequence[str], reader: str) -> list[dict[str, float]]:
    """What one reader says of each cell, likeliest first."""
    widths = _widths(ink)
    results: list[dict[str, float]] = [{} for _ in kinds]
    for width in np.unique(widths).tolist():
        alike: list[int] = np.flatnonzero(widths == width).tolist()
        first = (WIDTH - width) // 2
        seen = np.ascontiguousarray(ink[alike, :, first : first + width])
        chances = ctc.softmax(logits(seen, reader) / TEMPERATURE)
        for kind in dict.fromkeys(kinds[i] for i in alike):
            members = [n for n, i in enumerate(alike) if kinds[i] == kind]
            for n, texts in zip(members, _texts(chances[members], kind), strict=True):
                results[alike[n]] = texts
    return results


def _together(readings: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of what all readers say of one cell, likeliest first."""
    texts = dict.fromkeys(text for reading in readings for text in reading)
    mean = {text: sum(one.get(text, 0.0) for one in readings) / len(readings) for text in texts}
    return dict(sorted(mean.items(), key=lambda item: -item[1])[: ctc.KEPT])


def _widths(ink: NDArray[np.float32]) -> NDArray[np.intp]:
    """How much of the middle of each window the network is shown.

    A window of a narrow cell is empty to both sides; the network needs to see but little of that.
    """
    seen = np.asarray(ink.max(axis=1, initial=0) > 0)
    empty = np.minimum(seen.argmax(axis=1), seen[:, ::-1].argmax(axis=1))
    empty[~seen.any(axis=1)] = WIDTH // 2
    needed = WIDTH - 2 * (empty - _ROOM)
    return np.asarray(np.clip(-(-needed // _STEP) * _STEP, _NARROWEST, WIDTH), np.intp)


def _texts(chances: ctc.Chances, kind: str) -> list[dict[str, float]]:
    if kind == "power":
        return ctc.listed_texts(chances, alphabet.POWER_TEXTS)
    if kind == "tick":
        return ctc.listed_texts(chances, alphabet.TICK_TEXTS)
    return ctc.number_texts(chances)
