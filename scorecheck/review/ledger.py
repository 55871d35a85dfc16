"""`Ledger`: the decisions, in memory for speed and in the log for good."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Protocol

from scorecheck.decisions.merge import merged
from scorecheck.decisions.record import Decision


class Log(Protocol):
    """Where decisions are kept for good."""

    @property
    def path(self) -> Path:
        """The file, or the archive's folder."""

    def all(self) -> tuple[Decision, ...]:
        """Every decision and undo, in the order in which they were made."""

    def append(self, decision: Decision) -> None:
        """Add one decision; it is on the disk when this returns."""


@dataclass
class Ledger:
    """All decisions of a log, by photo; what `add` returns from is on the disk.

    `stamp` is another number each time that something new may have come.
    """

    log: Log
    stamp: int = 0
    _all: tuple[Decision, ...] = ()
    _by_photo: dict[str, list[tuple[int, Decision]]] = field(default_factory=dict)
    _names: dict[str, None] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        """Take in what other programs have added to the log."""
        with self._lock:
            self._catch_up()

    def add(self, decision: Decision) -> None:
        """Keep one more decision.

        Raises:
            OutputError: it could not be written; then it does not count.
        """
        with self._lock:
            self.log.append(decision)
            self._catch_up()

    def about(self, *hashes: str) -> list[Decision]:
        """Every decision and undo on some photos, by the hashes of their files, in order."""
        with self._lock:
            found = [one for sha256 in dict.fromkeys(hashes) for one in self._of(sha256)]
        return [decision for _, decision in sorted(found, key=itemgetter(0))]

    def names(self) -> list[str]:
        """Who has decided anything, the latest first."""
        with self._lock:
            return list(self._names)[::-1]

    def _catch_up(self) -> None:
        """Remember what is new; all of it anew where the log no longer begins as it did, as after
        somebody put an older copy in its place."""
        self.stamp += 1
        found = merged([self.log.all()])
        known = len(self._all)
        if found[:known] != self._all:
            self._by_photo, self._names, known = {}, {}, 0
        for number, decision in enumerate(found[known:], start=known):
            self._remember(number, decision)
        self._all = found

    def _of(self, sha256: str) -> Sequence[tuple[int, Decision]]:
        return self._by_photo.get(sha256, ())

    def _remember(self, number: int, decision: Decision) -> None:
        self._by_photo.setdefault(decision.sha256, []).append((number, decision))
        self._names.pop(decision.by, None)
        self._names[decision.by] = None
