"""Reads an event's facts from an archive, as it stands or as it stood.

Every row of the tables bears the number of the record that it comes from and never changes, so
the archive as it stood at a time is the rows up to the last record of that time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from scorecheck.archive import tables
from scorecheck.archive.bulk import no_collecting
from scorecheck.archive.facts import Event, EventFacts, Player, SheetFacts
from scorecheck.archive.projections import RETURNED, WITHDRAWN
from scorecheck.archive.queries import cancelled_events, named_players
from scorecheck.archive.sheet_facts import sheets_of
from scorecheck.archive.ties import USUAL
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Joined, Phrase

Texts = dict[int, dict[str, str]]
"""What is written in the cells of sheets."""


def events(connection: Connection, last: int | None = None) -> list[tuple[str, str]]:
    """The ids and names of all events that were not cancelled, in the order in which they were
    made.

    Args:
        last: the number of the last record that counts for what was cancelled; None for all.
    """
    event = tables.events.c
    found = select(event.event, event.name).where(event.event.not_in(cancelled_events(last)))
    return [(id, name) for id, name in connection.execute(found.order_by(event.seq))]


def find_event(connection: Connection, wanted: str | None, last: int | None = None) -> str:
    """The id of the event that is meant: by its id or name, or the only one there is. An id comes
    before a name, so that every event can be named.

    Args:
        last: the number of the last record that counts for what was cancelled; None for all.

    Raises:
        UsageError: there is none such, or several.
    """
    known = events(connection, last)
    if wanted is None and len(known) == 1:
        return known[0][0]
    found = _called(known, wanted or "")
    if len(found) == 1:
        return found[0]
    listed = Joined(found or [id for id, _ in known], between=", ")
    if found:
        said = Phrase("several events are called {name}", name=quoted(wanted or ""))
        help = Phrase("name one of {events}", events=listed)
    elif wanted is not None and _called(_cancelled(connection), wanted):
        said = Phrase("the event {name} was cancelled", name=quoted(wanted))
        help = Phrase("`scorecheck archive log --kind cancelled` tells when")
    elif not known:
        said, help = (
            Phrase("there is no event in this archive"),
            Phrase("`scorecheck event new` makes one"),
        )
    elif wanted is None:
        said, help = Phrase("which event?"), Phrase("name one of {events}", events=listed)
    else:
        said = Phrase("there is no event {name}", name=quoted(wanted))
        help = Phrase("name one of {events}", events=listed)
    raise UsageError(said, help=help, code="event")


def _called(known: Iterable[tuple[str, str]], wanted: str) -> list[str]:
    """The ids of the events that may be meant: just the one that has this id, or those that are
    called so, in capitals or not."""
    exact = [id for id, _ in known if id == wanted]
    folded = wanted.casefold()
    return exact or [id for id, name in known if folded in (id.casefold(), name.casefold())]


def _cancelled(connection: Connection) -> list[tuple[str, str]]:
    event = tables.events.c
    gone = select(event.event, event.name).where(event.event.in_(cancelled_events()))
    return [(id, name) for id, name in connection.execute(gone)]


def moment(text: str) -> str:
    """A time as people type it, as the log writes it: in UTC, with milliseconds.

    A time without a zone is that of this computer's clock; a day without a time is its end.

    Raises:
        UsageError: no time.
    """
    try:
        given = datetime.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(
            Phrase("{text} is no time", text=quoted(text)),
            help=Phrase(
                "for example 2026-01-31T20:15, or 2026-01-31 for the end of that day, by this "
                "computer's clock; with a zone 2026-01-31T20:15+01:00"
            ),
            code="time",
        ) from None
    if len(text.strip()) <= len("2026-01-31"):
        given = given.replace(hour=23, minute=59, second=59, microsecond=999_000)
    try:
        utc = given.astimezone(UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise UsageError(
            Phrase("{text} is too far away for this computer's clock", text=quoted(text)),
            help=Phrase("give a time at which there was an archive"),
            code="time",
        ) from error
    return f"{utc:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def last_record(connection: Connection, until: str | None = None) -> int:
    """The number of the last record, or of the last one up to a time; 0 where there is none."""
    found = select(func.max(tables.log.c.seq))
    if until is not None:
        found = found.where(tables.log.c.at <= until)
    return connection.scalar(found) or 0


def event_facts(connection: Connection, event: str, upto: int | None = None) -> EventFacts:
    """What is known of an event.

    Args:
        upto: the number of the last record that counts; None for all.

    Raises:
        UsageError: the event was not there yet.
    """
    last = last_record(connection) if upto is None else upto
    found = select(tables.log.c.body).join(tables.events, tables.events.c.seq == tables.log.c.seq)
    body = connection.scalar(
        found.where(tables.events.c.event == event, tables.events.c.seq <= last)
    )
    if body is None:
        raise UsageError(
            Phrase("the event {name} was not there yet", name=quoted(event)),
            help=Phrase("choose a later time"),
            code="event",
        )
    with no_collecting():
        players = tuple(_players(connection, event, last))
        sheets = sheets_of(connection, event, last)
        gone = {player.id for player in players if player.withdrawn}
        if gone:
            sheets = (_without_blanks_of(sheet, gone) for sheet in sheets)
        return EventFacts(event_of(json.loads(body)), players, tuple(sheets))


def event_of(body: Mapping[str, Any]) -> Event:
    """The event of a record's body."""
    return Event(
        id=body["event"],
        name=body["name"],
        variant=body["variant"],
        rounds=body["rounds"],
        table_size=body.get("table_size", 1),
        seed=body.get("seed", ""),
        ties=tuple(body.get("ties", USUAL)),
        options=dict(body["options"]),
        best_games=body.get("best_games", 0),
        best_players=body.get("best_players", 0),
        lang=body["lang"],
        paper=body["paper"],
    )


