"""Reports about how a sheet was printed and how it lies: turned, scaled, on other paper, bent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from scorecheck.errors import ScorecheckError
from scorecheck.measure.reports_sheet import SHEETS, Bench, Sheet
from scorecheck.measure.reports_tally import Tally
from scorecheck.report.result import SheetResult
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.marks import CORNERS
from scorecheck.simulate.camera_paper import Bend, PrintedPaper, arch, fold, lifted_corner, wave
from scorecheck.simulate.camera_scene import Scene


def sheets(bench: Bench, seed: int, **more: Any) -> Iterator[tuple[str, Sheet]]:
    """One filled sheet of each of the usual kinds, with its variant."""
    for number, (variant, columns) in enumerate(SHEETS):
        yield variant, bench.filled(variant, columns, seed=seed + number, **more)


def turned(bench: Bench) -> Tally:
    """Quarter turns of the file, and the phone turned by 5, 15 and 30 degrees."""
    tally = Tally()
    for variant, sheet in sheets(bench, 11):
        photo = sheet.shoot(seed=3).photo
        upright: dict[str, str] = {}
        for quarter in range(4):
            picture = np.ascontiguousarray(np.rot90(photo, quarter))
            what = f"{variant} turned {90 * quarter}"
            seen = sure_texts(bench.read(picture, sheet, what, tally))
            upright = upright or seen
            changed = [c for c in seen.keys() & upright.keys() if seen[c] != upright[c]]
            tally.note(not changed, "with the same sure cells", f"{what}: {changed} differ")
        for roll in (5, 15, 30):
            shot = sheet.shoot(scene=Scene(roll=roll, tilt=5, azimuth=60))
            bench.read(shot.jpeg, sheet, f"{variant} turned {roll}", tally)
    return tally


def sure_texts(outcomes: Sequence[SheetResult | ScorecheckError]) -> dict[str, str]:
    """The texts of all cells that nobody is asked about, by cell id."""
    found = [one for one in outcomes if isinstance(one, SheetResult)]
    cells = [cell for sheet in found for card in sheet.cards for cell in card.cells]
    return {cell.cell: cell.text for cell in cells if not cell.in_doubt}


def scaled(bench: Bench) -> Tally:
    """Printed larger or smaller than the page: read, and the scale named."""
    tally = Tally()
    for variant, sheet in sheets(bench, 21):
        for scale in (1.04, 1.0, 0.98, 0.97, 0.94, 0.9):
            shot = sheet.shoot(scene=Scene(print_scale=scale, tilt=5))
            what = f"{variant} at {scale:.0%}"
            (outcome, *_) = bench.read(shot.jpeg, sheet, what, tally)
            named = outcome.scale if isinstance(outcome, SheetResult) else None
            right = named is not None and abs(named - scale) < 0.005
            tally.note(right, "with the scale named to 0.5 %", f"{what}: scale said: {named}")
    return tally


def other_paper(bench: Bench) -> Tally:
    """The other paper size, at full size and fitted, in its middle and 5 mm off it."""
    tally = Tally()
    fitted = {"a4": 279.4 / 297, "letter": 210 / 215.9}
    for paper, other in (("a4", "letter"), ("letter", "a4")):
        sheet = bench.filled("yatzy", 4, seed=31, paper=paper)
        for scale in (fitted[paper], 1.0):
            for shift in ((0.0, 0.0), (5.0, 0.0), (-5.0, 0.0), (0.0, 5.0), (0.0, -5.0)):
                printed = PrintedPaper(PAPERS_MM[paper], PAPERS_MM[other], scale, shift)
                scene = Scene(paper=other, print_scale=scale, print_shift=shift)
                picture = sheet.shoot(scene=scene).jpeg
                what = f"{paper} at {scale:.0%} on {other}, moved {shift}"
                gone = _off_paper(sheet, printed)
                if len(gone) > 1:
                    bench.refuses(picture, what, tally, naming=gone)
                else:
                    bench.read(picture, sheet, what, tally)
    return tally


def _off_paper(sheet: Sheet, printed: PrintedPaper) -> list[str]:
    """The corners whose marks do not wholly lie on the paper."""
    gone = []
    for name, mark in zip(CORNERS, sheet.layout.marks, strict=True):
        ends = np.array([[mark.x, mark.y], [mark.x + mark.size, mark.y + mark.size]])
        on = printed.on_paper(ends)
        if on.min() < 0 or np.any(on.max(axis=0) > np.array(printed.paper_mm)):
            gone.append(name)
    return gone


def bent(bench: Bench) -> Tally:
    """Paper that does not lie flat, and a page that was fed too long in its middle."""
    bends: dict[str, tuple[Bend, ...]] = {
        "bent like a bridge": (arch(0.1, 240.0),),
        "bent like a bowl": (arch(np.pi / 2, -280.0),),
        "damp and wavy": (wave(0.4, 300.0, 200.0, 1.0),),
        "with a curled corner": (lifted_corner(0.9, 80.0, 100.0),),
        "with another curled corner": (lifted_corner(4.0, 70.0, 90.0),),
        "folded twice": (fold(np.pi / 2, 3.0, 14.0), fold(0.0, 0.0, -9.0)),
    }
    tally = Tally()
    for variant, sheet in sheets(bench, 221):
        for what, some in bends.items():
            shot = sheet.shoot(scene=Scene(bends=some, tilt=12, azimuth=30))
            bench.read(shot.jpeg, sheet, f"{variant} {what}", tally)
        for seed, stretch in enumerate((0.03, -0.03)):
            shot = sheet.shoot(scene=Scene(stretch=stretch), seed=seed)
            bench.read(shot.jpeg, sheet, f"{variant} fed {stretch:+.0%} too long", tally)
    return tally
