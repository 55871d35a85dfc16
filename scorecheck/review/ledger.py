"""`Ledger`: the decisions, in memory for speed and in the log for good."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from scorecheck.decisions.current import current, live
from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision


@dataclass
class Ledger:
    """All decisions of a log, by sheet; what `add` returns from is on the disk."""

    log: DecisionLog
    _by_place: dict[Place, list[Decision]] = field(default_factory=dict)
    _names: dict[str, None] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    _seen: int = 0

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

    def about(self, place: Place) -> list[Decision]:
        """Every decision and undo on a sheet, in order."""
        with self._lock:
            return list(self._by_place.get(place, ()))

    def on(self, place: Place, round: int) -> dict[str, Decision]:
        """What holds for each cell of a sheet in one round."""
        return current(self.about(place), *place, round=round)

    def last(self, place: Place, round: int, by: str) -> Decision | None:
        """The latest decision of a person on a sheet that still stands."""
        standing = reversed(live(self.about(place)))
        return next((one for one in standing if one.round == round and one.by == by), None)

    def names(self) -> list[str]:
        """Who has decided anything, the latest first."""
        with self._lock:
            return list(self._names)[::-1]

    def _catch_up(self) -> None:
        found = self.log.all()
        for decision in found[self._seen :]:
            self._remember(decision)
        self._seen = len(found)

    def _remember(self, decision: Decision) -> None:
        self._by_place.setdefault(decision.place, []).append(decision)
        self._names.pop(decision.by, None)
        self._names[decision.by] = None
