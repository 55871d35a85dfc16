"""What becomes of a reading, a decision, or a settled conflict: which records are written.

A sheet of paper has versions, each of which stays. A reading that contradicts nothing joins the
latest one; one that contradicts it is a conflict, which only a person settles; a corrected sheet
is a new version. Nothing is merged in silence: every step is a record of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorecheck import __version__
from scorecheck.archive.cards import at_home, cards_of, judged, seated, table_of
from scorecheck.archive.first import best_first
from scorecheck.archive.intake import FoundSheet
from scorecheck.archive.papers import Conflict, Papers
from scorecheck.archive.reading_json import Body, place_of
from scorecheck.archive.same import differences, seem_one_sheet
from scorecheck.decisions.compare import outcome
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.game.catalogue import Catalogue


class Why(StrEnum):
    """Why a version was made."""

    ADDED = "added"
    JOINED = "joined"
    CORRECTED = "corrected"
    DECIDED = "decided"


class Take(StrEnum):
    """How a conflict of two readings is settled."""

    FIRST = "first"
    """The archive is right as it stands."""
    SECOND = "second"
    """The later reading is right, or the sheet was corrected: that is a new version."""
    BOTH = "both"
    """They are two sheets of paper with one number."""
    JOINED = "joined"
    """With what people have decided since, they no longer contradict each other."""


class Step(StrEnum):
    """What a sheet in a photo was to the archive."""

    ADDED = "added"
    JOINED = "joined"
    CORRECTED = "corrected"
    CONFLICT = "conflict"


@dataclass(frozen=True)
class Entered:
    """What became of a sheet in a photo.

    Attributes:
        version: the body of the sheet's new version; of the one that stands, in a conflict.
        cells: those on which readings contradict each other.
        namesake: there is another sheet of the same number, which says something else altogether.
    """

    step: Step
    reading: Body
    version: Body
    cells: tuple[str, ...] = ()
    namesake: bool = False


class Versions:
    """Writes the records of sheets within one change of the archive."""

    def __init__(
        self,
        papers: Papers,
        catalogue: Catalogue,
        settlers: dict[str, Settler] | None = None,
    ) -> None:
        self.papers = papers
        self._catalogue = catalogue
        self._settlers = settlers

    def enter(self, found: FoundSheet, *, corrected: bool = False) -> Entered:
        """Write down a sheet that was found in a photo.

        Args:
            corrected: whoever adds it says that it was corrected since it was last seen.
        """
        body = found.reading
        self.papers.append("reading", body)
        current, namesake = self._standing(body)
        if current is None:
            version = self._write(None, [body], Why.ADDED, found)
            return Entered(Step.ADDED, body, version, namesake=namesake)
        cells = self._contradictions(current, body)
        if not cells:
            return Entered(Step.JOINED, body, self._join(current, body, found))
        if corrected:
            version = self._write(current, [body], Why.CORRECTED, found)
            self._reconcile(current["paper"])
            return Entered(Step.CORRECTED, body, version, cells)
        self.papers.append(
            "conflict",
            {
                "paper": current["paper"],
                "sheet": current["sheet"],
                "readings": [current["readings"][0], body["reading"]],
                "cells": list(cells),
            },
        )
        return Entered(Step.CONFLICT, body, current, cells)

    def decided(self, reading: str) -> None:
        """Judge anew the sheet on one of whose readings people have decided something."""
        current = self.papers.current_with(reading)
        if current is not None:
            self._write(current, self._best_first(self._readings(current)), Why.DECIDED)
        waiting = self.papers.conflicts_with(reading)
        for paper in dict.fromkeys([current["paper"]] if current else [c.paper for c in waiting]):
            self._reconcile(paper)

    def settle(self, conflict: Conflict, take: Take, by: str | None = None) -> Body | None:
        """Settle a conflict; gives the version that came of it, if any did.

        Args:
            by: the commitment to the name of whoever settled it.
        """
        second = self.papers.reading(conflict.second)
        version = None
        if take is Take.SECOND:
            version = self._write(self._sure(conflict.paper), [second], Why.CORRECTED)
        elif take is Take.BOTH:
            version = self._write(None, [second], Why.ADDED)
        elif take is Take.JOINED:
            version = self._join(self._sure(conflict.paper), second)
        made = self.papers.last_seq if version else None
        self.papers.append(
            "settled", {"conflict": conflict.seq, "take": take.value, "by": by, "version": made}
        )
        if take is Take.SECOND:
            self._reconcile(conflict.paper)
        return version

    def _standing(self, body: Body) -> tuple[Body | None, bool]:
        """The latest version of the sheet of paper that a reading is of, if it is known; and
        whether another sheet has its number."""
        sheet = self.papers.sheet_of(body)
        if sheet is not None:
            return self.papers.current_of_sheet(sheet["sheet"]), False
        namesakes = self.papers.namesakes(body)
        for version in namesakes:
            if any(seem_one_sheet(one, body) for one in self._readings(version)):
                return version, False
        return None, bool(namesakes)

    def _join(self, current: Body, body: Body, found: FoundSheet | None = None) -> Body:
        readings = self._best_first([*self._readings(current), body])
        return self._write(current, readings, Why.JOINED, found)

    def _best_first(self, readings: Sequence[Body]) -> list[Body]:
        decisions = [Decision.from_json(one) for one in self.papers.decisions_on(readings)]
        return best_first(readings, decisions, self._catalogue, self._settlers)

    def _reconcile(self, paper: str) -> None:
        """Join what no longer contradicts what stands."""
        for conflict in self.papers.open_conflicts(paper):
            second = self.papers.reading(conflict.second)
            if not self._contradictions(self._sure(paper), second):
                self.settle(conflict, Take.JOINED)

    def _contradictions(self, current: Body, body: Body) -> tuple[str, ...]:
        """The cells on which a reading contradicts any of those that stand."""
        readings = self._readings(current)
        said, own = self._said(readings), self._said([body])
        cells = (cell for one in readings for cell in differences(one, body, said, own))
        return tuple(dict.fromkeys(cells))

    def _said(self, readings: Sequence[Body]) -> dict[str, str]:
        """What people decided on the readings of one sheet of paper, as far as it holds."""
        home = place_of(readings[0])
        decisions = [Decision.from_json(one) for one in self.papers.decisions_on(readings)]
        held = outcome(at_home(decisions, home), *home).decided
        return {cell: one.text or "" for cell, one in held.items()}

    def _sure(self, paper: str) -> Body:
        """The latest version of a sheet of paper that has one."""
        current = self.papers.current(paper)
        if current is None:
            raise KeyError(paper)
        return current

    def _readings(self, version: Body) -> list[Body]:
        return [self.papers.reading(name) for name in version["readings"]]

    def _write(
        self,
        current: Body | None,
        readings: Sequence[Body],
        why: Why,
        found: FoundSheet | None = None,
    ) -> Body:
        """Write the next version of a sheet of paper; the first one where `current` is None.

        Args:
            readings: those that it rests on, the one that is judged first.
            found: what a reading comes to where nobody has decided anything, if it is known.
        """
        sheet = self.papers.sheet_of(readings[0]) if current is None or current["sheet"] else None
        decisions = self.papers.decisions_on(readings)
        players = sheet["columns"] if sheet else ()
        if found is not None and found.reading is readings[0] and not decisions:
            cards, table = seated(found.cards, players), found.table
        else:
            said = [Decision.from_json(one) for one in decisions]
            result = judged(readings, said, self._catalogue, self._settlers)
            cards, table = cards_of(result, players), table_of(result)
        version: Body = {
            "event": sheet["event"] if sheet else None,
            "sheet": sheet["sheet"] if sheet else None,
            "paper": current["paper"] if current else readings[0]["reading"],
            "version": current["version"] + 1 if current else 1,
            "readings": [one["reading"] for one in readings],
            "decisions": [one["id"] for one in decisions],
            "why": why.value,
            "program": __version__,
            "cards": cards,
            "table": table,
        }
        self.papers.append("version", version)
        return version
