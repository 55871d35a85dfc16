"""What an archive knows of one sheet of an event: its paper, and its records in their order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.record import digest
from scorecheck.archive.rulings import Known, known_of, time_of
from scorecheck.archive.tables import conflicts, log, settlements, versions

_NOBODY = Known((), {})


_LOCAL = {
    "version": ("at", "program", "compared"),
    "settled": ("by", "at", "conflict", "version"),
}
"""Parts of records that are an archive's own, or tell nothing about the sheet."""


@dataclass(frozen=True)
class SheetHistory:
    """What an archive knows of one sheet: its paper, and the records of it in their order."""

    paper: str | None
    known: Known
    records: tuple[tuple[int, str, str, Body], ...]

    @property
    def told(self) -> list[tuple[str, str]]:
        """The records without what is the archive's own."""
        return [(kind, _plain(kind, body)) for _, _, kind, body in self.records]


def history_of(papers: Papers, number: int) -> SheetHistory:
    """What an archive knows of a sheet of an event."""
    paper = papers.paper_of_sheet(number)
    if paper is None:
        return SheetHistory(None, _NOBODY, ())
    connection = papers.connection
    return SheetHistory(paper, known_of(connection, paper), tuple(_records(connection, paper)))


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


def settlers(history: SheetHistory) -> Iterator[tuple[frozenset[str], str]]:
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
