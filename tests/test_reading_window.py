"""The window keeps a cell's place and its ink, whatever the light."""

from __future__ import annotations

import numpy as np
import pytest

from scorecheck.reading.read import cut
from scorecheck.reading.window import (
    HEIGHT,
    OVERSAMPLE,
    WIDTH,
    has_ink,
    prepare,
    window_for,
)
from scorecheck.sheet.layout import Cell


@pytest.mark.parametrize(
    ("w", "h"), [(21.8, 11.2), (12.0, 8.5), (5.5, 11.2), (27.7, 8.5), (40.0, 9.0)]
)
def test_the_cell_and_its_margin_fit(w: float, h: float) -> None:
    window = window_for(w, h)
    assert window.left >= 0 and window.left + window.width <= WIDTH
    assert window.top > 0 and window.top + window.height < HEIGHT
    assert window.width / window.height == pytest.approx(w / h)


def test_cut_centres_the_cell() -> None:
    page = np.full((800, 800), 240, np.uint8)
    cell = Cell("g1/ones/value", "g1", "ones", "value", "number", 30.0, 40.0, 20.0, 10.0)
    page[(45 * 8) - 4 : (45 * 8) + 4, (40 * 8) - 4 : (40 * 8) + 4] = 20
    window = window_for(cell.w, cell.h)
    picture = cut(page, cell, window, 8)
    rows, cols = np.nonzero(picture < 100)
    assert rows.mean() == pytest.approx(HEIGHT * OVERSAMPLE / 2 - 0.5, abs=0.6)
    assert cols.mean() == pytest.approx(WIDTH * OVERSAMPLE / 2 - 0.5, abs=0.6)


@pytest.mark.parametrize("light", [1.0, 0.6, 0.3])
def test_ink_is_the_same_in_any_light(light: float) -> None:
    window = window_for(20, 9)
    cut_out = np.full((HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), 240 * light, np.uint8)
    cut_out[30:50, 95:105] = 60 * light
    ink = prepare(cut_out, window)
    assert ink[20, 50] == pytest.approx(1.0, abs=0.05)
    assert abs(ink[20, 30]) < 0.1


def test_paper_grain_stays_faint() -> None:
    rng = np.random.default_rng(1)
    noisy = np.clip(rng.normal(200, 2, (HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE)), 0, 255)
    assert np.median(prepare(noisy.astype(np.uint8), window_for(20, 9))) < 0.4


def drawn_cell(strength: float, noise: float) -> np.ndarray:
    """A cut-out with printed lines and, where `strength` > 0, a short thin dash."""
    window = window_for(20, 9)
    picture = np.full((HEIGHT * OVERSAMPLE, WIDTH * OVERSAMPLE), 230.0)
    left, right = int(window.left * OVERSAMPLE), int((window.left + window.width) * OVERSAMPLE)
    picture[:, left : left + 2] = picture[:, right : right + 2] = 120
    picture[39:42, 90:112] *= 1 - strength
    picture += np.random.default_rng(3).normal(0, noise, picture.shape)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


@pytest.mark.parametrize("strength", [0.08, 0.2, 0.9])
def test_the_faintest_pencil_is_ink(strength: float) -> None:
    window = window_for(20, 9)
    assert has_ink(prepare(drawn_cell(strength, 1.0), window), window)


def test_empty_paper_with_its_printed_lines_is_not() -> None:
    window = window_for(20, 9)
    assert not has_ink(prepare(drawn_cell(0.0, 1.5), window), window)
