"""The probabilities of texts against brute force over every alignment."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scorecheck.reading import alphabet, ctc


def collapse(path: tuple[int, ...]) -> str:
    signs = [k for i, k in enumerate(path) if k and (i == 0 or path[i - 1] != k)]
    return "".join(alphabet.SIGNS[k - 1] for k in signs)


def chances_over(signs: str, places: int, seed: int) -> np.ndarray:
    """Random chances in which only `signs` (and "no sign") are possible: (1, places, classes)."""
    rng = np.random.default_rng(seed)
    allowed = [0, *alphabet.encode(signs)]
    result = np.zeros((1, places, alphabet.CLASSES), np.float32)
    result[0][:, allowed] = rng.dirichlet(np.ones(len(allowed)), places)
    return result


def brute(chances: np.ndarray) -> dict[str, float]:
    places = chances.shape[1]
    classes = np.flatnonzero(chances[0].sum(axis=0))
    totals: dict[str, float] = {}
    for path in product(classes, repeat=places):
        p = float(np.prod([chances[0, t, k] for t, k in enumerate(path)]))
        totals[collapse(path)] = totals.get(collapse(path), 0.0) + p
    return totals


@pytest.mark.parametrize("seed", range(6))
def test_number_texts_are_exact(seed: int) -> None:
    chances = chances_over("17X", 6, seed)
    truth = brute(chances)
    found = ctc.number_texts(chances, keep=1000)[0]
    for text in ("1", "7", "11", "17", "117", "171", "1717", "X", ""):
        assert found.get(text, 0.0) == pytest.approx(truth.get(text, 0.0), rel=1e-3, abs=1e-4)
    assert sum(found.values()) == pytest.approx(1.0, abs=2e-3)


def test_what_is_no_number_counts_as_illegible() -> None:
    chances = chances_over("5X", 5, 3)
    truth = brute(chances)
    mixed = sum(p for text, p in truth.items() if "X" in text and text != "X")
    long = sum(p for text, p in truth.items() if text.isdigit() and len(text) > 4)
    assert ctc.number_texts(chances)[0]["?"] == pytest.approx(mixed + long, abs=1e-4)


def test_words_in_a_power_cell() -> None:
    chances = chances_over("DOUBLE", 7, 1)
    chances[0, :, :] = 1e-4
    for place, sign in enumerate("DOUBLE"):
        chances[0, place, alphabet.encode(sign)[0]] = 1
    chances[0, 6, 0] = 1
    best = next(iter(ctc.listed_texts(chances, alphabet.POWER_TEXTS)[0]))
    assert best == "DOUBLE"


def test_a_letter_that_can_only_be_a_digit_counts_as_one() -> None:
    chances = np.zeros((1, 4, alphabet.CLASSES), np.float32)
    chances[0, 0, alphabet.encode("2")[0]] = 1
    chances[0, 1, 0] = chances[0, 3, 0] = 1
    chances[0, 2, alphabet.encode("O")[0]] = 1
    assert ctc.number_texts(chances)[0]["20"] == pytest.approx(1.0)


def test_many_possible_digits() -> None:
    chances = chances_over("12345678", 3, 5)
    truth = {text: p for text, p in brute(chances).items() if p > 1e-3}
    found = ctc.number_texts(chances, keep=1000)[0]
    named = {text: p for text, p in found.items() if p > 1e-3 and text != "?"}
    assert named
    assert all(p == pytest.approx(truth[text], abs=1e-4) for text, p in named.items())
    # Two of the eight digits are not followed: what they may say counts as illegible.
    assert sum(found.values()) == pytest.approx(1.0, abs=5e-3)
    assert found["?"] > 0.1


def test_cells_of_one_batch_do_not_mix() -> None:
    cells = [chances_over(signs, 6, seed) for seed, signs in enumerate(("17X", "3", "2468", "905"))]
    together = ctc.number_texts(np.concatenate(cells))
    for cell, found in zip(cells, together, strict=True):
        alone = ctc.number_texts(cell)[0]
        assert found.keys() == alone.keys()
        assert all(found[text] == pytest.approx(alone[text], abs=1e-6) for text in found)
