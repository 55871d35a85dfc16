"""A process that reads photos again and again, for `scorecheck.measure.speed`.

With `--seconds` it works on one core, as one process of several does: it says `ready`, waits for a
line, and then prints how many photos a second it has read. With `--photos` it reads so many, and
prints what memory it holds after a tenth of them, after half, and at the end.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

import cv2

from scorecheck.batch import run_file
from scorecheck.pipeline import Kit, check_photo, make_kit

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def held_mb() -> float:
    """The memory that this process holds now, in MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * _PAGE / 2**20


def throughput(photo: Path, kit: Kit, limit: float) -> float:
    """Photos a second over at least so many seconds."""
    start, count = time.perf_counter(), 0
    while (spent := time.perf_counter() - start) < limit:
        run_file(photo, kit, check_photo)
        count += 1
    return count / spent


def print_held(photos: Sequence[Path], kit: Kit, times: int) -> None:
    """Read that many photos in turn; on the way, say how many were read and what is held."""
    told = {max(1, times // 10), max(1, times // 2), times}
    for number, photo in enumerate(islice(cycle(photos), times), start=1):
        run_file(photo, kit, check_photo)
        if number in told:
            print(f"{number} {held_mb():.0f}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, work, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--photos", type=int, default=0, dest="times")
    args = parser.parse_args(arguments)
    kit = make_kit()
    if args.seconds is not None:
        cv2.setNumThreads(1)
        run_file(args.photos[0], kit, check_photo)
        print("ready", flush=True)
        sys.stdin.readline()
        print(throughput(args.photos[0], kit, args.seconds), flush=True)
    print_held(args.photos, kit, args.times)
