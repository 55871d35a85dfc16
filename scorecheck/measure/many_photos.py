"""Photos a second through `archive add`: on one core, on two, on a Dask cluster of two workers.

    python -m scorecheck.measure.many_photos DIGITS --count 1000
    python -m scorecheck.measure.many_photos --photos FOLDER

The photos are made, each of another sheet, or those of a folder. The command is run as a user runs
it, start and end included, on so many cores as the system then lets it have. What Dask costs is
measured beside that with work that does nothing: a photo is carried there, and as much as a result
is carried back. Two cores seldom do twice the work of one, whatever it is: how much more plain
arithmetic they do is measured too. Linux only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.crew import Crew, Processes
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.markdown import markdown
from scorecheck.photo.inputs import photos_in
from scorecheck.processes import in_processes
from scorecheck.safe_write import write_whole
from scorecheck.simulate.glyphs import GlyphBook
from scorecheck.simulate.photos import Recipe, make_photo

_KINDS = (("yahtzee", 6), ("yatzy", 4), ("power", 3), ("yatzy", 2))
_CONDITIONS = (("clean",), ("tilted",), ("shadow",), ("rotated",))
_RESULT_BYTES = 60_000
"""As many as the result of a photo takes."""

_CARRIED, _FEW = 400, 2
"""At least so many photos are carried, some of them several times; a crew begins with few."""

_ARITHMETIC_SECONDS = 3

_HEADS = ("`archive add`", "measured")
Row = tuple[str, str]


@dataclass(frozen=True)
class Making:
    """Makes photos of sheets with numbers of their own; can be pickled."""

    digits: Path
    folder: Path
    megapixels: float

    def __call__(self, number: int) -> None:
        """One photo, unless it is there from an earlier run."""
        path = self.folder / f"{number:05}.jpg"
        if path.exists():
            return
        variant, columns = _KINDS[number % len(_KINDS)]
        conditions = _CONDITIONS[number // len(_KINDS) % len(_CONDITIONS)]
        recipe = Recipe(
            variant, number, columns=columns, conditions=conditions, megapixels=self.megapixels
        )
        write_whole(path, make_photo(recipe, load_catalogue(), _book(self.digits)).shot.jpeg)


@cache
def _book(digits: Path) -> GlyphBook:
    return GlyphBook(digits, "final")


@dataclass(frozen=True)
class Carry:
    """Work that does nothing: it looks at the bytes, and gives as many as a result has."""

    def __call__(self, path: Path) -> bytes:
        return hashlib.sha256(path.read_bytes()).digest() * (_RESULT_BYTES // 32)

    def known(self, path: Path) -> bytes | None:
        """No file is."""
        return None

    def lost(self, path: Path) -> bytes:
        """Nothing dies here."""
        raise ProcessLookupError(path)


def seconds_to_add(photos: Path, archive: Path, cores: set[int], *more: str) -> float:
    """Seconds that the command takes on some cores, from its start to its end.

    Raises:
        ChildProcessError: it ended otherwise than with all photos looked at.
    """
    words = [sys.executable, "-m", "scorecheck", "archive", "add", str(photos), "--quiet"]
    start = time.perf_counter()
    ended = subprocess.run(
        [*words, "--archive", str(archive), *more],
        stdout=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, cores),
        check=False,
    )
    spent = time.perf_counter() - start
    if ended.returncode > 3:
        raise ChildProcessError(f"archive add ended with {ended.returncode}")
    return spent


def photos_kept(archive: Path) -> int:
    """How many photos an archive has."""
    with open_archive(archive) as opened:
        return sum(1 for _ in opened.records(kind="photo"))


def ms_to_carry(crew: Crew, paths: Sequence[Path]) -> float:
    """Milliseconds for each photo to be carried to a crew and its result back, without the time
    that the crew takes to begin."""
    jobs = list(paths) * max(1, _CARRIED // len(paths))
    few = _FEW
    return 1000 * (_seconds(crew, jobs) - _seconds(crew, jobs[:few])) / (len(jobs) - few)


def _seconds(crew: Crew, paths: Sequence[Path]) -> float:
    start = time.perf_counter()
    assert len(list(crew.each(Carry(), paths))) == len(paths)
    return time.perf_counter() - start


def add_rows(photos: Path, scratch: Path, clusters: Sequence[str]) -> Iterator[Row]:
    """The command on one core, on two, and on clusters."""
    cores = sorted(os.sched_getaffinity(0))[:2]
    ways: list[tuple[str, set[int], tuple[str, ...]]]
    ways = [("one core", set(cores[:1]), ()), ("two cores", set(cores), ())]
    ways += [("a Dask cluster of two workers", set(cores), ("--cluster", one)) for one in clusters]
    rates = []
    for number, (name, allowed, more) in enumerate(ways):
        archive = scratch / f"archive-{number}"
        create_archive(archive)
        spent = seconds_to_add(photos, archive, allowed, *more)
        kept = photos_kept(archive)
        rates.append(kept / spent)
        yield f"on {name}", f"{kept} photos in {spent:.1f} s: {rates[-1]:.2f} a second"
    yield "two cores against one", f"{rates[1] / rates[0]:.2f} times as many"
    yield "plain arithmetic, so compared", f"{arithmetic_gain(cores):.2f} times as much"


def arithmetic_gain(cores: Sequence[int]) -> float:
    """How much more arithmetic, without memory or files, cores do together than the first alone."""
    alone = max(_rounds(cores[:1]))
    return sum(_rounds(cores)) / alone


def _rounds(cores: Sequence[int]) -> list[int]:
    """Rounds of arithmetic that each core does in the same few seconds."""
    together = threading.Barrier(len(cores))
    with ThreadPoolExecutor(len(cores)) as pool:
        return list(pool.map(lambda core: _count(core, together), cores))


def _count(core: int, together: threading.Barrier) -> int:
    os.sched_setaffinity(0, {core})  # of this thread only
    block, rounds = bytes(1 << 18), 0
    together.wait()
    end = time.perf_counter() + _ARITHMETIC_SECONDS
    while time.perf_counter() < end:
        hashlib.sha256(block)  # other threads run meanwhile
        rounds += 1
    return rounds


@contextmanager
def _local_cluster() -> Iterator[str]:
    """A cluster of two workers on this machine; gives its address."""
    import distributed  # noqa: PLC0415 - an extra

    made: Any = distributed.LocalCluster
    with made(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0") as local:
        yield str(local.scheduler_address)


def cluster_rows(photos: Path, scratch: Path) -> Iterator[Row]:
    """All that is measured where there is Dask."""
    from scorecheck.cluster import Cluster  # noqa: PLC0415 - an extra

    paths = photos_in([photos], deep=True)
    with _local_cluster() as address:
        yield from add_rows(photos, scratch, [address])
        with Cluster(address) as crew:
            dask = ms_to_carry(crew, paths)
    pool = ms_to_carry(Processes(2), paths)
    yield "a photo there and a result back, by the pool", f"{pool:.1f} ms"
    yield "the same by Dask", f"{dask:.1f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the photos, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path, nargs="?", help="the folder of handwriting")
    parser.add_argument("--photos", type=Path, help="a folder of photos, instead of made ones")
    parser.add_argument("--count", type=int, default=20, help="how many photos to make")
    parser.add_argument("--megapixels", type=float, default=12.0, help="of those photos")
    parser.add_argument("--keep", type=Path, help="where they are kept for the next run")
    parser.add_argument("--no-cluster", action="store_true", help="measure without Dask")
    given = parser.parse_args(arguments)
    if (given.digits is None) == (given.photos is None):
        parser.error("give DIGITS or --photos FOLDER")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        photos = given.photos or given.keep or scratch / "photos"
        if given.digits is not None:
            photos.mkdir(parents=True, exist_ok=True)
            making = Making(given.digits, photos, given.megapixels)
            list(in_processes(making, range(given.count), min(2, len(os.sched_getaffinity(0)))))
        rows = add_rows(photos, scratch, ()) if given.no_cluster else cluster_rows(photos, scratch)
        print(markdown(_HEADS, []), flush=True)
        for row in rows:  # each as soon as it is there: with many photos that takes an hour
            print(markdown(_HEADS, [row]).splitlines()[-1], flush=True)


if __name__ == "__main__":
    main()
