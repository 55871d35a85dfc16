"""`ReviewSheet`: one sheet under review, as the machine read it and as people settle it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scorecheck.decisions.make import decide, undo
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import FIRST, Decision
from scorecheck.decisions.settle import Settler
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.report.result import CellResult, FileResult, SheetResult
from scorecheck.review.flat_picture import SheetPicture
from scorecheck.review.ledger import Ledger

ROUNDS = (1, 2)
"""The first look and the second, blind one."""


@dataclass
class ReviewSheet:
    """One sheet. `machine` is what the check gave; it never changes."""

    key: str
    file: FileResult
    place: Place
    machine: SheetResult
    picture: SheetPicture
    ledger: Ledger
    catalogue: Catalogue
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _settled: dict[int, tuple[tuple[str, ...], SheetResult]] = field(default_factory=dict)

    @cached_property
    def _settler(self) -> Settler:
        return Settler(self.machine, self.catalogue)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The cells that the machine asks about, in the order of the sheet."""
        return tuple(cell.cell for card in self.machine.cards for cell in card.doubtful)

    def warm(self) -> None:
        """Do now what the first decision would otherwise wait for."""
        self._settler.warm()

    def decisions(self, round: int = FIRST) -> Mapping[str, Decision]:
        """What people have decided in a round, by cell."""
        return self.ledger.on(self.place, round)

    def settled(self, round: int = FIRST) -> SheetResult:
        """The sheet judged again with the decisions of a round."""
        with self._lock:
            held = self.decisions(round)
            key = tuple(sorted(decision.id for decision in held.values()))
            kept = self._settled.get(round)
            if kept is None or kept[0] != key:
                kept = key, self._settler.settle(held)
                self._settled[round] = kept
            return kept[1]

    def decide(
        self, cell: str, text: str, by: str, remark: str = "", round: int = FIRST
    ) -> Decision:
        """Keep what a person says is written in a cell; it is on the disk when this returns.

        Raises:
            UsageError: no such cell, no name, or a text that cannot stand there.
            OutputError: it could not be saved.
        """
        with self._lock:
            made = decide(self.place, self._cell(cell), text, by, remark=remark, round=round)
            self.ledger.add(made)
            return made

    def undo(self, by: str, round: int = FIRST) -> Decision:
        """Take back the last decision that this person made on this sheet.

        Raises:
            UsageError: there is none.
            OutputError: it could not be saved.
        """
        with self._lock:
            last = self.ledger.last(self.place, round, by)
            if last is None:
                raise UsageError(
                    "there is nothing to undo",
                    help="you can take back your own decisions on this sheet",
                    code="nothing-to-undo",
                )
            self.ledger.add(undo(last, by))
            return last

    def _cell(self, name: str) -> CellResult:
        cells = (cell for card in self.machine.cards for cell in card.cells)
        found = next((cell for cell in cells if cell.cell == name and cell.kind != "text"), None)
        if found is None:
            raise UsageError(
                f"there is no cell {name[:40]!r} on this sheet",
                help="load the page again",
                code="unknown-cell",
            )
        return found
