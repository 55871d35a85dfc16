"""`Arrivals`: photos that arrive in folders, from phones or by a program that keeps folders alike.

A photo is told of once it has stopped growing. One that changes afterwards is told of again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from scorecheck.errors import UsageError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.inputs import ENDINGS

POLL_S = 1.0
"""So often a folder is looked at."""
SETTLED_S = 2.0
"""A photo that has not changed for so long is whole."""
EMPTY_S = 30.0
"""So long a file that is still empty may wait for what it is to hold."""

_UNFINISHED = (".", "~")
"""How the names of files begin that are still on their way, or of no interest to anybody."""


class _Seen(NamedTuple):
    """A file as it was at first sight: what it was like, and when that was."""

    size: int
    changed: int
    since: float


class Arrivals:
    """What arrives in folders and in the folders within them.

    Args:
        without: a folder among them that is none of theirs, such as the archive's own.
        trouble: is told of a folder that cannot be looked at, once until it can be again.

    Raises:
        UsageError: one of them is no folder.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        without: Path,
        trouble: Callable[[Path, OSError], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        for folder in folders:
            if not folder.is_dir():
                raise UsageError(
                    Phrase(
                        "{folder} is not a folder: --watch waits for what arrives in folders",
                        folder=folder,
                    ),
                    help=Phrase("name the folder that the photos arrive in"),
                    code="not-a-folder",
                )
        self._folders = folders
        self._without = without.resolve()
        self._trouble = trouble
        self._clock = clock
        self._seen: dict[Path, _Seen] = {}
        self._told: dict[Path, _Seen] = {}
        self._troubled: set[Path] = set()

    def batches(self, wait: Callable[[float], None] = time.sleep) -> Iterator[list[Path]]:
        """Photos as they arrive, for ever; those that are there already come first."""
        while True:
            ready = self.ready()
            if ready:
                yield ready
            else:
                wait(POLL_S)

    def ready(self) -> list[Path]:
        """The photos that have arrived since the last call, in the order of their names."""
        now = self._clock()
        there = {path: seen for folder in self._folders for path, seen in self._look(folder, now)}
        self._seen = {path: _first_sight(self._seen.get(path), it) for path, it in there.items()}
        ready = [
            path
            for path, it in sorted(self._seen.items())
            if now - it.since >= (SETTLED_S if it.size else EMPTY_S)
            and not _alike(self._told.get(path), it)
        ]
        self._told.update((path, self._seen[path]) for path in ready)
        return ready

    def _look(self, folder: Path, now: float) -> Iterator[tuple[Path, _Seen]]:
        """The photos in a folder now."""
        try:
            for path in folder.iterdir():
                if path.name.startswith(_UNFINISHED):
                    continue
                if path.is_dir() and not path.is_symlink():
                    if path.resolve() != self._without:
                        yield from self._look(path, now)
                elif path.suffix.lower() in ENDINGS and path.is_file():
                    status = path.stat()
                    yield path, _Seen(status.st_size, status.st_mtime_ns, now)
            self._troubled.discard(folder)
        except FileNotFoundError as error:
            if not folder.is_dir():  # else a file in it has just gone: the next look is soon
                self._tell(folder, error)
        except OSError as error:
            self._tell(folder, error)

    def _tell(self, folder: Path, error: OSError) -> None:
        if folder in self._folders and folder not in self._troubled:
            self._troubled.add(folder)
            self._trouble(folder, error)


def _alike(one: _Seen | None, other: _Seen) -> bool:
    return one is not None and one[:2] == other[:2]


def _first_sight(before: _Seen | None, now: _Seen) -> _Seen:
    """The file as it was first seen like this."""
    return before if before is not None and _alike(before, now) else now
