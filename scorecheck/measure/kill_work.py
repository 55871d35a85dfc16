"""What `archive_kills` kills: a process that adds photos to an archive, once or as they arrive."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import IO
from unittest.mock import patch

from scorecheck.archive import arrivals
from scorecheck.archive.add import State, add_files
from scorecheck.archive.intake import ReadFile
from scorecheck.archive.opening import open_archive
from scorecheck.cli.adding import Adding
from scorecheck.crew import Processes
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.photo.flatten import FlatSheet
from scorecheck.pipeline import Kit
from scorecheck.reading.types import Reading
from scorecheck.sheet.layout import Layout

_CARD = {"ones/value": "3", "twos/value": "6", "upper_sum/sum": "9"}
_WRONG = _CARD | {"upper_sum/sum": "10"}
_ARRIVE_S = 0.01
"""Between one photo that arrives and the next."""


@dataclass(frozen=True)
class Running:
    """A process that adds: what it says, and its id."""

    said: IO[str]
    pid: int
    wait: Callable[[], object]


@dataclass(frozen=True)
class Work:
    """The photos to add, and what adds them in a process of its own.

    `start` is given the archive's folder; the process prints a line once it has begun, and one
    that begins with the name of a file once that is in the archive. An endless one waits for more,
    until it is interrupted.
    """

    photos: Path
    start: Callable[[Path], Running]
    is_endless: bool = False

    @property
    def paths(self) -> list[Path]:
        """The photos in their order."""
        return sorted(self.photos.iterdir())


def made_work(folder: Path, count: int, processes: int, *, watch: bool = False) -> Work:
    """Work on made sheets: of three, the last is photographed again; of six, once differently.

    Args:
        watch: they arrive one after the other, and are added as they do.
    """
    photos = folder / "photos"
    photos.mkdir()
    for number in range(count):
        sheet = number - 1 if number % 3 == 2 else number
        card = _WRONG if number % 6 == 5 else _CARD
        write_photo(photos / f"{number:03}.jpg", {"g1": card}, sheet=sheet + 1, nonce=str(number))
    if not watch:
        return Work(photos, lambda archive: _forked(_add, archive, photos, processes))

    def start(archive: Path) -> Running:
        place = _arriving(archive)
        return _with_arrivals(_forked(_watch, archive, place, processes), photos, place)

    return Work(photos, start, is_endless=True)


def real_work(photos: Path, *, watch: bool = False) -> Work:
    """The command itself, on photos."""
    words = [sys.executable, "-m", "scorecheck", "archive", "add", "--archive"]

    def start(archive: Path) -> Running:
        return _command(photos, [*words, str(archive)], "*")

    def start_watching(archive: Path) -> Running:
        place = _arriving(archive)
        running = _command(place.parent, [*words, str(archive), "--watch", str(place)], "")
        return _with_arrivals(running, photos, place)

    return Work(photos, start_watching if watch else start, is_endless=watch)


def _command(folder: Path, words: list[str], more: str) -> Running:
    script = f'echo started; cd "$1"; shift; exec "$@" {more}'
    shell = ["sh", "-c", script, "sh", str(folder), *words]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(shell, stdout=subprocess.PIPE, stderr=quiet, text=True)
    assert process.stdout is not None
    return Running(process.stdout, process.pid, process.wait)


def _arriving(archive: Path) -> Path:
    """The folder in which the photos for an archive arrive."""
    place = archive.with_name(f"{archive.name}-arriving")
    place.mkdir(exist_ok=True)
    return place


def _with_arrivals(running: Running, photos: Path, place: Path) -> Running:
    """The same, while the photos that have not arrived yet do so."""

    def arrive() -> None:
        for path in sorted(photos.iterdir()):
            if not (place / path.name).exists():
                time.sleep(_ARRIVE_S)
                shutil.copyfile(path, place / f"{path.name}.part")
                (place / f"{path.name}.part").rename(place / path.name)

    arriving = Thread(target=arrive)
    arriving.start()

    def wait() -> None:
        running.wait()
        arriving.join()

    return Running(running.said, running.pid, wait)


def _forked(
    add: Callable[[Path, Path, int, IO[str]], None], archive: Path, photos: Path, processes: int
) -> Running:
    """Add in a copy of this process, which has loaded everything already."""
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "w", encoding="utf-8") as out:
        given = (archive, photos, processes, out)
        process = get_context("fork").Process(target=add, args=given)
        process.start()
    assert process.pid is not None
    return Running(os.fdopen(ours, encoding="utf-8"), process.pid, process.join)


def _add(folder: Path, photos: Path, processes: int, out: IO[str]) -> None:
    """Add all photos; the name of each is told once it is in the archive."""
    print("started", file=out, flush=True)
    with open_archive(folder) as archive:
        paths, crew = sorted(photos.iterdir()), Processes(processes)
        for one in add_files(archive, paths, read_stub, load_catalogue(), crew=crew):
            assert one.state in (State.ADDED, State.KNOWN), one
            print(f"{one.path.name}: {one.state.value}", file=out, flush=True)


def _watch(folder: Path, photos: Path, processes: int, out: IO[str]) -> None:
    """Add photos as they arrive, as the command does with `--watch`, but soon and with a stub."""
    heed_interrupts()
    print("started", file=out, flush=True)
    arrivals.POLL_S, arrivals.SETTLED_S = 0.005, 0.0
    stub = patch.object(ReadFile, "__call__", lambda _, path: read_stub(path))
    kit = Kit(load_catalogue(), _unread)
    with stub, redirect_stdout(out), open_archive(folder) as archive:
        crew = Processes(processes)
        Adding(archive, kit, crew, corrected=False, json=False, quiet=True).watch([photos])


def heed_interrupts() -> None:
    """Be ended by Ctrl+C, and let what is started from here be: in the background it is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _unread(sheet: FlatSheet, layout: Layout) -> Reading:
    raise AssertionError("the stub reads")
