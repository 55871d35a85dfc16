"""Joins what two archives know of one sheet of an event.

Where the other archive only went on from what is here, its records are taken as they are. Where
both went on, each reading, decision and ruling that is missing here is taken, and a new version
is made of what all of them say together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorecheck.archive.decision_bodies import other_words, same_words
from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.renamed import Renamed
from scorecheck.archive.rulings import Known, Ruling
from scorecheck.archive.same import contradictions
from scorecheck.archive.sheet_history import SheetHistory, history_of, settlers
from scorecheck.archive.steps import Take, Why
from scorecheck.archive.versions import Versions


@dataclass(frozen=True)
class Differing:
    """A cell on which people in the two archives decided differently; the later word holds."""

    sheet: int
    cell: str
    here: str
    there: str
    holds: str


@dataclass(frozen=True)
class JoinedSheet:
    """What came of one sheet.

    Attributes:
        known: how many of the other archive's readings were here already.
        readings, decisions, rulings: how many came.
        contested: whether photos of it now differ, though they did not before.
        differing: cells on which people decided differently.
    """

    number: int
    known: int = 0
    readings: int = 0
    decisions: int = 0
    rulings: int = 0
    contested: bool = False
    differing: tuple[Differing, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether anything came."""
        return bool(self.readings or self.decisions or self.rulings)


class SheetJoiner:
    """Joins sheet after sheet of one event.

    Args:
        versions: of this archive.
        theirs: the other archive's sheets.
    """

    def __init__(self, versions: Versions, theirs: Papers, renamed: Renamed) -> None:
        self._versions = versions
        self._own = versions.papers
        self._theirs = theirs
        self._renamed = renamed

    def join(self, number: int) -> JoinedSheet:
        """Take over what is missing here of one sheet.

        Raises:
            ArchiveError: a decision has other words than the one of its id that is here.
        """
        here, there = history_of(self._own, number), history_of(self._theirs, number)
        if there.paper is None:
            return JoinedSheet(number)
        told = (*there.known.readings, *there.known.gone)
        came = [one for one in told if not self._own.has_reading(one)]
        readings = [one for one in came if one in there.known.readings]
        decisions, differing = self._decisions(number, here, there)
        rulings = _missing(here.known, there.known)
        known = len(there.known.readings) - len(readings)
        if not (came or decisions or rulings):
            return JoinedSheet(number, known)
        was_contested = bool(self._own.open_conflicts(here.paper)) if here.paper else False
        for name in came:
            self._own.append("reading", self._theirs.reading(name))
        for body in decisions:
            self._own.append("decision", self._renamed.body("decision", body))
        if here.told == there.told[: len(here.told)] and self._all_known_there(here, there):
            self._copy(here, there)
            paper = there.paper
        else:
            paper = here.paper or there.paper
            self._rule(number, paper, there, rulings)
            more = [one for one in there.known.readings if one in readings]
            self._versions.renew(paper, Why.MERGED, more, always=bool(decisions))
        contested = bool(self._own.open_conflicts(paper)) and not was_contested
        return JoinedSheet(
            number,
            known,
            len(readings),
            len(decisions),
            len(rulings),
            contested,
            tuple(differing),
        )

    def _decisions(
        self, number: int, here: SheetHistory, there: SheetHistory
    ) -> tuple[list[Body], list[Differing]]:
        """The decisions that are missing here, and the cells on which people differ."""
        bodies = [self._theirs.reading(one) for one in (*there.known.readings, *there.known.gone)]
        theirs = self._theirs.decisions_on(bodies) if bodies else []
        new = []
        for body in theirs:
            known = self._own.decision(body["id"])
            if known is None:
                new.append(body)
            elif not same_words(known, body):
                raise other_words(body["id"], self._own.seq_of_decision(body["id"]))
        if not new:
            return [], []
        own = [self._own.reading(one) for one in here.known.readings]
        mine = self._own.decisions_on(own) if own else []
        ids = {body["id"] for body in theirs}
        alone = [body for body in mine if body["id"] not in ids]
        return new, list(_differing(number, alone, new))

    def _all_known_there(self, here: SheetHistory, there: SheetHistory) -> bool:
        """Whether the other archive has every reading and decision on the sheet that is here."""
        if not set(here.known.readings) <= set(there.known.readings):
            return False
        bodies = [self._own.reading(one) for one in here.known.readings]
        mine = self._own.decisions_on(bodies) if bodies else []
        theirs = {one["id"] for one in self._theirs.decisions_on(bodies)} if bodies else set()
        return all(body["id"] in theirs for body in mine)

    def _copy(self, here: SheetHistory, there: SheetHistory) -> None:
        """Take the other archive's records from where this one ends."""
        seqs = {
            theirs[0]: mine[0] for mine, theirs in zip(here.records, there.records, strict=False)
        }
        for seq, at, kind, body in there.records[len(here.records) :]:
            own = self._renamed.body(kind, body) | ({} if kind == "conflict" else {"at": at})
            for key in ("conflict", "version") if kind == "settled" else ():
                own[key] = None if own[key] is None else seqs[own[key]]
            self._own.append(kind, own)
            seqs[seq] = self._own.last_seq

    def _rule(
        self, number: int, paper: str, there: SheetHistory, rulings: Sequence[Ruling]
    ) -> None:
        """Write down which of two readings holds, as it was settled in the other archive."""
        by = dict(settlers(there))
        for one in rulings:
            first, second = self._own.reading(one.winner), self._own.reading(one.loser)
            conflict = {"paper": paper, "sheet": number, "readings": [one.winner, one.loser]}
            self._own.append("conflict", conflict | {"cells": [*contradictions([first, second])]})
            settled = {"conflict": self._own.last_seq, "take": Take.FIRST.value, "version": None}
            who = self._renamed.body("settled", {"by": by.get(one.pair)})
            self._own.append("settled", settled | who | {"at": one.at})


def _missing(here: Known, there: Known) -> list[Ruling]:
    """The rulings that are new here, or later than the ones about the same readings here."""
    return [
        one
        for pair, one in there.rulings.items()
        if pair not in here.rulings or here.rulings[pair] < one
    ]


def _differing(number: int, alone: Sequence[Body], new: Sequence[Body]) -> Iterator[Differing]:
    """Where decisions that only this archive had say something else than those that came."""
    mine = {(one["cell"], one["round"]): one for one in alone if one["text"] is not None}
    theirs = {(one["cell"], one["round"]): one for one in new if one["text"] is not None}
    for key in mine.keys() & theirs.keys():
        here, there = mine[key], theirs[key]
        if here["text"] != there["text"]:
            holds = max((here, there), key=lambda one: (one["at"], one["id"]))
            yield Differing(number, key[0], here["text"], there["text"], holds["text"])
