"""How small, blurred or dark a photo may be: `python -m scorecheck.measure.limits DIGITS`.

DIGITS is the folder of handwriting. The same filled sheets are photographed ever farther away, ever
less sharp and in ever less light, and every cell is read blind. What the refusals of
`scorecheck.photo.refusals` would keep away is read all the same here, to show what it would be.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue, load_catalogue
from scorecheck.measure.markdown import markdown, share
from scorecheck.measure.rows import same
from scorecheck.photo.find import find_sheets
from scorecheck.photo.flatten import flatten
from scorecheck.photo.limits import Limits
from scorecheck.photo.load import iter_photos
from scorecheck.photo.pagemap import PageMap
from scorecheck.photo.quality import Quality, measure_quality
from scorecheck.pipeline import Kit, make_kit
from scorecheck.processes import in_processes
from scorecheck.reading.types import State
from scorecheck.simulate.camera_scene import Scene
from scorecheck.simulate.glyphs import GlyphBook, Split
from scorecheck.simulate.photos import MadePhoto, Recipe, make_photo

_LONG_PX, _PAGE_MM = 4000, 297.0
_FILL = 0.9
_NO_LIMITS = Limits(px_per_mm=0, blur_mm=np.inf, light=0)
_SHEETS = (("yahtzee", 4, "pen"), ("power", 2, "pen"), ("yatzy", 4, "pencil"), ("maxi", 3, "felt"))


@dataclass(frozen=True)
class Step:
    """One photo of a sweep: its name, how far it goes, and the scene."""

    sweep: str
    level: str
    scene: Scene


@dataclass(frozen=True)
class Row:
    """What became of one photo; `refused` is the code of its refusal, or ""."""

    step: Step
    quality: Quality | None
    refused: str
    right: int
    wrong: int
    asked: int
    cells: int


def steps() -> Iterator[Step]:
    """Every photo of the sweeps, each sweep from easy to hopeless."""
    for px_per_mm in (8.0, 6.0, 5.0, 4.0, 3.5, 3.0, 2.5, 2.0, 1.7):
        fill = px_per_mm * _PAGE_MM / _LONG_PX
        yield Step("px per mm", f"{px_per_mm}", Scene(fill=fill))
    per_mm = _FILL * _LONG_PX / _PAGE_MM
    for blur in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        disc = 2 * blur * per_mm  # a disc of this radius has half of it as its deviation
        yield Step("out of focus, mm", f"{blur}", Scene(defocus=disc, sharpen=0))
    for blur in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        line = np.sqrt(12) * blur * per_mm
        yield Step("moved, mm", f"{blur}", Scene(motion=line, sharpen=0))
    for light in (0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03):
        scene = Scene(exposure=light, noise=9.0, denoise=True, sharpen=0.6, jpeg_quality=75)
        yield Step("light, share", f"{light}", scene)


@cache
def _tools(folder: Path, split: Split) -> tuple[Catalogue, GlyphBook, Kit]:
    return load_catalogue(), GlyphBook(folder, split), make_kit()


def measure(job: tuple[Step, int, Path, Split, Path]) -> Row:
    """Make one photo, read it blind, count."""
    step, number, folder, split, scratch = job
    catalogue, book, kit = _tools(folder, split)
    variant, columns, tool = _SHEETS[number % len(_SHEETS)]
    recipe = Recipe(variant, 500 + number, columns=columns, tool=tool)
    made = make_photo(recipe, catalogue, book, scene=step.scene)
    path = scratch / f"{step.sweep}-{step.level}-{number}.jpg"
    path.write_bytes(made.shot.jpeg)
    try:
        return _read(step, made, path, kit)
    except ScorecheckError:
        return Row(step, None, _refusal(path, kit), 0, 0, 0, len(made.texts))
    finally:
        path.unlink()


def _refusal(path: Path, kit: Kit) -> str:
    """The code with which a photo is refused, that cannot be read in any case."""
    try:
        (photo,) = iter_photos(path)
        found = find_sheets(photo, kit.known, kit.layout_for)[0]
        flatten(photo, found, found.layout)
    except ScorecheckError as error:
        return error.code
    return "not refused"


def _read(step: Step, made: MadePhoto, path: Path, kit: Kit) -> Row:
    (photo,) = iter_photos(path)
    found = find_sheets(photo, kit.known, kit.layout_for, limits=_NO_LIMITS)[0]
    page = PageMap(found.homography, found.layout.page_mm)
    quality = measure_quality(photo.grey, page, list(found.tags.values()), found.layout)
    refused = ""
    try:
        quality.refuse_unreadable(photo)
    except ScorecheckError as error:
        refused = error.code
    reading = kit.read(flatten(photo, found, found.layout, _NO_LIMITS), found.layout)
    written = {cell[1:]: text for cell, text in made.texts.items()}
    truth = [(cell, written[cell.cell[1:]]) for cell in reading.cells]
    passed = (State.SURE, State.BLANK)
    return Row(
        step,
        quality,
        refused,
        right=sum(same(cell.text, text) for cell, text in truth),
        wrong=sum(cell.state in passed and not same(cell.text, text) for cell, text in truth),
        asked=sum(cell.state not in passed for cell, _ in truth),
        cells=len(truth),
    )


def table(rows: list[Row]) -> str:
    """The Markdown table, one line a level."""
    heads = ("sweep", "level", "measured", "cells", "read right (blind)", "asked about",
             "passed but wrong", "refused")  # fmt: skip
    levels = dict.fromkeys((row.step.sweep, row.step.level) for row in rows)
    return markdown(
        heads,
        (
            _line(level, [row for row in rows if (row.step.sweep, row.step.level) == level])
            for level in levels
        ),
    )


def _line(level: tuple[str, str], rows: list[Row]) -> list[object]:
    cells = sum(row.cells for row in rows)
    seen = [row.quality for row in rows if row.quality is not None]
    measured = "; ".join(
        f"{np.mean([value(one) for one in seen]):.2f} {name}"
        for name, value in _MEASURES.items()
        if seen
    )
    codes = Counter(row.refused for row in rows if row.refused)
    refused = ", ".join(f"{count} {code}" for code, count in codes.items())
    right, asked, wrong = (
        sum(values) for values in zip(*((r.right, r.asked, r.wrong) for r in rows), strict=True)
    )
    return [*level, measured, cells, share(right, cells), share(asked, cells), wrong, refused]


_MEASURES: dict[str, Any] = {
    "px per mm": lambda one: one.px_per_mm,
    "mm blur": lambda one: one.blur_mm,
    "grey levels": lambda one: one.light,
}


def main() -> None:
    """Read the arguments, measure, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--sheets", type=int, default=4, help="photos of each level")
    parser.add_argument("--split", choices=("tune", "final"), default="tune")
    parser.add_argument("--sweep", default="", help="only sweeps whose name begins so")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    chosen = [step for step in steps() if step.sweep.startswith(args.sweep)]
    with tempfile.TemporaryDirectory() as scratch:
        jobs = [
            (step, number, args.digits, args.split, Path(scratch))
            for step in chosen
            for number in range(args.sheets)
        ]
        print(table(list(in_processes(measure, jobs, args.processes))))


if __name__ == "__main__":
    main()
