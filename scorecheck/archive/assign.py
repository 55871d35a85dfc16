"""Sheets that nobody knows the place of, and putting them there by hand.

A sheet whose code could not be read, or that was printed without an event, is in the archive as
one of no event. Somebody who knows where it was played may say so: what was read stays as it is,
under the name of the event's sheet, and the log holds who said it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, func, select

from scorecheck.archive.cards import cards_of, table_of
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.facts import FINAL_SUM, EventFacts, SheetFacts
from scorecheck.archive.intake import FoundSheet
from scorecheck.archive.names import PERSON
from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body, identity_of, sheet_of
from scorecheck.archive.record import digest
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import photo_names, readings, versions
from scorecheck.archive.versions import Entered, Versions
from scorecheck.errors import InputError, UsageError, quoted
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.sheet.identity import SheetIdentity, option_text
from scorecheck.sheet.make import make_layout

SHORT = 8
"""So many letters of a sheet's name are enough to type."""


@dataclass(frozen=True)
class Unplaced:
    """A sheet of no event: what to call it, its photos, its game, its columns and their totals."""

    paper: str
    photos: tuple[str, ...]
    variant: str
    number: int | None
    totals: tuple[Any, ...]

    @property
    def name(self) -> str:
        """What people type to mean it."""
        return self.paper[:SHORT]


def unplaced(archive: Archive) -> list[Unplaced]:
    """Every sheet of no event, in the order in which they came."""
    with archive.read() as connection:
        papers = Papers(Change(connection))
        return [_unplaced(papers, version) for version in papers.bodies(_homeless())]


def strays(connection: Connection, variant: str) -> int:
    """How many sheets of no event there are of a game."""
    found = (
        select(readings.c.identity)
        .join(versions, versions.c.paper == readings.c.reading)
        .where(versions.c.seq.in_(_homeless()))
    )
    return sum(_variant(text) == variant for text in connection.scalars(found))


def _variant(identity: str) -> str:
    try:
        return SheetIdentity.from_text(identity).variant
    except InputError:  # of a later version of scorecheck
        return ""


