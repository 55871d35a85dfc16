"""Time and memory from photo to verdict: `python -m scorecheck.measure.speed PHOTO...`.

Times are given as multiples of a full decode of the same photo, taken in turn with it (the median
over the rounds), because a machine's speed drifts. Beside the whole stand its parts; then how long
a cold `scorecheck check` takes, how many photos two processes read while one reads one, and what
memory a process holds as it reads many photos one after the other. The first PHOTO is timed; for
the memory all are read in turn, shrunk so that a thousand take minutes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecheck.judge.sheet import judge_sheet
from scorecheck.measure.command import run_command
from scorecheck.photo.find import FoundSheet
from scorecheck.photo.flatten import FlatSheet
from scorecheck.photo.load import Photo, iter_photos
from scorecheck.pipeline import Kit, check_photo, make_kit
from scorecheck.report.result import SheetResult

_WORKER = "from scorecheck.measure.speed_worker import main; main()"
_COLD_STARTS = 5
_TOGETHER_SECONDS = 8.0
_TOGETHER_ROUNDS = 3


def seconds(work: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


class Clock:
    """Looks on as a photo is checked, and adds up what each part takes, in seconds."""

    def __init__(self, kit: Kit) -> None:
        self.parts: dict[str, float] = defaultdict(float)
        self._kit = replace(kit, read=self._timed("read", kit.read), watchers=(self,))
        self._judge = self._timed("judge", judge_sheet)
        self._last = 0.0

    def check(self, path: Path) -> None:
        """Check one file."""
        self.parts.clear()
        self._last = start = time.perf_counter()
        for photo in iter_photos(path):
            self._lap("load")
            check_photo(photo, self._kit, self._judge)
        self.parts["whole"] = time.perf_counter() - start

    def found(self, photo: Photo, found: FoundSheet) -> None:
        """A sheet was found."""
        self._lap("find")

    def flattened(self, photo: Photo, flat: FlatSheet) -> None:
        """A sheet was made flat."""
        self._lap("flatten")

    def judged(self, photo: Photo, result: SheetResult) -> None:
        """A sheet was judged."""
        self._last = time.perf_counter()

    def _lap(self, part: str) -> None:
        now = time.perf_counter()
        self.parts[part] += now - self._last
        self._last = now

    def _timed(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any) -> Any:
            start = time.perf_counter()
            result = work(*args)
            self.parts[part] += time.perf_counter() - start
            return result

        return timed


def decode(path: Path) -> NDArray[np.uint8]:
    """The full decode that all is compared with: of all pixels, in colour."""
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(image, np.uint8)


def print_ratio(photo: Path, rounds: int) -> None:
    """Photo to verdict and its parts, beside the decode."""
    clock = Clock(make_kit())
    height, width = decode(photo).shape[:2]
    clock.check(photo)  # the first run loads the networks
    alone: list[float] = []
    taken: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        alone.append(seconds(lambda: decode(photo)))
        clock.check(photo)
        for part, spent in clock.parts.items():
            taken[part].append(spent)
    print(f"photo: {width} x {height}; {rounds} rounds on {len(_cores())} cores, medians")
    print(f"full decode in colour: {1000 * statistics.median(alone):.0f} ms")
    for part, times in taken.items():
        ratios = sorted(one / base for one, base in zip(times, alone, strict=True))
        name = "photo to verdict" if part == "whole" else f"  {part}"
        middle = statistics.median(ratios)
        print(
            f"{name + ':':18}{1000 * statistics.median(times):5.0f} ms, "
            f"{middle:.2f} times the decode ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


def print_cold_start(photo: Path) -> None:
    """What a person waits for who checks one photo, and the most memory that takes."""
    peaks = []

    def run() -> None:
        peaks.append(run_command(["check", "--quiet", photo]).peak_mb)

    spent = sorted(seconds(run) for _ in range(_COLD_STARTS))
    print(f"cold `scorecheck check`: {statistics.median(spent):.2f} s ({spent[0]:.2f} at best)")
    print(f"  its peak memory: {max(peaks):.0f} MB")


def print_throughput(photo: Path) -> None:
    """How many photos two processes on a core each read while one does."""
    alone, both = [], []
    for _ in range(_TOGETHER_ROUNDS):
        alone.append(sum(photos_a_second(photo, 1)))
        both.append(sum(photos_a_second(photo, 2)))
    ratios = sorted(two / one for one, two in zip(alone, both, strict=True))
    print(
        f"photos a second: one process {statistics.median(alone):.2f}, "
        f"two {statistics.median(both):.2f}: {statistics.median(ratios):.2f} times as many "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
    )


def photos_a_second(photo: Path, processes: int) -> list[float]:
    """What each of some processes reads while all of them work."""
    command = [sys.executable, "-c", _WORKER, str(photo), "--seconds", str(_TOGETHER_SECONDS)]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for worker in workers:
        assert worker.stdout is not None
        worker.stdout.readline()  # `ready`
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    return [float(worker.communicate()[0]) for worker in workers]


def print_memory(photos: Sequence[Path], times: int, megapixels: float) -> None:
    """What one process holds as it reads that many photos: the same small ones over and over."""
    with tempfile.TemporaryDirectory() as scratch:
        small = [shrunk(photo, megapixels, Path(scratch)) for photo in photos]
        command = [sys.executable, "-c", _WORKER, *map(str, small), "--photos", str(times)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            for line in worker.stdout:
                number, held = line.split()
                print(f"memory held after {number} photos: {held} MB", flush=True)


def shrunk(photo: Path, megapixels: float, folder: Path) -> Path:
    """A copy of a photo, in a folder, of no more than so many megapixels."""
    picture = decode(photo)
    zoom = min(1.0, (megapixels * 1e6 / (picture.shape[0] * picture.shape[1])) ** 0.5)
    small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    path = folder / f"{len(list(folder.iterdir()))}.jpg"
    path.write_bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
    return path


def _cores() -> set[int]:
    return os.sched_getaffinity(0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photo", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--photos", type=int, default=1000, help="how many for the memory")
    parser.add_argument("--megapixels", type=float, default=2.0, help="of those photos")
    parser.add_argument("--only", choices=("parts", "start", "together", "memory"), action="append")
    args = parser.parse_args(arguments)
    first = args.photo[0]
    parts: dict[str, Callable[[], None]] = {
        "parts": lambda: print_ratio(first, args.rounds),
        "start": lambda: print_cold_start(first),
        "together": lambda: print_throughput(first),
        "memory": lambda: print_memory(args.photo, args.photos, args.megapixels),
    }
    for name in args.only or parts:
        parts[name]()


if __name__ == "__main__":
    main()
