"""From the network's output to the exact probability of every text a cell may hold.

A CTC output gives each text the sum over all its alignments. Digits are followed through a
tree of prefixes, all cells at once; words and single signs through their own few states.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scorecheck.reading import alphabet
from scorecheck.reading.types import ILLEGIBLE_TEXT

Chances = NDArray[np.float32]
"""(cells, places, classes): the chance of every sign at every place; class 0 is no sign."""

_DIGITS_KEPT = 6
_WIDE_DIGITS_KEPT = 5
_WIDE_LEFT = 1e-4
_NEGLIGIBLE = 1e-4  # less probable texts are not named: what is left to them is their sum
# Letters that a number cell can only mean as digits.
_LOOKS_LIKE = (("O", "0"), ("D", "0"), ("Z", "2"), ("B", "8"))


def softmax(logits: NDArray[np.float32]) -> Chances:
    """(cells, classes, 1, places) logits to (cells, places, classes) chances."""
    rows = np.ascontiguousarray(logits[:, :, 0, :].transpose(0, 2, 1))
    rows = np.exp(rows - rows.max(axis=2, keepdims=True))
    return np.asarray(rows / rows.sum(axis=2, keepdims=True))


def number_texts(chances: Chances, keep: int = 8) -> list[dict[str, float]]:
    """What a number cell may say: texts of up to four digits, strikes, blank, illegible."""
    folded = chances.copy()
    for letter, digit in _LOOKS_LIKE:
        a, b = alphabet.encode(letter + digit)
        folded[:, :, b] += folded[:, :, a]
        folded[:, :, a] = 0
    others = fixed_texts(folded, ("", *alphabet.SINGLE_TEXTS))
    left = np.array([1 - sum(other.values()) for other in others])
    results, found = _digit_texts(folded, 3, _DIGITS_KEPT, keep)
    wide = np.flatnonzero(left - found > _WIDE_LEFT)
    if wide.size:
        more, total = _digit_texts(folded[wide], 4, _WIDE_DIGITS_KEPT, keep)
        for i, texts, sum_ in zip(wide, more, total, strict=True):
            results[i].update(texts)
            found[i] = max(found[i], sum_)
    return [
        _rest_is_illegible(texts | other, float(rest - sum_), keep)
        for texts, other, rest, sum_ in zip(results, others, left, found, strict=True)
    ]


def listed_texts(chances: Chances, texts: tuple[str, ...], keep: int = 8) -> list[dict[str, float]]:
    """What a power or tick cell may say: blank or one of `texts`."""
    return [
        _rest_is_illegible(result, 1 - sum(result.values()), keep)
        for result in fixed_texts(chances, ("", *texts))
    ]


def _rest_is_illegible(result: dict[str, float], rest: float, keep: int) -> dict[str, float]:
    """Give what is no text of this kind of cell, `rest`, to "illegible", and sort."""
    result[ILLEGIBLE_TEXT] = result.get(ILLEGIBLE_TEXT, 0.0) + max(0.0, rest)
    best = sorted(result.items(), key=lambda item: (-item[1], item[0]))[:keep]
    return {text: float(p) for text, p in best if p > _NEGLIGIBLE}


def _digit_texts(
    chances: Chances, longest: int, kept: int, keep: int
) -> tuple[list[dict[str, float]], NDArray[np.float32]]:
    """The likeliest texts of 1 to `longest` of each cell's `kept` likeliest digits.

    Returns the `keep` likeliest of them and the sum over all of them, for each cell.
    """
    cells, places, _ = chances.shape
    digits = chances[:, :, 1 : 1 + len(alphabet.DIGITS)]
    order = np.sort(np.argsort(-digits.max(axis=1), axis=1)[:, :kept], axis=1)
    sign = np.take_along_axis(digits, order[:, None, :], axis=2)  # (cells, places, kept)
    none = chances[:, :, 0]
    # open[k]: ends in its last sign; shut[k]: ends in "no sign"; for all texts of k signs.
    opened = [np.zeros((cells, kept**k), np.float32) for k in range(longest + 1)]
    shut = [np.zeros((cells, kept**k), np.float32) for k in range(longest + 1)]
    shut[0][:] = 1
    same = np.eye(kept, dtype=np.float32)
    for t in range(places):
        p, q = sign[:, t, None, :], none[:, t, None]
        for k in range(longest, 0, -1):
            before = (opened[k - 1] + shut[k - 1])[:, :, None]
            grown = np.broadcast_to(before, (cells, kept ** (k - 1), kept))
            if k > 1:  # the same sign twice needs "no sign" between
                last = opened[k - 1].reshape(cells, -1, kept)
                grown = grown - (last[..., None] * same).reshape(cells, -1, kept)
            mine = opened[k].reshape(cells, -1, kept)
            shut[k] = (opened[k] + shut[k]) * q
            opened[k] = ((mine + grown) * p).reshape(cells, -1)
        shut[0] = shut[0] * q
    every = np.concatenate([opened[k] + shut[k] for k in range(1, longest + 1)], axis=1)
    best = np.argpartition(-every, keep, axis=1)[:, :keep] if every.shape[1] > keep else None
    texts = [
        {
            _spelled(int(index), order[i], kept): float(every[i, index])
            for index in (range(every.shape[1]) if best is None else best[i])
        }
        for i in range(cells)
    ]
    return texts, every.sum(axis=1)


def _spelled(index: int, order: NDArray[np.intp], kept: int) -> str:
    """The text at a place of the tree, whose levels lie one after the other."""
    length = 1
    while index >= kept**length:
        index -= kept**length
        length += 1
    signs = ""
    for _ in range(length):
        index, digit = divmod(index, kept)
        signs = alphabet.DIGITS[order[digit]] + signs
    return signs


def fixed_texts(chances: Chances, texts: tuple[str, ...]) -> list[dict[str, float]]:
    """Exact probabilities of the given texts in every cell (the CTC forward pass)."""
    cells, places, _ = chances.shape
    longest = max(len(text) for text in texts)
    states = 2 * longest + 1
    labels = np.zeros((len(texts), states), np.intp)
    jump = np.zeros((len(texts), states), np.float32)  # may come from two states back
    for i, text in enumerate(texts):
        signs = alphabet.encode(text)
        labels[i, 1 : 2 * len(signs) : 2] = signs
        for j in range(1, len(signs)):
            jump[i, 2 * j + 1] = float(signs[j] != signs[j - 1])
    alpha = np.zeros((cells, len(texts), states), np.float32)
    alpha[:, :, 0] = 1  # before the first place; state 0 is "no sign yet"
    for t in range(places):
        moved = alpha.copy()
        moved[:, :, 1:] += alpha[:, :, :-1]
        moved[:, :, 2:] += alpha[:, :, :-2] * jump[:, 2:]
        alpha = moved * chances[:, t, :][:, labels]
    ends = np.array([2 * len(text) for text in texts])
    rows = np.arange(len(texts))
    total = alpha[:, rows, ends] + np.where(ends > 0, alpha[:, rows, ends - 1], 0)
    return [{text: float(p) for text, p in zip(texts, row, strict=True)} for row in total]
