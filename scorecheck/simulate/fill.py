"""Writes cards onto a printed page with a pen, as a person fills a sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.sheet.layout import Layout
from scorecheck.simulate.hand import Alpha, Hand
from scorecheck.simulate.play import Texts

Page = NDArray[np.uint8]

_OVER_THE_LINE = 1.5  # mm


def cell_texts(layout: Layout, cards: Mapping[str, Texts]) -> dict[str, str]:
    """Cell id to text for every cell that takes a number, a power or a tick ("" where empty)."""
    result = {}
    for cell in layout.cells:
        if cell.kind == "text":
            continue
        texts = cards.get(cell.column, {})
        field = cell.cell.rsplit("/", 1)[1] if cell.kind == "tick" else cell.field
        result[cell.cell] = texts.get((cell.box, field), "")
    return result


def fill(
    page: Page,
    layout: Layout,
    texts: Mapping[str, str],
    hands: Mapping[str, Hand],
    px_per_mm: float,
    watch: Callable[[str], None] | None = None,
) -> Page:
    """Write `texts` (by cell id) on a rendered page.

    Args:
        page: (H, W, 3) BGR, the empty sheet at `px_per_mm`.
        hands: by column id; each column is one hand's.
        watch: told the id of each cell just before it is written.

    Returns:
        A new page, same shape.
    """
    ink = page.astype(np.float32)
    for cell in layout.cells:
        text = texts.get(cell.cell, "")
        if not text:
            continue
        if watch is not None:
            watch(cell.cell)
        hand = hands[cell.column]
        alpha = hand.write(text, cell.w, cell.h, px_per_mm, _OVER_THE_LINE)
        _lay(ink, alpha, cell.x - _OVER_THE_LINE, cell.y - _OVER_THE_LINE, hand, px_per_mm)
    return np.clip(ink, 0, 255).astype(np.uint8)


def _lay(
    page: NDArray[np.float32], alpha: Alpha, x: float, y: float, hand: Hand, px_per_mm: float
) -> None:
    """Ink takes light from the paper in its own colour, and printed lines show through it."""
    left, top = round(x * px_per_mm), round(y * px_per_mm)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(page.shape[1], left + alpha.shape[1]), min(page.shape[0], top + alpha.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    soft = cv2.GaussianBlur(alpha, (0, 0), 0.05 * px_per_mm + 0.2)
    part = soft[y0 - top : y1 - top, x0 - left : x1 - left, None] * hand.style.strength
    light = 1 - part * (1 - np.array(hand.style.ink, np.float32) / 255)
    page[y0:y1, x0:x1] *= light
