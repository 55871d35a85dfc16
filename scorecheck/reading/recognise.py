"""Runs the network: windows in, for every cell the probabilities of what it may say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import MissingToolError
from scorecheck.reading import alphabet, ctc
from scorecheck.reading.window import HEIGHT, WIDTH
from scorecheck.resources import data_file

MODEL = "model/cell.onnx"

TEMPERATURE = 1.1
"""Divides the network's logits, so that its probabilities mean what they say."""

_BATCH = 32


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


def logits(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """(cells, HEIGHT, WIDTH) ink to (cells, classes, 1, places) logits."""
    network = _network()
    parts = []
    for start in range(0, len(ink), _BATCH):
        part = ink[start : start + _BATCH]
        # Always the same batch size: another one makes the engine plan its memory again.
        full = np.zeros((_BATCH, 1, HEIGHT, WIDTH), np.float32)
        full[: len(part), 0] = part
        network.setInput(full)
        parts.append(network.forward()[: len(part)].copy())
    return (
        np.concatenate(parts)
        if parts
        else np.zeros((0, alphabet.CLASSES, 1, WIDTH // 2), np.float32)
    )


def recognise(ink: NDArray[np.float32], kinds: Sequence[str]) -> list[dict[str, float]]:
    """What each cell may say, likeliest first.

    Args:
        ink: (cells, HEIGHT, WIDTH) from `scorecheck.reading.window.prepare`.
        kinds: "number", "power" or "tick" for each cell.
    """
    chances = ctc.softmax(logits(ink) / TEMPERATURE)
    results: list[dict[str, float]] = [{} for _ in kinds]
    for kind in set(kinds):
        members = [i for i, k in enumerate(kinds) if k == kind]
        part = chances[members]
        if kind == "power":
            texts = ctc.listed_texts(part, alphabet.POWER_TEXTS)
        elif kind == "tick":
            texts = ctc.listed_texts(part, alphabet.TICK_TEXTS)
        else:
            texts = ctc.number_texts(part)
        for i, found in zip(members, texts, strict=True):
            results[i] = found
    return results
