"""Runs the network: windows in, for every cell the probabilities of what it may say."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import MissingToolError
from scorecheck.reading import alphabet, ctc
from scorecheck.reading.window import WIDTH
from scorecheck.resources import data_file

MODEL = "model/cell.onnx"

TEMPERATURE = 1.1
"""Divides the network's logits, so that its probabilities mean what they say."""

_BATCH = 8
_ROOM = 8
"""Empty columns that the network is shown beside what is in a window."""
_NARROWEST, _STEP = 40, 8


@cache
def _network() -> cv2.dnn.Net:
    path = data_file(MODEL)
    if not path.is_file():
        raise MissingToolError(
            f"the reader's weights are missing: {path}",
            help="install scorecheck again, or train them: see CONTRIBUTING.md",
            code="no-weights",
        )
    buffer = np.fromfile(path, np.uint8)
    # The classic engine is the faster one for small convolutions.
    return cv2.dnn.readNetFromONNX(buffer, engine=cv2.dnn.ENGINE_CLASSIC)


@cache
def model_sha256() -> str:
    """The hash of the network's weights; empty where they are missing."""
    path = data_file(MODEL)
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def logits(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """(cells, HEIGHT, width) ink to (cells, classes, 1, width // 2) logits."""
    network = _network()
    result = np.zeros((len(ink), alphabet.CLASSES, 1, ink.shape[2] // 2), np.float32)
    for start in range(0, len(ink), _BATCH):
        part = ink[start : start + _BATCH]
        # Always the same batch size, so that a cell's result does not depend on how many there are.
        full = np.zeros((_BATCH, 1, *ink.shape[1:]), np.float32)
        full[: len(part), 0] = part
        network.setInput(full)
        result[start : start + len(part)] = network.forward()[: len(part)]
    return result


def recognise(ink: NDArray[np.float32], kinds: Sequence[str]) -> list[dict[str, float]]:
    """What each cell may say, likeliest first.

    Args:
        ink: (cells, HEIGHT, WIDTH) from `scorecheck.reading.window.prepare`.
        kinds: "number", "power" or "tick" for each cell.
    """
    widths = _widths(ink)
    results: list[dict[str, float]] = [{} for _ in kinds]
    for width in np.unique(widths).tolist():
        alike: list[int] = np.flatnonzero(widths == width).tolist()
        first = (WIDTH - width) // 2
        chances = ctc.softmax(logits(ink[alike, :, first : first + width]) / TEMPERATURE)
        for kind in dict.fromkeys(kinds[i] for i in alike):
            members = [n for n, i in enumerate(alike) if kinds[i] == kind]
            for n, found in zip(members, _texts(chances[members], kind), strict=True):
                results[alike[n]] = found
    return results


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
