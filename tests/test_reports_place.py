"""Reports about print and place: scale, paper, marks that are spoilt or crowded, two sheets."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scorecheck.errors import InputError
from scorecheck.measure import reports_marks
from scorecheck.measure.reports_sheet import Sheet
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.reading.policy import MOST_HIDDEN_MM
from scorecheck.sheet.marks import known_sheets
from scorecheck.simulate.camera_scene import Scene
from tests.made_bench import empty_sheet
from tests.made_photos import as_photo, catalogue, found, identity, layout_for, made_flat, shoot

YATZY = identity()


def test_a_print_at_90_percent_is_read_and_its_scale_named() -> None:
    flat = made_flat(shoot(YATZY, scene=Scene(print_scale=0.9, tilt=5)).photo)
    assert all(cell.placed for cell in flat.cells.values())
    assert flat.scale is not None
    assert flat.scale.value == pytest.approx(0.9, abs=0.004)


def test_a4_at_full_size_on_letter() -> None:
    """Its marks just fit; moved by 5 mm, two of them are off the paper."""
    fits = shoot(YATZY, scene=Scene(paper="letter"))
    assert found(fits.photo)[0].identity == YATZY
    moved = shoot(YATZY, scene=Scene(paper="letter", print_shift=(0.0, 5.0)))
    with pytest.raises(InputError, match="marks bottom right and bottom left are not visible"):
        found(moved.photo)


@pytest.mark.parametrize("corner", [0, 2])
@pytest.mark.parametrize("what", reports_marks.SPOILS)
def test_a_mark_spoilt(what: str, corner: int) -> None:
    sheet = empty_sheet("yatzy", 4)
    reports_marks.SPOILS[what](sheet, corner)
    shot = sheet.shoot(seed=corner, megapixels=4)
    assert found(shot.photo)[0].identity == sheet.identity


@pytest.mark.parametrize("crowd", [reports_marks.trim, reports_marks.line_beside])
def test_crowded_marks_at_every_angle(crowd: Callable[[Sheet], None]) -> None:
    """The dark table, or a pen's line, right where the marks' white zone ends."""
    sheet = empty_sheet("yatzy", 4)
    crowd(sheet)
    for roll in range(20, 360, 60):
        shot = sheet.shoot(scene=Scene(roll=roll, tilt=8, azimuth=roll, table="dark"), megapixels=4)
        assert found(shot.photo)[0].identity == sheet.identity, roll


def test_what_lies_over_a_sheet_is_never_read_as_that_sheet() -> None:
    """The rows of the two fall on each other, so that the lower one's grid looks right."""
    lower, upper = empty_sheet("yatzy", 4), empty_sheet("yatzy", 4)
    moved = (150.0, 60.0)
    picture = reports_marks.laid_over(lower, upper, (-150, -60))
    known = known_sheets(catalogue())
    below, above = sorted(
        find_sheets(as_photo(picture), known, layout_for), key=lambda sheet: len(sheet.tags)
    )
    assert (len(below.tags), len(above.tags)) == (3, 4)
    flat = flatten(as_photo(picture), below, below.layout)
    # What is seen of the upper sheet ends so much before the lower one does.
    ends = np.array(below.layout.page_mm) - moved[::-1]
    edge = 8.0  # near which the upper one's edge may well be in the way
    cells = [cell for cell in below.layout.cells if cell.kind != "text"]
    under = [one for one in cells if one.x < ends[0] and one.y < ends[1]]
    free = [one for one in cells if one.x > ends[0] + edge or one.y > ends[1] + edge]
    assert under and free
    assert not [c.cell for c in under if flat.cells[c.cell].hidden_mm <= MOST_HIDDEN_MM]
    assert not [c.cell for c in free if flat.cells[c.cell].hidden_mm > 0]
    seen = flatten(as_photo(picture), above, above.layout).cells
    assert all(seen[cell.cell].hidden_mm == 0 for cell in cells)
