"""`ReviewSheet`: one sheet under review, as the machine read it and as people settle it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorecheck.decisions.apply import settled_by
from scorecheck.decisions.compare import Compared, compare
from scorecheck.decisions.current import current, live
from scorecheck.decisions.fit import Fit, fit
from scorecheck.decisions.make import decide, undo
from scorecheck.decisions.names import is_same
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import FIRST, SECOND, SETTLING, Decision
from scorecheck.decisions.settle import Settler
from scorecheck.errors import UsageError, quoted
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Phrase
from scorecheck.report.result import CellResult, FileResult, SheetResult
from scorecheck.review.flat_picture import SheetPicture
from scorecheck.review.ledger import Ledger

ROUNDS = (FIRST, SECOND, SETTLING)
"""The first look, the second, blind one, and the comparison of the two."""


@dataclass(frozen=True)
class _Fitted:
    """The decisions about the photos of a sheet, and those of them that are on it.

    `here` are on this photo; `all` counts those in that were made on another photo of the sheet.
    """

    about: list[Decision]
    kin: tuple[Place, ...]
    here: Fit
    all: tuple[Decision, ...]
    elsewhere: frozenset[str]


@dataclass
class ReviewSheet:
    """One sheet. `machine` is what the check gave; it never changes, and nor does what the page
    says of its cells, which is kept in `told` by cell and language. `kin` tells where else the
    same sheet of paper was photographed: what was decided there holds here too. `settler` is what
    settles `machine`, where somebody else needs it too."""

    key: str
    file: FileResult
    place: Place
    machine: SheetResult
    picture: SheetPicture
    ledger: Ledger
    catalogue: Catalogue
    kin: Callable[[Place], tuple[Place, ...]] = lambda place: ()
    settler: Settler | None = None
    told: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _fitted: _Fitted | None = None
    _kin: tuple[int, tuple[Place, ...]] = (-1, ())
    _settled: dict[int, tuple[tuple[Decision, ...], SheetResult]] = field(default_factory=dict)

    @cached_property
    def _settler(self) -> Settler:
        return self.settler or Settler(self.machine, self.catalogue)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The cells that the machine asks about, in the order of the sheet."""
        return tuple(cell.cell for card in self.machine.cards for cell in card.doubtful)

    def warm(self) -> None:
        """Do now what the first decision would otherwise wait for."""
        self._settler.warm()

    def decisions(self, round: int = FIRST) -> Mapping[str, Decision]:
        """What people have decided in a round, by cell."""
        return current(self._own(), *self.place, round=round)

    @property
    def misfits(self) -> tuple[Decision, ...]:
        """The decisions about the photo that fit no cell of any sheet on it: they do not count."""
        return self._fit().here.lost

    def is_elsewhere(self, decision: str) -> bool:
        """Whether a decision, named by its id, was made on another photo of the same sheet."""
        return decision in self._fit().elsewhere

    def settled(self, round: int = FIRST) -> SheetResult:
        """The sheet judged again with the decisions of a round; with both, and what settled their
        differences, where it is the comparison."""
        with self._lock:
            own = self._own()
            kept = self._settled.get(round)
            if kept is None or kept[0] != own:
                if round == SETTLING:
                    kept = own, settled_by(own, self.place, self._settler)
                else:
                    kept = own, self._settler.settle(current(own, *self.place, round=round))
                self._settled[round] = kept
            return kept[1]

    @property
    def can_be_compared(self) -> bool:
        """Whether the second review is done: before that, nobody may see both."""
        if not self.decisions(SECOND):
            return False
        return not any(c.is_open for card in self.settled(SECOND).cards for c in card.cells)

    def compared(self) -> tuple[Compared, ...]:
        """Both reviews, cell by cell, in the order of the sheet."""
        found = compare(self._own(), *self.place)
        order = {c.cell: n for n, c in enumerate(c for k in self.machine.cards for c in k.cells)}
        return tuple(sorted(found, key=lambda one: order.get(one.cell, len(order))))

    def reviewers(self, round: int) -> tuple[str, ...]:
        """Who has decided in a round."""
        return tuple(dict.fromkeys(one.by for one in self.decisions(round).values()))

    def taken(self, round: int) -> tuple[str, ...]:
        """Names that cannot decide in a round, as they are those of the other one."""
        others = {FIRST: (SECOND,), SECOND: (FIRST,), SETTLING: (FIRST, SECOND)}[round]
        return tuple(name for other in others for name in self.reviewers(other))

    def decide(
        self, cell: str, text: str, by: str, remark: str = "", round: int = FIRST
    ) -> Decision:
        """Keep what a person says is written in a cell; it is on the disk when this returns.

        Raises:
            UsageError: no such cell, no name, or a text that cannot stand there.
            OutputError: it could not be saved.
        """
        with self._lock:
            self._ensure_other(by, round)
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
            own = (one for one in reversed(live(self._own())) if one.round == round)
            last = next((one for one in own if is_same(one.by, by)), None)
            if last is None:
                raise UsageError(
                    Phrase("there is nothing to undo"),
                    help=Phrase("you can take back your own decisions on this sheet"),
                    code="nothing-to-undo",
                )
            # Taken back as it was written, whatever photo it was on and number its sheet had then.
            as_written = next(one for one in self._fit().about if one.id == last.id)
            self.ledger.add(undo(as_written, by))
            return last

    def _own(self) -> tuple[Decision, ...]:
        """Every decision and undo on this sheet, as `check` and the archive would count them."""
        return self._fit().all

    def _fit(self) -> _Fitted:
        """The decisions about the photo, each on the sheet where its cell is, and about others."""
        with self._lock:
            kin = self._relatives()
            about = self.ledger.about(self.place.sha256, *(one.sha256 for one in kin))
            known = self._fitted
            if known is None or known.about != about or known.kin != kin:
                self._fitted = known = self._sorted_out(about, kin)
            return known

    def _relatives(self) -> tuple[Place, ...]:
        """Where else the sheet was photographed; asked anew whenever something may have come."""
        stamp = self.ledger.stamp
        if self._kin[0] != stamp:
            self._kin = stamp, self.kin(self.place)
        return self._kin[1]

    def _sorted_out(self, about: list[Decision], kin: tuple[Place, ...]) -> _Fitted:
        here = fit(about, self.file)
        mine = {one.id: one for one in here.on(self.place)}
        others = {
            one.id: replace(one, **self.place._asdict())
            for one in about
            if one.place in kin and one.id not in mine
        }
        both = mine | others
        every = tuple(both[one.id] for one in about if one.id in both)
        return _Fitted(about, kin, here, every, frozenset(others))

    def _ensure_other(self, by: str, round: int) -> None:
        """Refuse one person in two reviews of a sheet: they would not be independent."""
        if any(is_same(by, name) for name in self.taken(round)):
            raise UsageError(
                Phrase("{name} has decided in the other review of this sheet", name=by.strip()),
                help=Phrase("another person has to look this time"),
                code="same-person",
            )

    def _cell(self, name: str) -> CellResult:
        cells = (cell for card in self.machine.cards for cell in card.cells)
        found = next((cell for cell in cells if cell.cell == name and cell.kind != "text"), None)
        if found is None:
            raise UsageError(
                Phrase("there is no cell {name} on this sheet", name=quoted(name)),
                help=Phrase("load the page again"),
                code="unknown-cell",
            )
        return found
