"""Joins what two archives know of one sheet of an event.

Where the other archive only went on from what is here, its records are taken as they are. Where
both went on, each reading, decision and ruling that is missing here is taken, and a new version
is made of what all of them say together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from scorecheck.archive.papers import Papers, other_words, same_words
from scorecheck.archive.reading_json import Body
from scorecheck.archive.record import digest
from scorecheck.archive.renamed import Renamed
from scorecheck.archive.rulings import Known, Ruling, known_of, time_of
from scorecheck.archive.same import contradictions
from scorecheck.archive.steps import Take, Why
from scorecheck.archive.tables import conflicts, log, settlements, versions
from scorecheck.archive.versions import Versions

_NOBODY = Known((), {})
_LOCAL = {
    "version": ("at", "program", "compared"),
    "settled": ("by", "at", "conflict", "version"),
}
"""Parts of records that are an archive's own, or tell nothing about the sheet."""


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


@dataclass(frozen=True)
class _History:
    """What an archive knows of one sheet: its paper, and the records of it in their order."""

    paper: str | None
    known: Known
    records: tuple[tuple[int, str, str, Body], ...]

    @property
    def told(self) -> list[tuple[str, str]]:
        """The records without what is the archive's own."""
        return [(kind, _plain(kind, body)) for _, _, kind, body in self.records]


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
        here, there = _history(self._own, number), _history(self._theirs, number)
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
        self, number: int, here: _History, there: _History
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

    def _all_known_there(self, here: _History, there: _History) -> bool:
        """Whether the other archive has every reading and decision on the sheet that is here."""
        if not set(here.known.readings) <= set(there.known.readings):
            return False
        bodies = [self._own.reading(one) for one in here.known.readings]
        mine = self._own.decisions_on(bodies) if bodies else []
        theirs = {one["id"] for one in self._theirs.decisions_on(bodies)} if bodies else set()
        return all(body["id"] in theirs for body in mine)

    def _copy(self, here: _History, there: _History) -> None:
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

    def _rule(self, number: int, paper: str, there: _History, rulings: Sequence[Ruling]) -> None:
        """Write down which of two readings holds, as it was settled in the other archive."""
        by = dict(_settlers(there))
        for one in rulings:
            first, second = self._own.reading(one.winner), self._own.reading(one.loser)
            conflict = {"paper": paper, "sheet": number, "readings": [one.winner, one.loser]}
            self._own.append("conflict", conflict | {"cells": [*contradictions([first, second])]})
            settled = {"conflict": self._own.last_seq, "take": Take.FIRST.value, "version": None}
            who = self._renamed.body("settled", {"by": by.get(one.pair)})
            self._own.append("settled", settled | who | {"at": one.at})


def _history(papers: Papers, number: int) -> _History:
    """What an archive knows of a sheet of an event."""
    paper = papers.paper_of_sheet(number)
    if paper is None:
        return _History(None, _NOBODY, ())
    connection = papers.connection
    return _History(paper, known_of(connection, paper), tuple(_records(connection, paper)))


def _records(connection: Connection, paper: str) -> Iterator[tuple[int, str, str, Body]]:
    """The records of a sheet's versions and conflicts: number, time, kind and body."""
    made = select(versions.c.seq).where(versions.c.paper == paper)
    fought = select(conflicts.c.seq).where(conflicts.c.paper == paper)
    ended = select(settlements.c.seq).where(settlements.c.conflict.in_(fought))
    wanted = made.union(fought, ended)
    found = select(log.c.seq, log.c.at, log.c.kind, log.c.body).where(log.c.seq.in_(wanted))
    for seq, at, kind, text in connection.execute(found.order_by(log.c.seq)):
        body = json.loads(text)
        yield seq, time_of(at, body), kind, body


def _missing(here: Known, there: Known) -> list[Ruling]:
    """The rulings that are new here, or later than the ones about the same readings here."""
    return [
        one
        for pair, one in there.rulings.items()
        if pair not in here.rulings or here.rulings[pair] < one
    ]


def _settlers(history: _History) -> Iterator[tuple[frozenset[str], str]]:
    """Who settled what: the commitments, by the readings."""
    pairs = {
        seq: frozenset(body["readings"])
        for seq, _, kind, body in history.records
        if kind == "conflict"
    }
    for _, _, kind, body in history.records:
        if kind == "settled" and body["by"]:
            yield pairs[body["conflict"]], body["by"]


def _plain(kind: str, body: Mapping[str, Any]) -> str:
    """The hash of a record without what is an archive's own."""
    local = _LOCAL.get(kind, ())
    return digest({key: value for key, value in body.items() if key not in local})


def _differing(number: int, alone: Sequence[Body], new: Sequence[Body]) -> Iterator[Differing]:
    """Where decisions that only this archive had say something else than those that came."""
    mine = {(one["cell"], one["round"]): one for one in alone if one["text"] is not None}
    theirs = {(one["cell"], one["round"]): one for one in new if one["text"] is not None}
    for key in mine.keys() & theirs.keys():
        here, there = mine[key], theirs[key]
        if here["text"] != there["text"]:
            holds = max((here, there), key=lambda one: (one["at"], one["id"]))
            yield Differing(number, key[0], here["text"], there["text"], holds["text"])
