"""Conflicts of two readings: what they are about, and how a person settles them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select

from scorecheck.archive.names import PERSON
from scorecheck.archive.papers import Conflict, Papers
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.reading_json import Body, columns_of, identity_of
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import photo_names, photos
from scorecheck.archive.versions import Take, Versions
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Phrase

SCHEMA = "scorecheck/archive-conflicts/1"


@dataclass(frozen=True)
class Side:
    """One of two readings: its photo, what that file was called, what it reads in some cells."""

    photo: Path
    called: tuple[str, ...]
    page: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Contested:
    """A conflict that is open, and what stands against what in its cells."""

    number: int
    variant: str
    sheet_number: int | None
    in_event: bool
    cells: tuple[str, ...]
    first: Side
    second: Side


def contested(archive: Archive) -> list[Contested]:
    """Every open conflict."""
    with archive.read() as connection:
        papers = Papers(Change(connection))
        return [_contested(archive, papers, one) for one in papers.open_conflicts()]


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


def lines_of(conflicts: Sequence[Contested]) -> list[str]:
    """The conflicts for people to read: each cell with what either photo says."""
    lines = []
    for one in conflicts:
        lines.append(f"conflict {one.number}: {one.variant} sheet {one.sheet_number}")
        lines.append(f"  first:  {_named(one.first)}")
        lines.append(f"  second: {_named(one.second)}")
        for cell, old, new in zip(one.cells, one.first.texts, one.second.texts, strict=True):
            lines.append(f"  {cell}: first {old or 'blank'}, second {new or 'blank'}")
    return lines


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
        "cells": [
            {"cell": cell, "first": old, "second": new}
            for cell, old, new in zip(one.cells, one.first.texts, one.second.texts, strict=True)
        ],
    } | {
        name: {"photo": str(side.photo), "called": list(side.called), "page": side.page}
        for name, side in sides.items()
    }


def _contested(archive: Archive, papers: Papers, one: Conflict) -> Contested:
    first, second = papers.reading(one.first), papers.reading(one.second)
    identity = identity_of(second)
    return Contested(
        number=one.seq,
        variant=identity.variant,
        sheet_number=identity.sheet if identity.complete else None,
        in_event=one.sheet is not None,
        cells=one.cells,
        first=_side(archive, papers, first, one.cells),
        second=_side(archive, papers, second, one.cells),
    )


def _side(archive: Archive, papers: Papers, body: Body, cells: Sequence[str]) -> Side:
    texts = {cell.cell: cell.text for column in columns_of(body) for cell in column}
    names = select(photo_names.c.name).where(photo_names.c.sha256 == body["sha256"])
    ending = select(photos.c.ending).where(photos.c.sha256 == body["sha256"])
    found = papers.connection.scalar(ending)
    return Side(
        PhotoStore(archive.folder).path(body["sha256"], found or ""),
        tuple(papers.connection.scalars(names.order_by(photo_names.c.name))),
        body["page"],
        tuple(texts.get(cell, "") for cell in cells),
    )


def _named(side: Side) -> str:
    page = f" page {side.page}" if side.page > 1 else ""
    return f"{', '.join(side.called)}{page} ({side.photo})"
