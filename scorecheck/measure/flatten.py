"""Measure how well sheets are found and made flat, over conditions and made photos.

    python -m scorecheck.measure.flatten --seeds 4

prints per condition: sheets found, the error of cell positions in mm (median, 95 %, worst), how
many cells are more than a millimetre off and how many of those are noticed, so that a person is
asked about them, and the time of loading, finding and flattening as multiples of a full decode of
the same photo.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.errors import InputError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.measure.markdown import markdown, share
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.photo.geometry import project
from scorecheck.photo.groups import LayoutFor
from scorecheck.photo.load import iter_photos
from scorecheck.photo.quality import CellQuality
from scorecheck.reading.policy import as_seen
from scorecheck.reading.types import State
from scorecheck.sheet.layout import Layout
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.marks import known_sheets
from scorecheck.sheet.pdf import draw_sheets, sheet_identity
from scorecheck.sheet.render import render_page
from scorecheck.simulate.camera import Shot, ShotSheet, photograph
from scorecheck.simulate.camera_conditions import CONDITIONS

Array = NDArray[np.float64]

PX_PER_MM = 12.0
_OFF_MM = 1.0
"""A cell that is cut so far beside its place may be read as another, or its line as a 1."""
SHEETS = (("yahtzee", "a4", 6), ("power", "a4", 3), ("yatzy", "letter", 4), ("yatzy", "a5", 3))


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of one photo.

    `errors` (cells,) are in mm, and `planar` those of the marks alone; `noticed` tells which
    cells are asked about as they may have been cut beside their places, or cannot be seen well.
    All are empty where the sheet was `refused` (the error's code). `times` of loading, finding and
    flattening are in seconds, as is that of a full `decode`.
    """

    errors: Array
    planar: Array
    noticed: NDArray[np.bool_]
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
        return Outcome(nothing, nothing, nothing > 0, (0, 0, 0), clock[1] - clock[0], error.code)
    steps = np.diff(clock)
    return Outcome(
        cell_errors(flat.to_photo_px, shot.sheets[0], layout),
        cell_errors(lambda p: project(found.homography, p) + 0.5, shot.sheets[0], layout),
        np.array([asked_about(flat.cells[cell.cell]) for cell in layout.cells]),
        (float(steps[1]), float(steps[2]), float(steps[3])),
        float(steps[0]),
        "",
    )


def asked_about(seen: CellQuality) -> bool:
    """Whether a cell is asked about for how it is seen, whatever is read there."""
    return as_seen(State.SURE, seen, empty=False) is not State.SURE


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
    outcomes: dict[str, list[Outcome]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for condition in options.conditions or CONDITIONS:
            outcomes[condition] = [
                measure(shot, layout, catalogue, Path(folder))
                for shot, layout in shots(condition, seeds, options.megapixels)
            ]
            print(condition, file=sys.stderr, flush=True)
    print(table(outcomes))


def table(outcomes: Mapping[str, Sequence[Outcome]]) -> str:
    """One line for each condition and one for all."""
    every = [one for some in outcomes.values() for one in some]
    heads = (
        "condition", "photos", "read", "marks alone, mm", "with the grid, mm",
        f"more than {_OFF_MM:g} mm off", "of those noticed", "noticed of all",
        "load, find, flatten", "refused",
    )  # fmt: skip
    lines = [_line(name, some) for name, some in (*outcomes.items(), ("all", every))]
    return markdown(heads, lines)


def _line(condition: str, outcomes: Sequence[Outcome]) -> list[object]:
    read = [one for one in outcomes if not one.refused]
    refused = Counter(one.refused for one in outcomes if one.refused)
    errors = np.concatenate([one.errors for one in outcomes])
    planar = np.concatenate([one.planar for one in outcomes])
    noticed = np.concatenate([one.noticed for one in outcomes])
    off = errors > _OFF_MM
    times = np.median([[t / one.decode for t in one.times] for one in read], axis=0) if read else ()
    return [
        condition, len(outcomes), len(read), _spread(planar), _spread(errors),
        f"{off.sum()} of {len(off)}", share(int(noticed[off].sum()), int(off.sum())),
        share(int(noticed.sum()), len(noticed)), " ".join(f"{value:.2f}" for value in times),
        ", ".join(f"{count} {code}" for code, count in refused.items()),
    ]  # fmt: skip


def _spread(errors: Array) -> str:
    """Median, 95 % and worst."""
    if not len(errors):
        return "-"
    return ", ".join(f"{value:.2f}" for value in np.percentile(errors, (50, 95, 100)))


if __name__ == "__main__":
    main()
