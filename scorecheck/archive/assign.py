"""Putting a sheet of no event to its place by hand.

Somebody who knows where it was played may say so: what was read and decided stays as it is, under
the name of the event's sheet, and the log holds who said it.
"""

from __future__ import annotations

from typing import NamedTuple

from scorecheck.archive.cards import cards_of, table_of
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.archive.intake import FoundSheet
from scorecheck.archive.names import PERSON
from scorecheck.archive.papers import Papers
from scorecheck.archive.placing import columns_on, decisions_on, reading_on
from scorecheck.archive.projections import AGAIN
from scorecheck.archive.reading_json import Body, identity_of, sheet_of
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Archive
from scorecheck.archive.unplaced import find_unplaced
from scorecheck.archive.versions import Entered, Versions
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout


class SheetMeant(NamedTuple):
    """Which sheet of an event is meant: by its number, or else by its round and table.

    `event` is an id or name; None is the only event there is.
    """

    event: str | None = None
    number: int | None = None
    round: int | None = None
    table: int | None = None


def assign(
    archive: Archive,
    name: str,
    meant: SheetMeant,
    by: str,
    catalogue: Catalogue,
) -> tuple[SheetFacts, list[Entered]]:
    """Put a sheet of no event to its place.

    Args:
        name: how the name of the sheet of paper begins, or what its photo is called.
        meant: where it belongs.
        by: who says so.

    Raises:
        UsageError: there is no such sheet here or there, or it is of another game or has other
            columns.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        papers = Papers(change)
        version = find_unplaced(papers, name)
        facts = event_facts(change.connection, find_event(change.connection, meant.event))
        target = sheet_meant(facts, meant)
        seen = [papers.reading(one) for one in version["readings"]]
        _check_fits(facts, target, identity_of(seen[0]), catalogue)
        person = change.commit_name(by.strip(), PERSON)
        work = Versions(papers, catalogue)
        entered = []
        for body in seen:
            own = reading_on(target, body, catalogue)
            _take_along(papers, target, body)
            told = {"event": facts.event.id, "sheet": target.number, "by": person}
            told |= {"reading": own["reading"], "was": body["reading"]}
            if papers.taken_back([own["reading"]]):
                papers.append("assigned", told | {AGAIN: True})
                entered.append(work.again(own))
            else:
                entered.append(work.enter(_found(own, catalogue), why=Why.ASSIGNED))
                papers.append("assigned", told)
        work.moved(version)
    return target, entered


def _take_along(papers: Papers, target: SheetFacts, was: Body) -> None:
    """Write down what people decided on a reading's cells for the names that these have now."""
    decided = decisions_on(papers.decisions_on([was]), columns_on(target, was))
    for one in decided:
        if papers.decision(one["id"]) is None:
            papers.append("decision", one)


def sheet_meant(facts: EventFacts, meant: SheetMeant) -> SheetFacts:
    """The sheet of the event that is meant.

    Raises:
        UsageError: there is none, or there are several.
    """
    name, (_, number, round, table) = facts.event.name, meant
    if number is not None:
        found = [one for one in facts.sheets if one.number == number]
        missing = Phrase("{event} has no sheet {number}", event=name, number=number)
    else:
        found = [one for one in facts.sheets if (one.round, one.table) == (round, table)]
        missing = Phrase(
            "{event} has no sheet of round {round}, table {table}",
            event=name,
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


def _found(body: Body, catalogue: Catalogue) -> FoundSheet:
    judged = sheet_of(body, catalogue)
    return FoundSheet(body, tuple(cards_of(judged)), table_of(judged))
