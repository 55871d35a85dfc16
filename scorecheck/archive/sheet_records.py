"""The records of a sheet of paper: a version, a conflict, and how that was settled."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck import __version__
from scorecheck.archive.agreement import Agreement
from scorecheck.archive.cards import cards_of, judged, seated, table_of
from scorecheck.archive.combined import TOGETHER, in_order
from scorecheck.archive.intake import FoundSheet
from scorecheck.archive.papers import Conflict, Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.same import COMPARED
from scorecheck.archive.steps import Take, Why
from scorecheck.decisions.settle import Settler
from scorecheck.game.catalogue import Catalogue


class SheetRecords:
    """Puts them together and writes them, within one change of the archive."""

    def __init__(
        self,
        papers: Papers,
        agreement: Agreement,
        catalogue: Catalogue,
        settlers: dict[str, Settler] | None,
    ) -> None:
        self._papers = papers
        self._agreement = agreement
        self._catalogue = catalogue
        self._settlers = settlers

    def version(
        self,
        current: Body | None,
        readings: Sequence[Body],
        why: Why,
        found: FoundSheet | None = None,
    ) -> Body:
        """Write the next version of a sheet of paper; the first one where `current` is None.

        Args:
            readings: those that it rests on.
            found: what one of them comes to where nobody has decided anything, if it is known.
        """
        readings = in_order(readings)
        sheet = self._papers.sheet_of(readings[0]) if current is None or current["sheet"] else None
        decisions = self._papers.said_on(readings)
        players = sheet["columns"] if sheet else ()
        if found is not None and readings == [found.reading] and not decisions:
            cards, table = seated(found.cards, players), found.table
        else:
            result = judged(readings, decisions, self._catalogue, self._settlers)
            cards, table = cards_of(result, players), table_of(result)
        version: Body = {
            "event": sheet["event"] if sheet else None,
            "sheet": sheet["sheet"] if sheet else None,
            "paper": current["paper"] if current else readings[0]["reading"],
            "version": current["version"] + 1 if current else 1,
            "readings": [one["reading"] for one in readings],
            "decisions": [one.id for one in decisions],
            "why": why.value,
            "judged": TOGETHER,
            "compared": COMPARED,
            "program": __version__,
            "cards": cards,
            "table": table,
        }
        self._papers.append("version", version)
        return version

    def empty_version(self, current: Body) -> Body:
        """Write down that no photo of a sheet of an event is left: all were of another one."""
        gone: Body = {"readings": [], "decisions": [], "cards": [], "table": None}
        told = {"why": Why.MOVED.value, "program": __version__, "compared": COMPARED}
        kept = {key: value for key, value in current.items() if key != "at"}
        version: Body = kept | gone | told | {"version": current["version"] + 1}
        self._papers.append("version", version)
        return version

    def conflict(self, current: Body, body: Body) -> None:
        """Write down that a reading contradicts what stands."""
        self._papers.append("conflict", self._agreement.conflict(current, body))

    def settled(self, conflict: Conflict, take: Take, by: str | None, version: int | None) -> None:
        """Write down how a conflict was settled.

        Args:
            by: the commitment to the name of whoever settled it; None where nobody had to.
            version: the number of the record of the version that came of it, if any did.
        """
        told = {"conflict": conflict.seq, "take": take.value, "by": by, "version": version}
        self._papers.append("settled", told)
