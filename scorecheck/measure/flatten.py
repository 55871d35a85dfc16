"""Measure how well sheets are found and made flat, over conditions and made photos.

    python -m scorecheck.measure.flatten --seeds 4

prints per condition: sheets found, the error of cell positions in mm (median, 95 %, worst), and
the time of loading, finding and flattening as multiples of a full decode of the same photo.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import InputError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.photo.geometry import project
from scorecheck.photo.groups import LayoutFor
from scorecheck.photo.load import iter_photos
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.marks import known_sheets
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page
from scorecheck.simulate.camera import Shot, ShotSheet, photograph
from scorecheck.simulate.camera_conditions import CONDITIONS

Array = NDArray[np.float64]

PX_PER_MM = 12.0
_HEADS = (
    f"{'condition':<22} found   marks: med p95   max    grid: med p95   max   "
    "load find flat  worst of each photo"
)
SHEETS = (("yahtzee", "a4", 6), ("power", "a4", 3), ("yatzy", "letter", 4), ("yatzy", "a5", 3))


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of one photo.

    `errors` (cells,) are in mm, and `planar` those of the marks alone; both are empty where the
    sheet was `refused` (the error's code). `times` of loading, finding and flattening are in
    seconds, as is that of a full `decode`.
    """

    errors: Array
    planar: Array
    times: tuple[float, float, float]
    decode: float
    refused: str


def cell_errors(to_photo: Callable[[Array], Array], truth: ShotSheet, layout: Layout) -> Array:
    """Distance (cells,) in mm on the paper: the largest over the four corners of each cell."""
    corners = np.array(
        [
            [(c.x, c.y), (c.x + c.w, c.y), (c.x + c.w, c.y + c.h), (c.x, c.y + c.h)]
            for c in layout.cells
        ],
        np.float64,
    )
    off = to_photo(corners) - truth.to_photo(corners)
    # Derivatives by mm: differences over 1 mm.
    right, below = np.array([0.5, 0.0]), np.array([0.0, 0.5])
    along = truth.to_photo(corners + right) - truth.to_photo(corners - right)
    down = truth.to_photo(corners + below) - truth.to_photo(corners - below)
    cross = along[..., 0] * down[..., 1] - along[..., 1] * down[..., 0]
    x = (off[..., 0] * down[..., 1] - off[..., 1] * down[..., 0]) / cross
    y = (along[..., 0] * off[..., 1] - along[..., 1] * off[..., 0]) / cross
    return np.asarray(np.hypot(x, y).max(axis=1))


def measure(shot: Shot, layout: Layout, catalogue: Catalogue, folder: Path) -> Outcome:
    """Load, find and flatten one photo of one sheet, as the program does."""
    path = folder / "photo.jpg"
    path.write_bytes(shot.jpeg)
    layout_for = layouts(catalogue)
    data = np.frombuffer(shot.jpeg, np.uint8)
    clock = [time.perf_counter()]
    cv2.imdecode(data, cv2.IMREAD_COLOR_BGR)
    clock.append(time.perf_counter())
    nothing = np.zeros(0)
    try:
        photo = next(iter_photos(path))
        clock.append(time.perf_counter())
        found = find_sheets(photo, known_sheets(catalogue), layout_for)[0]
        clock.append(time.perf_counter())
        flat = flatten(photo, found, found.layout)
        clock.append(time.perf_counter())
    except InputError as error:
        return Outcome(nothing, nothing, (0, 0, 0), clock[1] - clock[0], error.code)
    steps = np.diff(clock)
    return Outcome(
        cell_errors(flat.to_photo_px, shot.sheets[0], layout),
        cell_errors(lambda p: project(found.homography, p) + 0.5, shot.sheets[0], layout),
        (float(steps[1]), float(steps[2]), float(steps[3])),
        float(steps[0]),
        "",
    )


def layouts(catalogue: Catalogue) -> LayoutFor:
    """From an identity to its layout."""
    return lambda identity: make_layout(catalogue.get(identity.variant), identity)


def shots(condition: str, seeds: Sequence[int], megapixels: float) -> Iterator[tuple[Shot, Layout]]:
    """Made photos of one condition, the sheets taken in turn."""
    catalogue = load_catalogue()
    for seed in seeds:
        variant, paper, columns = SHEETS[seed % len(SHEETS)]
        template = catalogue.get(variant)
        identity = sheet_identity(template, paper, "en", columns=columns)
        page = render_page(draw_sheets(template, identity), 0, PX_PER_MM, colour=True)
        shot = photograph(
            page, PX_PER_MM, conditions=condition.split("+"), seed=seed, megapixels=megapixels
        )
        yield shot, make_layout(template, identity)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("conditions", nargs="*", default=[])
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.seeds)
    catalogue = load_catalogue()
    print(_HEADS)
    with tempfile.TemporaryDirectory() as folder:
        for condition in options.conditions or CONDITIONS:
            outcomes = [
                measure(shot, layout, catalogue, Path(folder))
                for shot, layout in shots(condition, seeds, options.megapixels)
            ]
            print(_row(condition, outcomes), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of all this, the making of photos included: {peak:.0f} MB")


def _row(condition: str, outcomes: Sequence[Outcome]) -> str:
    read = [outcome for outcome in outcomes if not outcome.refused]
    row = f"{condition:<22} {len(read):>2}/{len(outcomes):<3}"
    if read:
        for errors in ([one.planar for one in read], [one.errors for one in read]):
            usual, most, worst = np.percentile(np.concatenate(errors), (50, 95, 100))
            row += f"  {usual:6.2f} {most:5.2f} {worst:5.2f}"
        times = np.median([[t / o.decode for t in o.times] for o in read], axis=0)
        row += "    " + " ".join(f"{value:.2f}" for value in times)
        row += "  " + " ".join(f"{o.errors.max():.2f}" for o in read)
    refused = [outcome.refused for outcome in outcomes if outcome.refused]
    return row + ("  " + ",".join(refused) if refused else "")


if __name__ == "__main__":
    main()
