"""Ruled paper: its lines go, whatever is printed or written stays."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.photo.decode import Pixels
from scorecheck.photo.flatten import FLAT_PX_PER_MM
from scorecheck.photo.ruling import without_ruling
from scorecheck.sheet.identity import SheetIdentity
from tests.made_photos import identity, layout_for, page

SHEET = identity()
LAYOUT = layout_for(SHEET)


def flat_page(sheet: SheetIdentity = SHEET, *, light: float = 0.8) -> Pixels:
    """The printed page as a flat sheet shows it."""
    size = tuple(round(FLAT_PX_PER_MM * side) for side in layout_for(sheet).page_mm)
    return np.asarray(light * cv2.resize(page(sheet), size, interpolation=cv2.INTER_AREA), np.uint8)


def ruling(
    shape: tuple[int, ...], step_mm: float, tone: float, *, skew: float = 0.0, squared: bool = False
) -> Pixels:
    """The share of light (0..255) that an exercise book's lines leave."""
    under = np.full(shape[:2], 255, np.uint8)
    height, width = shape[:2]
    left = round(255 * (1 - tone))
    for at in np.arange(7.3, 300, step_mm) * FLAT_PX_PER_MM:
        rise = np.tan(np.radians(skew))
        ends = ((0, round(16 * at)), (16 * width, round(16 * (at + rise * width))))
        cv2.line(under, *ends, left, 2, cv2.LINE_AA, 4)
        if squared:
            ends = ((round(16 * at), 0), (round(16 * (at - rise * height)), 16 * height))
            cv2.line(under, *ends, left, 2, cv2.LINE_AA, 4)
    return under


def printed_on(under: Pixels, grey: Pixels) -> Pixels:
    return np.asarray(cv2.multiply(grey, under, scale=1 / 255), np.uint8)


def difference(a: Pixels, b: Pixels) -> np.ndarray:
    """By how much of the paper's light two pages differ, (H, W)."""
    return np.abs(a.astype(np.float64) - b) / float(np.median(b))


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("skew", [0.0, -0.5, 0.9])
@pytest.mark.parametrize(("step_mm", "tone"), [(5.0, 0.2), (8.1, 0.1), (7.0, 0.35)])
def test_lines_of_the_paper_go(step_mm: float, tone: float, skew: float, squared: bool) -> None:
    plain = flat_page()
    under = ruling(plain.shape, step_mm, tone, skew=skew, squared=squared)
    ruled = printed_on(under, plain)
    clean = without_ruling(ruled, FLAT_PX_PER_MM, LAYOUT)
    lines = under < 250
    before, after = difference(ruled, plain)[lines], difference(clean, plain)[lines]
    assert after.mean() < 0.35 * before.mean()
    assert difference(clean, plain)[under == 255].mean() < 0.01


def test_a_dash_along_a_line_of_the_paper_stays() -> None:
    plain = flat_page()
    cell = next(cell for cell in LAYOUT.cells if cell.kind == "number")
    written = plain.copy()
    middle = round((cell.y + cell.h / 2) * FLAT_PX_PER_MM)
    ends = (round((cell.x + 1) * FLAT_PX_PER_MM), round((cell.x + cell.w - 1) * FLAT_PX_PER_MM))
    cv2.line(written, (ends[0], middle), (ends[1], middle), 60, 3, cv2.LINE_AA)
    under = np.full_like(plain, 255)
    for at in range(middle % 56, len(under), 56):
        cv2.line(under, (0, at), (under.shape[1], at), 210, 2, cv2.LINE_AA)
    clean = without_ruling(printed_on(under, written), FLAT_PX_PER_MM, LAYOUT)
    dash = clean[middle, ends[0] + 4 : ends[1] - 4]
    assert np.abs(dash.astype(int) - 60).mean() < 15


@pytest.mark.parametrize("lines", [0, 1, 3])
def test_what_is_no_ruling_stays_as_it_is(lines: int) -> None:
    """A fold, a hair or a long pen stroke is not the paper's own."""
    grey = flat_page()
    for number in range(lines):
        at = 400 + 333 * number
        cv2.line(grey, (0, at), (grey.shape[1], at + 9), 120, 2, cv2.LINE_AA)
    assert without_ruling(grey, FLAT_PX_PER_MM, LAYOUT) is grey


def test_noise_is_no_ruling() -> None:
    rng = np.random.default_rng(4)
    grey = flat_page(light=0.5)
    noisy = np.clip(grey + rng.normal(0, 12, grey.shape), 0, 255).astype(np.uint8)
    assert without_ruling(noisy, FLAT_PX_PER_MM, LAYOUT) is noisy


@pytest.mark.parametrize(("variant", "every"), [("yahtzee", 1), ("power", 2)])
def test_strikes_in_regular_steps_through_all_columns_stay(variant: str, every: int) -> None:
    """Small sheets have little margin: such strikes are as long as most of the page."""
    sheet = identity(variant, "a5")
    grey = flat_page(sheet)
    boxes = [cell for cell in layout_for(sheet).cells if cell.kind != "text"]
    ends = min(cell.x for cell in boxes) + 1, max(cell.x + cell.w for cell in boxes) - 1
    for middle in sorted({round(cell.y + cell.h / 2, 1) for cell in boxes})[::every]:
        left, right = ((round(FLAT_PX_PER_MM * x), round(FLAT_PX_PER_MM * middle)) for x in ends)
        cv2.line(grey, left, right, 70, 3, cv2.LINE_AA)
    assert without_ruling(grey, FLAT_PX_PER_MM, layout_for(sheet)) is grey


@pytest.mark.parametrize("squared", [False, True])
def test_a_line_down_a_column_stays_on_ruled_paper(squared: bool) -> None:
    plain = flat_page()
    ruled = printed_on(ruling(plain.shape, 8.1, 0.2, squared=squared), plain)
    column = [cell for cell in LAYOUT.cells if cell.kind == "number"]
    column = [cell for cell in column if cell.column == column[0].column]
    # Beside the lines of the paper, which run every 8.1 mm.
    x = round(FLAT_PX_PER_MM * (7.3 + 8.1 * np.ceil((column[0].x - 7.3) / 8.1) + 4))
    top, bottom = column[0].y, column[-1].y + column[-1].h
    ends = ((x, round(FLAT_PX_PER_MM * top)), (x, round(FLAT_PX_PER_MM * bottom)))
    mask = cv2.line(np.zeros_like(ruled), *ends, 255, 3) > 0
    ruled[mask] = 110
    clean = without_ruling(ruled, FLAT_PX_PER_MM, LAYOUT)
    assert clean is not ruled
    assert float(np.median(clean[mask])) < 125


def test_a_single_line_down_the_margin_of_ruled_paper_goes() -> None:
    plain = flat_page()
    under = ruling(plain.shape, 8.1, 0.2)
    cv2.line(under, (160, 0), (165, len(under)), 180, 3, cv2.LINE_AA)
    clean = without_ruling(printed_on(under, plain), FLAT_PX_PER_MM, LAYOUT)
    beside = (slice(100, -100), slice(150, 175))
    assert difference(clean[beside], plain[beside]).mean() < 0.03
