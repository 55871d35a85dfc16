"""Measures the reader in one go: `python -m scorecheck.measure.everything DIGITS -o FOLDER`.

On writers and images that no training and no threshold ever saw (the split `final`):

1. composed cells: whole texts read right, reliability, wrong among sure against asked, confusions;
2. photos under every condition, of every game, paper and language, half of them with sums written
   and half without: right, asked about, wrong among sure, by the picture alone and weighed, and
   the curve of wrong against asked for other thresholds;
3. mistakes planted on the paper: found, asked about, hidden, and wrong texts read as the right;
4. the worst cells of both, as pictures to look at.

FOLDER gets `photos.jsonl` and `cells.jsonl` (a row for each photo and each few hundred cells, as
they come: a run that was stopped goes on), `figures.md` and `worst-cells.png`. With
`--into MEASUREMENTS.md` the tables go into that document too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure import composed, photo_rows
from scorecheck.measure.conditions import CONDITIONS
from scorecheck.measure.figures import Asked, Measured, figures, filled
from scorecheck.measure.noting import NotingBook
from scorecheck.measure.photos import jobs
from scorecheck.measure.revision import revision
from scorecheck.measure.store import Store
from scorecheck.measure.worst import (
    Shown,
    contact_sheet,
    shown,
    worst_composed,
    worst_in_photos,
)
from scorecheck.safe_write import write_whole

WORST = 20
_SAY_EVERY = 20.0


def measure(asked: Asked, digits: Path, folder: Path, processes: int) -> Measured:
    """Read what is missing, and give everything that was measured."""
    folder.mkdir(parents=True, exist_ok=True)
    cells = composed.measure(
        composed.chunks(digits, asked.split, asked.cells, asked.seed),
        Store(folder / "cells.jsonl"), processes, _progress("parts of the cells"),
    )  # fmt: skip
    per_condition = 2 * -(-asked.photos // (2 * len(CONDITIONS)))  # with sums and without
    rows = photo_rows.measure(
        jobs(digits, asked.split, per_condition, asked.seed),
        Store(folder / "photos.jsonl"), processes, _progress("photos"),
    )  # fmt: skip
    return Measured(cells, rows)


def worst(measured: Measured, asked: Asked, digits: Path) -> list[Shown]:
    """The worst cells: of photos those that passed, then composed ones, made again."""
    found = worst_in_photos(measured.photos, WORST)
    found = [one for one in found if one.passed]
    found += worst_composed(measured.cells, WORST - len(found))
    book = NotingBook(digits, asked.split)
    catalogue = load_catalogue()
    return [shown(one, book, catalogue, asked.seed) for one in found]


def _progress(what: str) -> Callable[[int, int], None]:
    last = time.monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        if done == of or time.monotonic() - last > _SAY_EVERY:
            last = time.monotonic()
            print(f"{done} of {of} {what}", file=sys.stderr, flush=True)

    return tell


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("digits", type=Path, help="the folder of handwriting")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder for the results")
    parser.add_argument("--photos", type=int, default=720, help="at least so many")
    parser.add_argument("--cells", type=int, default=60_000, help="composed cells")
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--into", type=Path, help="a document whose tables are renewed too")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and write; the exit code is that of the error where there is one."""
    args = _parser().parse_args(arguments)
    asked = Asked(args.photos, args.cells, args.split, args.seed)
    try:
        measured = measure(asked, args.digits, args.out, args.processes)
        pictures = worst(measured, asked, args.digits)
        tables = figures(measured, pictures, revision(), asked)
        text = "\n\n".join(f"## {name}\n\n{table}" for name, table in tables.items())
        write_whole(args.out / "figures.md", f"{text}\n".encode())
        png = cv2.imencode(".png", contact_sheet(pictures))[1].tobytes()
        write_whole(args.out / "worst-cells.png", png)
        if args.into:
            write_whole(args.into, filled(args.into.read_text("utf-8"), tables).encode())
    except ScorecheckError as error:
        print(f"{error.message}\n{error.help}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