def assign(
    archive: Archive,
    name: str,
    place: tuple[str | None, int | None, int | None, int | None],
    by: str,
    catalogue: Catalogue,
) -> tuple[SheetFacts, list[Entered]]:
    """Put a sheet of no event to its place.

    Args:
        name: how the name of the sheet of paper begins.
        place: the event (None for the only one), and the number of its sheet, or round and table.
        by: who says so.

    Raises:
        UsageError: there is no such sheet here or there, or it is of another game or has other
            columns.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        papers = Papers(change)
        version = _find(papers, name)
        event, number, round, table = place
        facts = event_facts(change.connection, find_event(change.connection, event))
        target = _target(facts, number, round, table)
        seen = [papers.reading(one) for one in version["readings"]]
        _check_fits(facts, target, identity_of(seen[0]), catalogue)
        person = change.commit_name(by.strip(), PERSON)
        work = Versions(papers, catalogue)
        entered = []
        for body in seen:
            own = _placed(body, target, catalogue)
            entered.append(work.enter(_found(own, catalogue), why=Why.ASSIGNED))
            told = {"event": facts.event.id, "sheet": target.number, "by": person}
            papers.append("assigned", told | {"reading": own["reading"], "was": body["reading"]})
        work.moved(version)
    return target, entered


def _homeless() -> Select[tuple[int]]:
    """The records of the latest versions of all sheets of no event, in their order."""
    latest = select(func.max(versions.c.seq)).group_by(versions.c.paper)
    found = select(versions.c.seq).where(
        versions.c.seq.in_(latest),
        versions.c.sheet.is_(None),
        versions.c.why != Why.MOVED.value,
    )
    return found.order_by(versions.c.seq)


def _unplaced(papers: Papers, version: Body) -> Unplaced:
    seen = [papers.reading(one) for one in version["readings"]]
    hashes = [one["sha256"] for one in seen]
    called = select(photo_names.c.name).where(photo_names.c.sha256.in_(hashes))
    identity = identity_of(seen[0])
    return Unplaced(
        version["paper"],
        tuple(papers.connection.scalars(called.order_by(photo_names.c.name))),
        identity.variant,
        identity.sheet if identity.complete else None,
        tuple(card["totals"].get(FINAL_SUM, [None, None])[1] for card in version["cards"]),
    )


def _find(papers: Papers, name: str) -> Body:
    wanted = name.strip().lower()
    known = papers.bodies(_homeless())
    found = [one for one in known if wanted and one["paper"].startswith(wanted)]
    if len(found) == 1:
        return found[0]
    said = (
        Phrase("several sheets of no event have names that begin with {name}", name=quoted(name))
        if found
        else Phrase("there is no sheet of no event called {name}", name=quoted(name))
    )
    raise UsageError(
        said, help=Phrase("`scorecheck archive assign` lists them with their names"), code="sheet"
    )


def _target(
    facts: EventFacts, number: int | None, round: int | None, table: int | None
) -> SheetFacts:
    """The sheet of the event that is meant."""
    if number is not None:
        found = [one for one in facts.sheets if one.number == number]
        missing = Phrase("{event} has no sheet {number}", event=facts.event.name, number=number)
    else:
        found = [one for one in facts.sheets if (one.round, one.table) == (round, table)]
        missing = Phrase(
            "{event} has no sheet of round {round}, table {table}",
            event=facts.event.name,
            round=round,
            table=table,
        )
    if len(found) > 1:
        numbers = Joined([one.number for one in found], between=", ")
        raise UsageError(
            Phrase("that table plays on several sheets: {numbers}", numbers=numbers),
            help=Phrase("say which one with --sheet"),
            code="sheet",
        )
    if not found:
        raise UsageError(
            missing,
            help=Phrase("`scorecheck event status` lists the sheets that are missing"),
            code="sheet",
        )
    return found[0]


def _check_fits(
    facts: EventFacts, target: SheetFacts, seen: SheetIdentity, catalogue: Catalogue
) -> None:
    """Refuse a sheet of another game, or with other columns or boxes."""
    wanted = SheetIdentity.from_text(target.identity)
    why = None
    if seen.variant != wanted.variant:
        why = Phrase("it is of {game}, not of {other}", game=seen.variant, other=wanted.variant)
    elif seen.columns != wanted.columns:
        why = Phrase(
            "it has {columns}, and sheet {number} has {other}",
            columns=Plural("{n} column", "{n} columns", seen.columns),
            number=target.number,
            other=wanted.columns,
        )
    elif set(_cells(seen, catalogue)) != set(_cells(wanted, catalogue)):
        why = Phrase("its boxes are others than those of sheet {number}", number=target.number)
    if why is not None:
        raise UsageError(
            Phrase(
                "this cannot be sheet {number} of {event}: {why}",
                number=target.number,
                event=facts.event.name,
                why=why,
            ),
            help=Phrase("look at the photo, and name the sheet that it is"),
            code="other-sheet",
        )


def _cells(identity: SheetIdentity, catalogue: Catalogue) -> list[str]:
    layout = make_layout(catalogue.get(identity.variant), identity)
    names = dict(zip(identity.column_ids, range(identity.columns), strict=True))
    cells = (cell for cell in layout.cells if cell.kind != "text")
    return [f"{names[cell.column]}/{cell.box}/{cell.field}" for cell in cells]


def _placed(body: Body, target: SheetFacts, catalogue: Catalogue) -> Body:
    """The same reading under the name of the event's sheet; columns are named as there."""
    identity = SheetIdentity.from_text(target.identity)
    columns = dict(zip(identity_of(body).column_ids, identity.column_ids, strict=True))
    options = catalogue.get(identity.variant).resolve_options(dict(identity.options))
    own = body | {
        "identity": target.identity,
        "complete": True,
        "changed": None,
        "options": {name: option_text(value) for name, value in options.items()},
        "cells": {columns[name]: _renamed(cells, columns) for name, cells in body["cells"].items()},
        "was": body["reading"],
    }
    del own["reading"]
    return own | {"reading": digest(own)}


def _renamed(cells: Sequence[Sequence[Any]], columns: Mapping[str, str]) -> list[list[Any]]:
    """Cells with the names of the columns in which they are now."""
    told = []
    for cell, *more in cells:
        column, slash, rest = cell.partition("/")
        told.append([f"{columns.get(column, column)}{slash}{rest}", *more])
    return told


def _found(body: Body, catalogue: Catalogue) -> FoundSheet:
    judged = sheet_of(body, catalogue)
    return FoundSheet(body, tuple(cards_of(judged)), table_of(judged))
