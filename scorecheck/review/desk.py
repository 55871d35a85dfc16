"""`Desk`: the photos under review, checked one after the other in the background."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from pathlib import Path
from queue import PriorityQueue
from typing import Protocol

from scorecheck.decisions.place import Place, places
from scorecheck.errors import ScorecheckError
from scorecheck.faults import own_fault
from scorecheck.game.catalogue import Catalogue
from scorecheck.report.result import FileResult
from scorecheck.review.checking import Checked
from scorecheck.review.ledger import Ledger
from scorecheck.review.sheet import ReviewSheet


class Progress(StrEnum):
    """How far a photo is."""

    KEPT = "kept"
    """It lies in an archive, and is read once somebody asks for it."""
    WAITING = "waiting"
    CHECKING = "checking"
    DONE = "done"


class Turn(IntEnum):
    """Which photos are checked before which."""

    END = 0
    ASKED = 1
    SENT = 2


class Checks(Protocol):
    """What checks a photo, and can be told to stop."""

    def check(self, path: Path) -> Checked:
        """All sheets of one file; what went wrong is in the result."""

    def close(self) -> None:
        """Stop, also in the middle of a check."""


@dataclass
class Entry:
    """One photo on the desk. `file` and `sheets` are there once it is done."""

    number: int
    path: Path
    progress: Progress = Progress.WAITING
    file: FileResult | None = None
    sheets: tuple[ReviewSheet, ...] = ()

    @property
    def error(self) -> ScorecheckError | None:
        """Why the photo, or a page of it, could not be read."""
        return self.file.error if self.file else None


@dataclass
class Desk:
    """All photos in the order they came; safe to use from several threads."""

    checker: Checks
    ledger: Ledger
    catalogue: Catalogue
    told: Callable[[Entry], None] = lambda entry: None
    kin: Callable[[Place], tuple[Place, ...]] = lambda place: ()
    _entries: list[Entry] = field(default_factory=list)
    _waiting: PriorityQueue[tuple[Turn, int, Entry | None]] = field(default_factory=PriorityQueue)
    _turns: itertools.count[int] = field(default_factory=itertools.count)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def put(self, path: Path) -> Entry:
        """Lay one more photo on the desk; it is checked when its turn comes."""
        entry = self._new(path)
        self._queue(Turn.SENT, entry)
        return entry

    def lay(self, path: Path, *, soon: bool) -> Entry:
        """Lay a photo on the desk that an archive keeps.

        Args:
            soon: it is checked when its turn comes; else once it is asked for.
        """
        if soon:
            return self.put(path)
        return self._new(path, Progress.KEPT)

    def ask_for(self, entry: Entry) -> None:
        """Check a photo next: somebody wants to look at it."""
        if entry.progress in (Progress.KEPT, Progress.WAITING):
            entry.progress = Progress.WAITING
            self._queue(Turn.ASKED, entry)

    def put_checked(self, checked: Checked) -> Entry:
        """Lay a photo on the desk that has been checked already."""
        entry = self._new(checked.file.path)
        self.show(entry, checked)
        return entry

    def entries(self) -> tuple[Entry, ...]:
        """Every photo, the first one first."""
        with self._lock:
            return tuple(self._entries)

    def entry_of(self, key: str) -> Entry | None:
        """The photo that the key of a sheet names, whether it was read yet or not."""
        number = key.partition("-")[0]
        return next((one for one in self.entries() if str(one.number) == number), None)

    def sheet(self, key: str) -> ReviewSheet | None:
        """The sheet of a key such as `2-1`: the first sheet of the second photo."""
        entry = self.entry_of(key)
        return next((one for one in entry.sheets if one.key == key), None) if entry else None

    def start(self) -> None:
        """Begin to check what lies on the desk."""
        self._thread = threading.Thread(target=self._work, daemon=True, name="desk")
        self._thread.start()

    def close(self) -> None:
        """Stop checking: the photo that is being checked is broken off, and no other is begun."""
        self._ended.set()
        self._queue(Turn.END, None)
        self.checker.close()

    def _new(self, path: Path, progress: Progress = Progress.WAITING) -> Entry:
        with self._lock:
            entry = Entry(len(self._entries) + 1, path, progress)
            self._entries.append(entry)
            return entry

    def _queue(self, turn: Turn, entry: Entry | None) -> None:
        self._waiting.put((turn, next(self._turns), entry))

    def show(self, entry: Entry, checked: Checked) -> None:
        """Lay a photo open, with what its check gave."""
        settlers = checked.settlers or [None] * len(checked.pictures)
        found = zip(places(checked.file), checked.pictures, settlers, strict=True)
        entry.sheets = tuple(
            ReviewSheet(
                key=f"{entry.number}-{number}",
                file=checked.file,
                place=place,
                machine=sheet,
                picture=picture,
                ledger=self.ledger,
                catalogue=self.catalogue,
                kin=self.kin,
                settler=settler,
            )
            for number, ((place, sheet), picture, settler) in enumerate(found, 1)
        )
        entry.file = checked.file
        entry.progress = Progress.DONE
        self.told(entry)

    def _work(self) -> None:
        while (entry := self._waiting.get()[2]) is not None and not self._ended.is_set():
            if entry.progress is not Progress.WAITING:
                continue  # it was asked for, and had its turn already
            entry.progress = Progress.CHECKING
            try:
                self._take(entry, self.checker.check(entry.path))
                for sheet in entry.sheets:
                    sheet.warm()
            except Exception as error:  # a fault of our own must not stop the other photos
                fault = own_fault(str(entry.path), error)
                self._take(entry, Checked(FileResult(entry.path, None, fault, ()), ()))

    def _take(self, entry: Entry, checked: Checked) -> None:
        """Lay open what a check gave; one that `close` broke off says nothing of its photo."""
        if not self._ended.is_set():
            self.show(entry, checked)
