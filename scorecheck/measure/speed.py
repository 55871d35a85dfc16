"""Time and memory from photo to verdict: `python -m scorecheck.measure.speed PHOTO`.

The time is given as a multiple of a full decode of the same photo in the same run (the median
over pairs taken in turn), because a machine's speed drifts. The memory is the peak of a whole
`scorecheck check PHOTO` process.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from scorecheck.photo.load import iter_photos
from scorecheck.pipeline import check_photo, make_kit

_COMMAND = "from scorecheck.cli.main import run; run()"


def seconds(work: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    kit = make_kit()

    def decode() -> object:
        return cv2.imdecode(np.frombuffer(args.photo.read_bytes(), np.uint8), cv2.IMREAD_COLOR)

    def check() -> object:
        return [check_photo(photo, kit) for photo in iter_photos(args.photo)]

    picture = decode()
    check()  # the first run loads the network
    pairs = [(seconds(decode), seconds(check)) for _ in range(args.rounds)]
    ratios = sorted(whole / alone for alone, whole in pairs)
    print(f"photo: {picture.shape[1]} x {picture.shape[0]}")  # type: ignore[attr-defined]
    print(f"full decode: {1000 * statistics.median(a for a, _ in pairs):.0f} ms (median)")
    print(f"photo to verdict: {1000 * statistics.median(b for _, b in pairs):.0f} ms (median)")
    print(f"ratio: {statistics.median(ratios):.2f} (from {ratios[0]:.2f} to {ratios[-1]:.2f})")
    subprocess.run(
        [sys.executable, "-c", _COMMAND, "check", "--quiet", str(args.photo)],
        check=False,
        stdout=subprocess.DEVNULL,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of `scorecheck check`: {peak:.0f} MB")


if __name__ == "__main__":
    main()
