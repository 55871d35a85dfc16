"""Kill `archive add` with SIGKILL, again and again, and look at what it leaves behind.

    python -m scorecheck.measure.archive_kills --kills 200

After each kill the archive must verify, hold every file that was told of, and hold each once. Once
all files are in, a new archive is begun. The sheets are made, and read by a stub, unless `--folder`
names one with photos: then it is the whole command that is killed. With `--watch` photos arrive
meanwhile, and are added as they do.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.verify import verify
from scorecheck.measure.kill_work import Work, heed_interrupts, made_work, real_work

_LATEST_S = 0.08
"""A run is killed at most so long after it told of a file."""


@dataclass
class Kills:
    """What was seen. `at` counts the kills by how many new files had been told of in that run."""

    runs: int = 0
    finished: int = 0
    at: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def kill_often(work: Work, folder: Path, kills: int, chance: random.Random) -> Kills:
    """Kill runs that add the same photos until so many were killed.

    Args:
        folder: where the archives are made.
    """
    seen, number = Kills(), 0
    while seen.runs < kills:
        number += 1
        archive = folder / f"archive-{number}"
        create_archive(archive)
        left = len(work.paths)
        while left and seen.runs < kills:
            known = len(work.paths) - left
            told = killed_run(work, archive, known + chance.randrange(1 + left // 4), chance)
            before, left = left, len(work.paths) - len(_kept(archive))
            seen.runs += 1
            seen.at[before - left] += 1
            faults = faults_of(archive, work.paths, told)
            seen.faults += [f"run {seen.runs}: {fault}" for fault in faults]
        _finish(work, archive, seen)
    return seen


def killed_run(work: Work, archive: Path, after: int, chance: random.Random) -> list[str]:
    """A run that is killed some time after so many files; gives the names that it told."""
    running = work.start(archive)
    told = []
    with running.said:
        for line in running.said:
            told.append(line)
            if len(told) > after:
                break
        time.sleep(chance.uniform(0, _LATEST_S))
        os.kill(running.pid, signal.SIGKILL)
        told += running.said
    running.wait()
    return _names(line for line in told[1:] if line.endswith("\n"))


def faults_of(archive: Path, paths: Sequence[Path], told: Sequence[str]) -> list[str]:
    """What is wrong with an archive of which a run said that some files are in it."""
    with open_archive(archive) as opened:
        faults = [str(misfit.why) for misfit in verify(opened).misfits]
        readings = {record.body["sha256"] for record in opened.records(kind="reading")}
    kept = _kept(archive)
    faults += [f"{sha256[:8]} is there {n} times" for sha256, n in kept.items() if n > 1]
    faults += [f"{sha256[:8]} is there without its reading" for sha256 in kept.keys() - readings]
    names = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    lost = [name for name in dict.fromkeys(told) if names[name] not in kept]
    return faults + [f"{name} was told of, and is not there" for name in lost]


def _kept(archive: Path) -> Counter[str]:
    """How often each photo is in an archive."""
    with open_archive(archive) as opened:
        return Counter(record.body["sha256"] for record in opened.records(kind="photo"))


def _finish(work: Work, archive: Path, seen: Kills) -> None:
    """Let the next run add the rest, and look at the whole."""
    running = work.start(archive)
    lines: list[str] = []
    with running.said:
        for line in running.said:
            lines.append(line)
            if work.is_endless and len({*_names(lines[1:])}) == len(work.paths):
                os.kill(running.pid, signal.SIGINT)
    running.wait()
    told = _names(lines[1:])
    missing = {path.name for path in work.paths} - set(told)
    seen.faults += [f"at the end: {name} was not added" for name in missing]
    seen.faults += [f"at the end: {fault}" for fault in faults_of(archive, work.paths, told)]
    seen.finished += 1


def _names(lines: Iterable[str]) -> list[str]:
    """The names of the files that are told to be in the archive."""
    return [Path(line.split(":")[0].strip()).name for line in lines if ": not added" not in line]


def main(arguments: Sequence[str] | None = None) -> None:
    """Kill so many runs and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--photos", type=int, default=11, help="made photos in an archive")
    parser.add_argument("--processes", type=int, default=1, help="that read the made photos")
    parser.add_argument("--folder", type=Path, help="photos for the command itself")
    parser.add_argument("--watch", action="store_true", help="kill it while photos arrive")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    heed_interrupts()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.folder is None:
            work = made_work(folder, given.photos, given.processes, watch=given.watch)
        else:
            work = real_work(given.folder, watch=given.watch)
        seen = kill_often(work, folder, given.kills, random.Random(given.seed))
    places = ", ".join(f"{n} with {new} new files in" for new, n in sorted(seen.at.items()))
    print(f"{seen.runs} runs killed: {places}")
    print(f"{seen.finished} archives filled to the end, {len(seen.faults)} faults")
    for fault in seen.faults:
        print(f"  {fault}")
    sys.exit(bool(seen.faults))


if __name__ == "__main__":
    main()
