"""A process that reads one photo again and again, for `scorecheck.measure.speed`.

With `--seconds` it works on one core, as one process of several does: it says `ready`, waits for a
line, and then prints how many photos a second it has read. With `--photos` it prints, after every
hundred photos, what memory it holds.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

import cv2

from scorecheck.batch import run_file
from scorecheck.pipeline import Kit, check_photo, make_kit

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_STEP = 100


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


def main() -> None:
    """Read the arguments, work, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--photos", type=int, default=0)
    args = parser.parse_args()
    kit = make_kit()
    if args.seconds is not None:
        cv2.setNumThreads(1)
        run_file(args.photo, kit, check_photo)
        print("ready", flush=True)
        sys.stdin.readline()
        print(throughput(args.photo, kit, args.seconds), flush=True)
    for number in range(1, args.photos + 1):
        run_file(args.photo, kit, check_photo)
        if number % _STEP == 0 or number == args.photos:
            print(f"{number} {held_mb():.0f}", flush=True)
