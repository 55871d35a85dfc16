"""Makes an event in an archive: its game, its rules, and its players."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain, count

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.event_facts import events
from scorecheck.archive.event_players import write_player
from scorecheck.archive.facts import Event
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.seating import table_sizes
from scorecheck.archive.store import Archive
from scorecheck.archive.ties import ties_named
from scorecheck.errors import UsageError, quoted
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.sheet.layout import PAPERS_MM
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.sheet.plan import check_printable, columns_that_fit

USUAL_TABLE = 4


@dataclass(frozen=True)
class Wanted:
    """What somebody asks an event to be; `table_size` None for what fits, at most four."""

    name: str
    rounds: int
    seed: str
    ties: tuple[str, ...]
    table_size: int | None = None
    options: Mapping[str, str] | None = None
    best_games: int = 0
    best_players: int = 0
    lang: str = "en"
    paper: str = "a4"


def make_event(
    archive: Archive, wanted: Wanted, template: Template, entrants: Sequence[Entrant]
) -> Event:
    """Write an event and its players into the archive, all at once.

    Raises:
        UsageError: an event of this name is there already, tables that do not fit on the paper or
            into the game, a rule or option that is not known.
        ArchiveError: the archive cannot be written to.
    """
    event = planned(wanted, template, len(entrants))
    with archive.write() as change:
        event = replace(event, id=_free_id(change.connection, event))
        body = asdict(event) | {"event": event.id, "ties": list(event.ties)}
        del body["id"]
        change.append("event", body)
        for number, entrant in enumerate(entrants, start=1):
            write_player(change, event.id, number, entrant)
    return event


def _free_id(connection: Connection, event: Event) -> str:
    """The event's id, with a number where one of its name was cancelled: that keeps its own.

    Raises:
        UsageError: an event of this name is there already.
    """
    for id, name in events(connection):
        if event.id in (id, slug(name)):
            raise UsageError(
                Phrase("there is an event {name} already", name=quoted(name)),
                help=Phrase(
                    "choose another name; if it was made by mistake, `scorecheck event cancel {id}`"
                    " takes it back",
                    id=id,
                ),
                code="event-exists",
            )
    taken = set(connection.scalars(select(tables.events.c.event)))
    numbered = (f"{event.id}-{number}" for number in count(2))
    return next(id for id in chain([event.id], numbered) if id not in taken)


def planned(wanted: Wanted, template: Template, players: int) -> Event:
    """The event as it will be, for so many players.

    Raises:
        UsageError: see `make_event`.
    """
    check_printable(template)
    ties_named(wanted.ties)
    name = " ".join(wanted.name.split())
    id = slug(name)
    if not id:
        raise UsageError(
            Phrase("an event needs a name with letters or digits"),
            help=Phrase('for example `scorecheck event new "Spring Cup 2026" ...`'),
            code="event-name",
        )
    least = int(template.players.rstrip("+").partition("-")[0] or 1)
    usual = max(least, min(columns_that_fit(template, wanted.paper), USUAL_TABLE))
    size = wanted.table_size or usual
    check_tables(template, wanted.paper, players, size)
    identity = sheet_identity(
        template,
        wanted.paper,
        wanted.lang,
        columns=1,
        mode="players",
        options=dict(wanted.options or {}),
    )
    return Event(
        id=id,
        name=name,
        variant=template.id,
        rounds=wanted.rounds,
        table_size=size,
        seed=wanted.seed,
        ties=wanted.ties,
        options=dict(identity.options),
        best_games=wanted.best_games,
        best_players=wanted.best_players,
        lang=wanted.lang,
        paper=wanted.paper,
    )


def check_tables(template: Template, paper: str, players: int, size: int) -> None:
    """Refuse tables that the game, or the paper, is not for.

    A table may be larger than a sheet has columns: then it plays on several sheets; but not where
    a game ends for all as soon as one player is through, as that is seen on one sheet only.

    Args:
        players: how many are to be seated.
        size: the most at one table.

    Raises:
        UsageError: see above.
    """
    room = columns_that_fit(template, paper)
    if room == 0:
        raise UsageError(
            Phrase("{game} does not fit on {paper}", game=template.id, paper=paper.upper()),
            help=_other_papers(template, 1),
            code="table-size",
        )
    if size > room and template.ends_at_first_full:
        raise UsageError(
            Phrase(
                "a table of {size} does not fit on one sheet of {paper}, and {game} ends for all "
                "at once, so that a table needs all its columns on one sheet",
                size=size,
                paper=paper.upper(),
                game=template.id,
            ),
            help=_other_papers(template, size),
            code="table-size",
        )
    least, _, most = template.players.rstrip("+").partition("-")
    sizes = table_sizes(players, size)
    smallest, largest = int(least or 1), int(most or size)
    if sizes and (min(sizes) < smallest or max(sizes) > largest):
        raise UsageError(
            Phrase(
                "{players} players make tables of {sizes}, but {game} is for {allowed}",
                players=players,
                sizes=Joined(sorted(set(sizes)), between=", "),
                game=template.id,
                allowed=template.players,
            ),
            help=Phrase("choose another size with --table"),
            code="table-size",
        )


def _other_papers(template: Template, size: int) -> str:
    """What to choose instead: the papers on which so many columns fit, or a smaller table."""
    fitting = [one.upper() for one in PAPERS_MM if columns_that_fit(template, one) >= size]
    most = max(columns_that_fit(template, one) for one in PAPERS_MM)
    if fitting:
        return Phrase("choose --paper {papers}", papers=Joined(fitting, between=", "))
    return Phrase("choose --table {room} or less", room=most)


def slug(name: str) -> str:
    """A name as an id: `Vårcupen 2026` as `varcupen-2026`."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return re.sub(r"[^\w]+", "-", letters.replace("_", "-")).strip("-")[:60]
