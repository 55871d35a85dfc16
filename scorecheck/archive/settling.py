"""Conflicts of two readings: what they are about, and how a person settles them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlalchemy import select

from scorecheck.archive.card_lines import points_of
from scorecheck.archive.cards import cards_of, judged
from scorecheck.archive.names import PERSON
from scorecheck.archive.papers import Conflict, Papers
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.reading_json import Body, columns_of, identity_of
from scorecheck.archive.same import said_in
from scorecheck.archive.seated_names import by_column, player_names
from scorecheck.archive.steps import Take
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import events, photo_names, photos
from scorecheck.archive.versions import Versions
from scorecheck.decisions.record import Decision
from scorecheck.errors import UsageError
from scorecheck.game.card import Number
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Phrase

SCHEMA = "scorecheck/archive-conflicts/1"


@dataclass(frozen=True)
class Side:
    """One of two readings: its photo, what that file was called, what stands in some cells by what
    people decided on that photo, else by what was read."""

    photo: Path
    called: tuple[str, ...]
    page: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Totals:
    """What one column comes to by the first and by the second reading."""

    column: str
    first: Number | None
    second: Number | None


@dataclass(frozen=True)
class Contested:
    """A conflict that is open, and what stands against what in its cells.

    Attributes:
        sheet_number: None where it could not be read.
        event: its name, and below it the round and the table; empty for a sheet of no event.
        players: who plays in each column, where it is known.
        totals: of each column whose total depends on which reading holds.
    """

    number: int
    variant: str
    sheet_number: int | None
    in_event: bool
    cells: tuple[str, ...]
    first: Side
    second: Side
    event: str = ""
    round: int = 0
    table: int = 0
    players: Mapping[str, str] = field(default_factory=dict)
    totals: tuple[Totals, ...] = ()


def contested(archive: Archive, catalogue: Catalogue | None = None) -> list[Contested]:
    """Every open conflict.

    Args:
        catalogue: the games, to tell what the totals come to either way.
    """
    with archive.read() as connection:
        papers = Papers(Change(connection))
        return [_contested(archive, papers, one, catalogue) for one in papers.open_conflicts()]


def left_open(archive: Archive) -> int:
    """How many conflicts are open."""
    with archive.read() as connection:
        return len(Papers(Change(connection)).open_conflicts())


def settle(archive: Archive, number: int, take: Take, by: str, catalogue: Catalogue) -> Body | None:
    """Settle a conflict; gives the body of the version that came of it, if any did.

    Raises:
        UsageError: there is no such open conflict; two sheets, where an event printed one.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        papers = Papers(change)
        conflict = next((one for one in papers.open_conflicts() if one.seq == number), None)
        if conflict is None:
            raise UsageError(
                Phrase("there is no open conflict {number}", number=number),
                help=Phrase("`scorecheck archive settle` lists those that are open"),
                code="no-conflict",
            )
        if take is Take.BOTH and conflict.sheet is not None:
            raise UsageError(
                Phrase("sheet {number} was printed once, for its event", number=conflict.sheet),
                help=Phrase("take the first reading or the second one"),
                code="one-sheet",
            )
        person = change.commit_name(by.strip(), PERSON)
        return Versions(papers, catalogue).settle(conflict, take, person)


def document(conflicts: Sequence[Contested]) -> dict[str, Any]:
    """The same as JSON."""
    return {"schema": SCHEMA, "conflicts": [_json(one) for one in conflicts]}


def _json(one: Contested) -> dict[str, Any]:
    sides = {"first": one.first, "second": one.second}
    return {
        "conflict": one.number,
        "variant": one.variant,
        "sheet_number": one.sheet_number,
        "in_event": one.in_event,
        "event": one.event or None,
        "round": one.round or None,
        "table": one.table or None,
        "players": dict(one.players),
        "cells": [
            {"cell": cell, "first": old, "second": new}
            for cell, old, new in zip(one.cells, one.first.texts, one.second.texts, strict=True)
        ],
        "totals": [
            {"column": total.column, "first": total.first, "second": total.second}
            for total in one.totals
        ],
    } | {
        name: {"photo": str(side.photo), "called": list(side.called), "page": side.page}
        for name, side in sides.items()
    }


def _contested(
    archive: Archive, papers: Papers, one: Conflict, catalogue: Catalogue | None
) -> Contested:
    first, second = papers.reading(one.first), papers.reading(one.second)
    identity = identity_of(second)
    told = Contested(
        number=one.seq,
        variant=identity.variant,
        sheet_number=identity.sheet if identity.complete else None,
        in_event=one.sheet is not None,
        cells=one.cells,
        first=_side(archive, papers, first, one.cells),
        second=_side(archive, papers, second, one.cells),
        totals=() if catalogue is None else tuple(_totals(papers, one, catalogue)),
    )
    sheet = papers.sheet_of(second) if one.sheet is not None else None
    if sheet is None:
        return told
    connection, columns = papers.connection, sheet["columns"]
    name = select(events.c.name).where(events.c.event == sheet["event"])
    return replace(
        told,
        event=connection.scalar(name) or "",
        round=sheet["round"],
        table=sheet["table"],
        players=by_column(columns, player_names(connection, columns)),
    )


def _totals(papers: Papers, one: Conflict, catalogue: Catalogue) -> Iterator[Totals]:
    """The columns whose totals depend on which reading holds."""
    current = papers.current(one.paper)
    second = papers.reading(one.second)
    decisions = [Decision.from_json(body) for body in papers.decisions_on([second])]
    cards = cards_of(judged([second], decisions, catalogue))
    mine = {} if current is None else {card["column"]: points_of(card) for card in current["cards"]}
    for card in cards:
        before, after = mine.get(card["column"]), points_of(card)
        if before != after:
            yield Totals(card["column"], before, after)


def _side(archive: Archive, papers: Papers, body: Body, cells: Sequence[str]) -> Side:
    texts = {cell.cell: cell.text for column in columns_of(body) for cell in column}
    texts |= said_in(body, papers.said_on([body]))
    called = select(photo_names.c.name).where(photo_names.c.sha256 == body["sha256"])
    ending = select(photos.c.ending).where(photos.c.sha256 == body["sha256"])
    found = papers.connection.scalar(ending)
    return Side(
        PhotoStore(archive.folder).path(body["sha256"], found or ""),
        tuple(papers.connection.scalars(called.order_by(photo_names.c.name))),
        body["page"],
        tuple(texts.get(cell, "") for cell in cells),
    )
