"""Kill `archive add` with SIGKILL, again and again, and look at what it leaves behind.

    python -m scorecheck.measure.archive_kills --kills 200

After each kill the archive must verify, hold every file that was told of, and hold each once. Once
all files are in, a new archive is begun.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scorecheck.archive.add import FileOutcome, State, add_files
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.verify import verify
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.stub_photos import read_stub, write_photo

_CARD = {"ones/value": "3", "twos/value": "6", "upper_sum/sum": "9"}
_WRONG = _CARD | {"upper_sum/sum": "10"}


@dataclass
class Kills:
    """What was seen. `at` counts the kills by how many files had been told of in that run."""

    runs: int = 0
    finished: int = 0
    at: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def add_and_tell(folder: Path, photos: Path, processes: int) -> None:
    """Add all photos; the name of each is printed once it is in the archive."""
    with open_archive(folder) as archive:
        paths = sorted(photos.iterdir())
        print("started", flush=True)
        for outcome in add_files(archive, paths, read_stub, load_catalogue(), processes=processes):
            print(_told(outcome), flush=True)


def make_photos(folder: Path, count: int) -> None:
    """Some photos: every third sheet is photographed twice, every sixth says something else."""
    folder.mkdir()
    for number in range(count):
        sheet = number - 1 if number % 3 == 2 else number
        card = _WRONG if number % 6 == 5 else _CARD
        write_photo(folder / f"{number:03}.jpg", {"g1": card}, sheet=sheet + 1, nonce=str(number))


def killed_run(folder: Path, photos: Path, processes: int, delay_s: float, after: int) -> list[str]:
    """One run that is killed some time after it told of so many files; gives what it told."""
    words = [sys.executable, "-m", "scorecheck.measure.archive_kills", "--add", str(folder)]
    words += [str(photos), "--processes", str(processes)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told: list[str] = []
        for line in process.stdout:
            told.append(line.strip())
            if len(told) > after:
                break
        time.sleep(delay_s)
        process.kill()
        told += [line.strip() for line in process.stdout if line.endswith("\n")]
    return told[1:]


def faults_of(folder: Path, photos: Path, told: Sequence[str]) -> list[str]:
    """What is wrong with an archive of which a run said that some files are in it."""
    with open_archive(folder) as archive:
        faults = [str(misfit.why) for misfit in verify(archive).misfits]
        kept = Counter(record.body["sha256"] for record in archive.records(kind="photo"))
        readings = Counter(record.body["sha256"] for record in archive.records(kind="reading"))
    faults += [f"{sha256[:8]} is there {n} times" for sha256, n in kept.items() if n > 1]
    faults += [f"{sha256[:8]} without its reading" for sha256 in kept - readings]
    faults += [f"{sha256[:8]} has a reading too many" for sha256 in readings - kept]
    names = {path.name: read_stub(path).sha256 for path in photos.iterdir()}
    lost = [one for one in told if names[one.split()[0]] not in kept]
    return faults + [f"{one} was told of, and is not there" for one in lost]


def main(arguments: Sequence[str] | None = None) -> None:
    """Kill so many runs and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--photos", type=int, default=24)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--add", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.add:
        folder, photos = given.add
        add_and_tell(folder, photos, given.processes)
        return
    with tempfile.TemporaryDirectory() as work:
        seen = kill_often(
            Path(work), given.kills, given.photos, given.processes, random.Random(given.seed)
        )
    places = ", ".join(f"{n} after {at} files" for at, n in sorted(seen.at.items()))
    print(f"{seen.runs} runs killed: {places}")
    print(f"{seen.finished} archives were filled to the end; {len(seen.faults)} faults")
    for fault in seen.faults:
        print(f"  {fault}")
    sys.exit(bool(seen.faults))


def kill_often(work: Path, kills: int, count: int, processes: int, chance: random.Random) -> Kills:
    """Kill runs of adding the same photos until so many were killed."""
    photos, seen, number = work / "photos", Kills(), 0
    make_photos(photos, count)
    while seen.runs < kills:
        number += 1
        folder = work / f"archive-{number}"
        create_archive(folder)
        left = count
        while left and seen.runs < kills:
            after, delay_s = chance.randrange(max(1, left // 4)), chance.uniform(0, 0.08)
            told = killed_run(folder, photos, processes, delay_s, after)
            new = [line for line in told if line.endswith(State.ADDED)]
            seen.runs += 1
            seen.at[len(new)] += 1
            faults = faults_of(folder, photos, told)
            seen.faults += [f"run {seen.runs}: {fault}" for fault in faults]
            left -= len(new)
        _finish(folder, photos, seen)
    return seen


def _finish(folder: Path, photos: Path, seen: Kills) -> None:
    """Let the next run add the rest, and look at the whole."""
    with open_archive(folder) as archive:
        paths = sorted(photos.iterdir())
        told = [_told(one) for one in add_files(archive, paths, read_stub, load_catalogue())]
    seen.faults += [f"at the end: {fault}" for fault in faults_of(folder, photos, told)]
    seen.finished += 1


def _told(outcome: FileOutcome) -> str:
    return f"{outcome.path.name} {outcome.state.value}"


if __name__ == "__main__":
    main()