def entries(connection: Connection, event: str, upto: int | None = None) -> Texts:
    """What is written on the sheets of an event, cell by cell, as it stands or stood."""
    last = last_record(connection) if upto is None else upto
    versions, cards = tables.versions, tables.cards
    found = (
        select(versions.c.sheet, cards.c.texts)
        .join(cards, cards.c.seq == versions.c.seq)
        .where(versions.c.seq.in_(_latest(event, last)))
    )
    texts: Texts = defaultdict(dict)
    for sheet, told in connection.execute(found):
        texts[sheet or 0] |= json.loads(told)
    return texts


def _players(connection: Connection, event: str, last: int) -> Iterable[Player]:
    players = tables.players.c
    found = named_players().where(players.event == event, players.seq <= last)
    gone = _withdrawn(connection, last)
    for id, number, team, name in connection.execute(found.order_by(players.number)):
        yield Player(id, number, name or "", team or "", id in gone)


def _withdrawn(connection: Connection, last: int) -> set[str]:
    """The players who were withdrawn, and did not come back."""
    rows = tables.forgotten.c
    found = (
        select(rows.which, rows.what)
        .where(rows.what.in_((WITHDRAWN, RETURNED)), rows.seq <= last)
        .order_by(rows.seq)
    )
    latest = dict(connection.execute(found).all())
    return {player for player, what in latest.items() if what == WITHDRAWN}


def _without_blanks_of(sheet: SheetFacts, gone: Collection[str]) -> SheetFacts:
    """A sheet of which a blank column of somebody who was withdrawn is nobody's."""
    cards = tuple(
        card._replace(player=None) if card.is_blank and card.player in gone else card
        for card in sheet.cards
    )
    return sheet._replace(cards=cards)


def _latest(event: str, last: int) -> Any:
    """The records of the latest versions of an event's sheets."""
    versions = tables.versions
    return (
        select(func.max(versions.c.seq))
        .where(versions.c.event == event, versions.c.seq <= last)
        .group_by(versions.c.sheet)
    )
