"""From the network's output to the exact probability of every text a cell may hold.

A CTC output gives each text the sum over all its alignments. Numbers are followed all together
(`scorecheck.reading.digits`); words and single signs through their own few states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading import alphabet
from scorecheck.reading.digits import NEGLIGIBLE, likely_numbers
from scorecheck.reading.types import ILLEGIBLE_TEXT

Chances = NDArray[np.float32]
"""(cells, places, classes): the chance of every sign at every place; class 0 is no sign."""

# Letters that a number cell can only mean as digits.
_LOOKS_LIKE = (("O", "0"), ("D", "0"), ("Z", "2"), ("B", "8"))


def softmax(logits: NDArray[np.float32]) -> Chances:
    """(cells, classes, 1, places) logits to (cells, places, classes) chances."""
    rows = np.ascontiguousarray(logits[:, :, 0, :].transpose(0, 2, 1))
    rows = np.exp(rows - rows.max(axis=2, keepdims=True))
    return np.asarray(rows / rows.sum(axis=2, keepdims=True))


KEPT = 8
"""So many texts of a cell are kept."""


def number_texts(chances: Chances, keep: int = KEPT) -> list[dict[str, float]]:
    """What a number cell may say: texts of up to four digits, strikes, blank, illegible."""
    folded = chances[:, :, : 1 + len(alphabet.DIGITS)].copy()
    for letter, digit in _LOOKS_LIKE:
        a, b = alphabet.encode(letter + digit)
        folded[:, :, b] += chances[:, :, a]
    others = fixed_texts(chances, ("", *alphabet.SINGLE_TEXTS))
    numbers, total = likely_numbers(folded)
    return [
        _rest_is_illegible(texts | other, 1 - float(known) - sum(other.values()), keep)
        for texts, other, known in zip(numbers, others, total, strict=True)
    ]


def listed_texts(chances: Chances, texts: tuple[str, ...]) -> list[dict[str, float]]:
    """What a power or tick cell may say: blank or one of `texts`."""
    return [
        _rest_is_illegible(result, 1 - sum(result.values()), KEPT)
        for result in fixed_texts(chances, ("", *texts))
    ]


def _rest_is_illegible(result: dict[str, float], rest: float, keep: int) -> dict[str, float]:
    """Give what is no text of this kind of cell, `rest`, to "illegible", and sort."""
    result[ILLEGIBLE_TEXT] = result.get(ILLEGIBLE_TEXT, 0.0) + max(0.0, rest)
    best = sorted(result.items(), key=lambda item: (-item[1], item[0]))[:keep]
    return {text: float(p) for text, p in best if p > NEGLIGIBLE}


def fixed_texts(chances: Chances, texts: Sequence[str]) -> list[dict[str, float]]:
    """Exact probabilities of the given texts in every cell (the CTC forward pass)."""
    results: list[dict[str, float]] = [{} for _ in chances]
    # Words have many states, so the many single signs go apart from them.
    for part in ([t for t in texts if len(t) <= 1], [t for t in texts if len(t) > 1]):
        for result, row in zip(results, _forward(chances, part) if part else (), strict=False):
            result.update(zip(part, row.tolist(), strict=True))
    return results


def _forward(chances: Chances, texts: Sequence[str]) -> NDArray[np.float32]:
    """The probabilities (cells, texts)."""
    states = 2 * max(len(text) for text in texts) + 1
    labels = np.zeros((len(texts), states), np.intp)
    jump = np.zeros((len(texts), states), np.float32)  # may come from two states back
    for i, text in enumerate(texts):
        signs = alphabet.encode(text)
        labels[i, 1 : 2 * len(signs) : 2] = signs
        for j in range(1, len(signs)):
            jump[i, 2 * j + 1] = float(signs[j] != signs[j - 1])
    alpha = np.zeros((len(chances), len(texts), states), np.float32)
    alpha[:, :, 0] = 1  # before the first place; state 0 is "no sign yet"
    for seen in np.ascontiguousarray(chances.transpose(1, 0, 2)):
        moved = alpha.copy()
        moved[:, :, 1:] += alpha[:, :, :-1]
        if states > 3:
            moved[:, :, 2:] += alpha[:, :, :-2] * jump[:, 2:]
        alpha = moved * seen[:, labels]
    ends = np.array([2 * len(text) for text in texts])
    rows = np.arange(len(texts))
    return np.asarray(
        alpha[:, rows, ends] + np.where(ends > 0, alpha[:, rows, ends - 1], 0), np.float32
    )
