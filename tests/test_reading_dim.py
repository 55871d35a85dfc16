"""Where the noise is as strong as the pen, an entry may stand unseen: a rule of light and ink."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from scorecheck.reading.dim import FAINTEST, STRONGEST, is_dim, noise, pen_to_noise


def noisy(strength: float, shape: tuple[int, int] = (30, 80), seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, strength, (1, *shape)).astype(np.float32)


def lit(ink: np.ndarray, paper: float = 250.0) -> np.ndarray:
    return np.full_like(ink, paper)


@pytest.mark.parametrize("strength", [0.02, 0.05, 0.1])
def test_noise_is_measured_as_its_standard_deviation(strength: float) -> None:
    ink = noisy(strength)
    assert noise(ink, lit(ink))[0] == pytest.approx(strength, rel=0.2)


def test_an_entry_is_no_noise() -> None:
    ink = noisy(0.03)
    ink[0, 8:22, 30:34] += 0.8
    ink[0, 8:22, 44:47] += 0.8
    assert noise(ink, lit(ink))[0] == pytest.approx(0.03, rel=0.3)


def test_each_quarter_has_its_noise() -> None:
    ink = noisy(0.01)
    ink[0, :15, 40:] = noisy(0.08)[0, :15, 40:]
    paper = lit(ink)
    paper[0, :15, 40:] /= 8
    assert noise(ink, paper)[0] == pytest.approx([0.01, 0.08, 0.01, 0.01], rel=0.25)


def test_black_paper_is_noise_however_smooth() -> None:
    ink = np.zeros((1, 30, 80), np.float32)
    assert noise(ink, lit(ink, 5.0)).min() == pytest.approx(0.2)
    assert noise(ink, lit(ink)).max() < 0.005


def test_a_cell_too_small_to_measure_is_never_believed() -> None:
    ink = noisy(0.1, (4, 80))
    assert is_dim(STRONGEST / float(noise(ink, lit(ink)).min()))


def seen(entries: str, noises: float = 0.05) -> list[float]:
    """Cells as `a.6 a.6 b-`: column and the darkness of an entry, or none."""
    cells = entries.split()
    written = [not cell.endswith("-") for cell in cells]
    dark = [float("0" + cell[1:]) if ink else 0.3 for cell, ink in zip(cells, written, strict=True)]
    return pen_to_noise(written, dark, [noises] * len(cells), [cell[0] for cell in cells])


def test_each_column_has_its_pen() -> None:
    *_, strong = seen("a.4 a.45 a-")
    *_, faint = seen("a.4 a.45 a- b.2 b.2 b-")
    assert strong == pytest.approx(8)
    assert faint == pytest.approx(4)
    assert is_dim(faint) and not is_dim(strong)


def test_an_entry_that_is_seen_has_its_own_ink() -> None:
    assert seen("a.6 a.3") == pytest.approx([12, 6])


def test_the_faintest_entry_of_a_column_counts_where_none_is_seen() -> None:
    assert seen("a.6 a.6 a.2 a.6 a-")[-1] == pytest.approx(4)


def test_an_empty_column_may_be_of_the_faintest_pen_of_the_others() -> None:
    assert seen("a.6 a.6 b.3 b.4 c- c-")[-1] == pytest.approx(6)


def test_an_entry_on_its_line_tells_nothing_of_the_pen() -> None:
    assert seen("a.6 a.02 a- b-")[2:] == seen("a.6 a- b-")[1:]


def test_the_strongest_ink_counts_for_no_more_than_a_usual_pen() -> None:
    assert seen("a.9 a.9 a-")[-1] == pytest.approx(STRONGEST / 0.05)


def test_a_sheet_without_entries_may_be_of_a_faint_pen() -> None:
    assert seen("a- a- b-") == [pytest.approx(FAINTEST / 0.05)] * 3


def test_without_noise_all_is_seen() -> None:
    assert seen("a- a.5", noises=0.0) == [inf, inf]
