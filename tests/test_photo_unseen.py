"""Where printed lines are not seen something is before them; where all of a kind are weak, not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.photo.unseen import hidden_borders
from scorecheck.reading.policy import MOST_HIDDEN_MM
from scorecheck.sheet.grid import THICK
from tests.made_photos import PX_PER_MM, Picture, identity, layout_for, page

LAYOUT = layout_for(identity())
_SMEARED_MM = 1.2


def smeared(upright: bool) -> Picture:
    """The page as a camera that moves down, or across, sees it, in weak light."""
    length = round(_SMEARED_MM * PX_PER_MM)
    kernel = np.full((length, 1) if upright else (1, length), 1 / length, np.float32)
    return np.asarray(cv2.filter2D(page(identity()), -1, kernel), np.uint8)


@pytest.mark.parametrize("upright", [True, False])
def test_smeared_lines_hide_nothing_but_what_is_covered(upright: bool) -> None:
    flat = smeared(upright)
    assert hidden_borders(flat, LAYOUT).max() <= MOST_HIDDEN_MM
    cell = next(one for one in LAYOUT.cells if one.cell == "g2/fives/value")
    left, top, right, bottom = (
        round(at * PX_PER_MM)
        for at in (cell.x - 2, cell.y - 2, cell.x + cell.w + 2, cell.y + cell.h + 2)
    )
    flat[top:bottom, left:right] = 170  # skin
    hidden = dict(
        zip((one.cell for one in LAYOUT.cells), hidden_borders(flat, LAYOUT), strict=True)
    )
    assert hidden[cell.cell] > 10
    assert hidden["g3/yatzy/value"] <= MOST_HIDDEN_MM


@pytest.mark.parametrize("variant", ["yatzy", "yamb"])
def test_a_thin_line_that_came_out_thinner_hides_nothing(variant: str) -> None:
    """A printer's grid of pixels makes some lines two pixels wide and others three."""
    flat, layout = page(identity(variant)).copy(), layout_for(identity(variant))
    clear = flat.copy()
    rules = [r for r in layout.rules if r.width < THICK and r.y1 == r.y2]
    for rule in rules[len(rules) // 2 :: 5]:
        rows = slice(round((rule.y1 - 0.4) * PX_PER_MM), round((rule.y1 + 0.4) * PX_PER_MM) + 1)
        columns = slice(round(rule.x1 * PX_PER_MM), round(rule.x2 * PX_PER_MM))
        flat[rows, columns] = 255 - 0.55 * (255.0 - flat[rows, columns])
    assert (flat != clear).any()
    soft = cv2.GaussianBlur(flat, (0, 0), 0.25 * PX_PER_MM)
    assert hidden_borders(np.asarray(soft, np.uint8), layout).max() <= MOST_HIDDEN_MM
