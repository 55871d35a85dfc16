"""How well made photos are read, by condition: `python -m scorecheck.measure.photos DIGITS`.

DIGITS is the folder of handwriting. Sheets of every variant and paper are printed, filled by
hands of the chosen split (`final` by default: writers and images that no training and no
threshold ever saw), photographed under each condition, and read by the whole pipeline. The
table gives, per condition, the cells read right, the cells asked about, and the cells that were
called sure (or blank) and are not what is written. `--rows FILE` keeps every photo and cell there
as they come, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from scorecheck.measure.conditions import recipes
from scorecheck.measure.photo_rows import PhotoJob, measure
from scorecheck.measure.store import Store
from scorecheck.measure.tables import by_condition, mistakes_table, refusals
from scorecheck.simulate.glyphs import Split


def jobs(folder: Path, split: Split, per_condition: int, seed: int) -> list[tuple[str, PhotoJob]]:
    """All photos to measure, with the keys of their rows."""
    made = [PhotoJob(name, recipe, folder, split) for name, recipe in recipes(per_condition, seed)]
    return [(job.key, job) for job in made]


def tell(done: int, of: int) -> None:
    """Say how far a run is, on standard error."""
    if done % 10 == 0 or done == of:
        print(f"{done} of {of} photos", file=sys.stderr, flush=True)


def main() -> None:
    """Read the arguments, measure, print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("--per-condition", type=int, default=12)
    parser.add_argument("--split", choices=("tune", "final"), default="final")
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--rows", type=Path, help="keep every photo and cell in this file")
    parser.add_argument("--only", action="append", help="only the conditions with this in the name")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    wanted = [
        (key, job)
        for key, job in jobs(args.digits, args.split, args.per_condition, args.seed)
        if not args.only or any(part in job.condition for part in args.only)
    ]
    with tempfile.TemporaryDirectory() as scratch:
        store = Store(args.rows or Path(scratch) / "photos.jsonl")
        rows = measure(wanted, store, args.processes, tell)
    print("\n\n".join((by_condition(rows), mistakes_table(rows), refusals(rows))))


if __name__ == "__main__":
    main()
