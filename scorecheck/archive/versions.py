"""What becomes of a reading, a decision, or a settled conflict: which records are written.

A sheet of paper has versions, each of which stays. A reading that contradicts nothing joins the
latest one; one that contradicts it is a conflict, which only a person settles; a corrected sheet
is a new version. Nothing is merged in silence: every step is a record of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorecheck.archive.agreement import Agreement
from scorecheck.archive.intake import FoundSheet
from scorecheck.archive.papers import Conflict, Papers
from scorecheck.archive.reading_json import Body, place_of
from scorecheck.archive.rulings import alive, known_of
from scorecheck.archive.same import seem_one_sheet
from scorecheck.archive.sheet_records import SheetRecords
from scorecheck.archive.steps import Step, Take, Why
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.game.catalogue import Catalogue


@dataclass(frozen=True)
class Entered:
    """What became of a sheet in a photo.

    Attributes:
        version: the body of the sheet's new version; of the one that stands, in a conflict.
        cells: those on which readings contradict each other.
        before: the body of the version that stood before, where there was one.
        outdated: what people decided on photos of a sheet that was corrected since.
        namesake: there is another sheet of the same number, which says something else altogether.
    """

    step: Step
    reading: Body
    version: Body
    cells: tuple[str, ...] = ()
    namesake: bool = False
    before: Body | None = None
    outdated: tuple[Decision, ...] = ()


class Versions:
    """Writes the records of sheets within one change of the archive."""

    def __init__(
        self,
        papers: Papers,
        catalogue: Catalogue,
        settlers: dict[str, Settler] | None = None,
    ) -> None:
        self.papers = papers
        self._agreement = Agreement(papers)
        self._records = SheetRecords(papers, self._agreement, catalogue, settlers)

    def enter(
        self, found: FoundSheet, *, corrected: bool = False, why: Why | None = None
    ) -> Entered:
        """Write down a sheet that was found in a photo.

        Args:
            corrected: whoever adds it says that it was corrected since it was last seen.
            why: what to call a version that it makes or joins, where that is no usual one.
        """
        body = found.reading
        if not self.papers.has_reading(body["reading"]):
            self.papers.append("reading", body)
        elif paper := self._known_as(body):
            return Entered(Step.KNOWN, body, self._sure(paper))
        current, namesake = self._standing(body)
        if current is None or not current["readings"]:
            version = self._records.version(current, [body], why or Why.ADDED, found)
            return Entered(Step.ADDED, body, version, namesake=namesake)
        cells = self._agreement.contradictions([*self._readings(current), body])
        if not cells:
            readings = [*self._readings(current), body]
            version = self._records.version(current, readings, why or Why.JOINED, found)
            self.renew(current["paper"])
            return Entered(Step.JOINED, body, version, before=current)
        if corrected:
            outdated = tuple(self.papers.said_on(self._readings(current)))
            version = self._records.version(current, [body], Why.CORRECTED, found)
            self.renew(current["paper"])
            return Entered(Step.CORRECTED, body, version, cells, False, current, outdated)
        self._records.conflict(current, body)
        return Entered(Step.CONFLICT, body, current, cells)

    def moved(self, version: Body) -> None:
        """Write down that a sheet of no event goes on as one of an event."""
        self._records.version(version, self._readings(version), Why.MOVED)

    def returned(self, readings: Sequence[Body], version: Body | None) -> None:
        """Write down that it does not, but is one of no event as before.

        Args:
            version: the latest one; None where this archive knew only what came of it.
        """
        self._records.version(version, readings, Why.RETURNED)

    def again(self, reading: Body) -> Entered:
        """Let a reading stand that was taken back from its sheet."""
        paper = self.papers.paper_of(reading["reading"]) or reading["reading"]
        before = self.papers.current(paper)
        self.renew(paper, Why.ASSIGNED, [reading["reading"]])
        version = self._sure(paper)
        if reading["reading"] not in version["readings"]:
            return Entered(Step.CONFLICT, reading, version)
        step = Step.JOINED if before and before["readings"] else Step.ADDED
        return Entered(step, reading, version, before=before)

    def decided(self, reading: str) -> None:
        """Judge anew the sheet on one of whose readings people have decided something."""
        paper = self.papers.paper_of(reading)
        if paper is None:
            return
        current = self.papers.current(paper)
        decided = current is not None and reading in current["readings"]
        self.renew(paper, Why.DECIDED if decided else Why.JOINED, always=decided)

    def settle(self, conflict: Conflict, take: Take, by: str | None = None) -> Body | None:
        """Settle a conflict; gives the version that came of it, if any did.

        Args:
            by: the commitment to the name of whoever settled it.
        """
        second = self.papers.reading(conflict.second)
        current, version = self._sure(conflict.paper), None
        if take is Take.SECOND:
            version = self._records.version(current, [second], Why.CORRECTED)
        elif take is Take.BOTH:
            named = conflict.second == conflict.paper  # the paper bears its name: the others leave
            leave = self._readings(current) if named else [second]
            version = self._records.version(None, leave, Why.ADDED)
        self._records.settled(conflict, take, by, self.papers.last_seq if version else None)
        self.renew(conflict.paper)
        return version

    def renew(
        self, paper: str, why: Why = Why.JOINED, more: Sequence[str] = (), *, always: bool = False
    ) -> Body | None:
        """Bring a sheet of paper to what its readings, decisions and rulings say together; gives
        the version that was made, if one was.

        The readings that no ruling rules out stand together as far as they agree; each of the
        others waits in a conflict. So it makes no difference in which order they came.

        Args:
            why: what to call a version that comes of it.
            more: readings that no version or conflict names yet.
            always: make a version even where the same readings stand as before.
        """
        current = self.papers.current(paper)
        alive = self._alive(paper, more)
        standing = self._agreement.standing(alive, current["readings"] if current else ())
        version = None
        if not standing:
            if current is None or not current["readings"]:
                return None
            version = self._records.empty_version(current)
        elif always or current is None or set(standing) != set(current["readings"]):
            version = self._records.version(
                current, [self.papers.reading(one) for one in standing], why
            )
        self._close(paper, alive, standing, self.papers.last_seq if version else None)
        self._contest_again(version or self._sure(paper), [n for n in alive if n not in standing])
        return version

    def _alive(self, paper: str, more: Sequence[str]) -> list[str]:
        known = known_of(self.papers.connection, paper)
        gone = self.papers.taken_back(more)
        new = [one for one in more if one not in gone]
        return alive(list(dict.fromkeys([*known.readings, *new])), known.rulings.values())

    def _close(
        self, paper: str, alive: Sequence[str], standing: Sequence[str], version: int | None
    ) -> None:
        """Close the conflicts that are none any more."""
        for one in self.papers.open_conflicts(paper):
            if one.second in standing:
                self._records.settled(one, Take.JOINED, None, version)
            elif one.second not in alive or one.first not in standing:
                self._records.settled(one, Take.ELSEWHERE, None, None)

    def _contest_again(self, current: Body, names: Sequence[str]) -> None:
        """Let a conflict tell of each reading that does not stand on what it contradicts the others
        now: with a decision that may be other cells than before."""
        waiting = {one.second: one for one in self.papers.open_conflicts(current["paper"])}
        for name in names:
            body = self.papers.reading(name)
            before = waiting.get(name)
            if before is not None:
                told = self._agreement.conflict(current, body)
                if set(told["cells"]) == set(before.cells):
                    continue
                self._records.settled(before, Take.RENEWED, None, None)
            self._records.conflict(current, body)

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

    def _known_as(self, body: Body) -> str | None:
        """The sheet of paper that a photo is of whose reading came from another archive; None where
        that only told that it took the reading back from a sheet."""
        latest = self.papers.reading_at(place_of(body)) or body["reading"]
        return self.papers.paper_of(latest)

    def _sure(self, paper: str) -> Body:
        """The latest version of a sheet of paper that has one."""
        current = self.papers.current(paper)
        if current is None:
            raise KeyError(paper)
        return current

    def _readings(self, version: Body) -> list[Body]:
        return [self.papers.reading(name) for name in version["readings"]]
