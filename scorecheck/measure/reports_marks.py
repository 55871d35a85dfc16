"""Reports about the corner marks: cut off, covered, written over, crowded; sheets over sheets."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import cv2
import numpy as np

from scorecheck.errors import ScorecheckError
from scorecheck.measure.reports_place import sheets
from scorecheck.measure.reports_sheet import PX_PER_MM, Bench, Pixels, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.sheet.marks import CORNERS
from scorecheck.simulate import marks
from scorecheck.simulate.camera import photograph
from scorecheck.simulate.camera_scene import Scene

_TABLE = (70, 82, 95)
_DARK = 35
_INK = (70, 45, 30)


def away(bench: Bench) -> Tally:
    """Each mark covered, torn off and written over in turn; then each pair of marks away."""
    tally = Tally()
    for variant, sheet in sheets(bench, 51):
        clean = sheet.page.copy()
        for corner, name in enumerate(CORNERS):
            shot = sheet.shoot(scene=Scene(covered=corner))
            bench.read(shot.jpeg, sheet, f"{variant}, {name} under a thumb", tally)
            for what, spoil in SPOILS.items():
                spoil(sheet, corner)
                bench.read(sheet.shoot(seed=corner).jpeg, sheet, f"{variant}, {name} {what}", tally)
                sheet.page[:] = clean
        for pair in combinations(range(4), 2):
            for corner in pair:
                _tear(sheet, corner)
            names = [CORNERS[corner] for corner in pair]
            what = f"{variant} without {' and '.join(names)}"
            bench.refuses(sheet.shoot().jpeg, what, tally, naming=names)
            sheet.page[:] = clean
    return tally


def _tear(sheet: Sheet, corner: int) -> None:
    """Tear the corner off, along a slanting line."""
    rows, columns = sheet.mark_box(corner, 12.0)
    height, width = sheet.page.shape[:2]
    x = (0, columns.stop) if corner in (0, 3) else (width, columns.start)
    y = (0, rows.stop) if corner in (0, 1) else (height, rows.start)
    torn = np.array([(x[0], y[0]), (x[1], y[0]), (x[0], y[1])], np.int32)
    # Nearly a rectangle, so that no part of the mark is left.
    torn = np.insert(torn, 2, (round(0.85 * x[1] + 0.15 * x[0]), y[1]), axis=0)
    cv2.fillPoly(sheet.page, [torn], _TABLE)


def _scribble(sheet: Sheet, corner: int) -> None:
    """Write over the mark with a ball pen."""
    rows, columns = sheet.mark_box(corner, -1.0)
    low = np.array([columns.start, rows.start])
    size = np.array([columns.stop - columns.start, rows.stop - rows.start])
    for stroke in marks.scribble(np.random.default_rng(corner)):
        points = np.round((low + stroke * size) * 16).astype(np.int32)
        cv2.polylines(sheet.page, [points], False, _INK, 6, cv2.LINE_AA, 4)


SPOILS: dict[str, Callable[[Sheet, int], None]] = {"torn off": _tear, "written over": _scribble}
"""What may happen to a mark (0 top left, clockwise), done to the page of a sheet."""


def crowded(bench: Bench) -> Tally:
    """A dark edge or a pen's line right at the marks, from every side."""
    tally = Tally()
    for seed, (what, spoil) in enumerate({"dark edge": trim, "line": line_beside}.items()):
        sheet = bench.filled("yatzy", 4, seed=61 + seed)
        spoil(sheet)
        for roll in range(0, 360, 15):
            scene = Scene(roll=roll, tilt=8, azimuth=roll * 7 % 360, table="dark")
            bench.read(sheet.shoot(scene=scene).jpeg, sheet, f"{what}, turned {roll}", tally)
    return tally


def trim(sheet: Sheet) -> None:
    """A dark table right where the marks' white zone ends, 1 mm from their black."""
    near = [sheet.mark_box(corner, 1.0) for corner in range(4)]
    top, left = near[0][0].start, near[0][1].start
    bottom, right = near[2][0].stop, near[2][1].stop
    inside = sheet.page[top:bottom, left:right].copy()
    sheet.page[:] = _DARK
    sheet.page[top:bottom, left:right] = inside


def line_beside(sheet: Sheet) -> None:
    """A pen's line 0.5 mm from two sides of every mark."""
    for corner in range(4):
        rows, columns = sheet.mark_box(corner, 0.7)
        for first, last in (
            ((columns.start - 90, rows.start), (columns.stop + 90, rows.start)),
            ((columns.stop, rows.start - 90), (columns.stop, rows.stop + 90)),
        ):
            cv2.line(sheet.page, first, last, _INK, round(0.4 * PX_PER_MM), cv2.LINE_AA)


def together(bench: Bench) -> Tally:
    """Two sheets in one photo: side by side, and one over the other by more and more."""
    tally = Tally()
    for seed in range(3):
        pair = [bench.filled("yatzy", 4, seed=231 + seed + 10 * n) for n in range(2)]
        shot = photograph([one.page for one in pair], PX_PER_MM, seed=seed, megapixels=24.0)
        tally.cases += 1
        _both(bench, shot.jpeg, pair, f"side by side {seed}", tally)
        for off in ((0, 190), (30, 120), (0, 60), (60, 25), (190, 0), (120, 20), (-150, -60)):
            picture = laid_over(pair[0], pair[1], off)
            tally.cases += 1
            _both(bench, picture, pair, f"the second one lies {off} mm off the first", tally)
    return tally


def laid_over(lower: Sheet, upper: Sheet, off: tuple[int, int]) -> Pixels:
    """Seen from straight above: the upper sheet `off` mm (down, right) from the lower one."""
    places = np.array([(0, 0), off]) * PX_PER_MM
    places = (places - places.min(axis=0) + 20 * PX_PER_MM).astype(int)
    size = np.array(upper.page.shape[:2])
    table = np.full((*(places.max(axis=0) + size + 240), 3), _TABLE, np.uint8)
    for sheet, (y, x) in zip((lower, upper), places, strict=True):
        table[y : y + size[0], x : x + size[1]] = sheet.page
    half = cv2.resize(table, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(half, (0, 0), 0.8), np.uint8)


def _both(
    bench: Bench, picture: bytes | Pixels, pair: list[Sheet], what: str, tally: Tally
) -> None:
    """Count a photo of two sheets: the upper one is read, the lower one is read or told of."""
    lower, upper = (sheet.identity.sheet for sheet in pair)
    by_number = dict(zip((lower, upper), pair, strict=True))
    seen = []
    for outcome in bench.outcomes(picture):
        if isinstance(outcome, ScorecheckError):
            tally.refuse(outcome, expected=True, what=what)
            continue
        tally.facts["sheets read"] += 1
        # Only the lower one's code can be hidden.
        number = outcome.sheet_number or lower
        seen.append(number)
        tally.compare(outcome, by_number[number].texts, what)
    tally.note(upper in seen, "with the upper sheet read", f"{what}: {seen}")
