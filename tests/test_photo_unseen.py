"""Where printed lines are not seen something is before them; not where all of a kind are weak, nor
where white light leaves them faint."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scorecheck.photo.geometry import Array
from scorecheck.photo.unseen import unseen_borders
from scorecheck.reading.policy import MOST_HIDDEN_MM
from tests.made_photos import PX_PER_MM, Picture, identity, layout_for, page

LAYOUT = layout_for(identity())
_SMEARED_MM = 1.2


def by_cell(lengths: Array) -> dict[str, float]:
    return dict(zip((one.cell for one in LAYOUT.cells), lengths.tolist(), strict=True))


def smeared(upright: bool) -> Picture:
    """The page as a camera that moves down, or across, sees it, in weak light."""
    length = round(_SMEARED_MM * PX_PER_MM)
    kernel = np.full((length, 1) if upright else (1, length), 1 / length, np.float32)
    return np.asarray(cv2.filter2D(page(identity()), -1, kernel), np.uint8)


@pytest.mark.parametrize("upright", [True, False])
def test_smeared_lines_hide_nothing_but_what_is_covered(upright: bool) -> None:
    flat = smeared(upright)
    assert unseen_borders(flat, LAYOUT).hidden_mm.max() <= MOST_HIDDEN_MM
    cell = next(one for one in LAYOUT.cells if one.cell == "g2/fives/value")
    left, top, right, bottom = (
        round(at * PX_PER_MM)
        for at in (cell.x - 2, cell.y - 2, cell.x + cell.w + 2, cell.y + cell.h + 2)
    )
    flat[top:bottom, left:right] = 170  # skin
    hidden = by_cell(unseen_borders(flat, LAYOUT).hidden_mm)
    assert hidden[cell.cell] > 10
    assert hidden["g3/yatzy/value"] <= MOST_HIDDEN_MM


@pytest.mark.parametrize(("line", "faint"), [(240, True), (252, False)])
def test_a_faint_line_in_white_paper_is_told_from_none(line: int, faint: bool) -> None:
    flat = page(identity())
    cell = next(one for one in LAYOUT.cells if one.cell == "g2/fives/value")
    top, bottom = (round(at * PX_PER_MM) for at in (cell.y - 2, cell.y + cell.h + 2))
    left, right = (round(at * PX_PER_MM) for at in (cell.x - 2, cell.x + cell.w + 2))
    lit = flat[top:bottom, left:right]
    lit[:] = np.where(lit < 200, line, 255)
    unseen = unseen_borders(flat, LAYOUT)
    hidden, washed = by_cell(unseen.hidden_mm), by_cell(unseen.washed_mm)
    assert (hidden[cell.cell] <= MOST_HIDDEN_MM) is faint
    assert (washed[cell.cell] > 10) is faint
    assert washed["g3/yatzy/value"] == hidden["g3/yatzy/value"] == 0
