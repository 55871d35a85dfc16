"""Makes an event in an archive, and draws its rounds: who plays at which table on which sheet."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import func, select

from scorecheck.archive import tables
from scorecheck.archive.event_facts import event_facts, events, find_event
from scorecheck.archive.facts import Event, EventFacts, Player, SheetFacts
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.seating import Pair, draw_tables, pairs, table_sizes
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.ties import ties_named
from scorecheck.errors import UsageError, quoted
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.sheet.plan import check_printable, columns_that_fit

MOST_ROUNDS = 99
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
        known = dict(events(change.connection))
        if event.id in known:
            raise UsageError(
                Phrase("there is an event {name} already", name=quoted(known[event.id])),
                help=Phrase("choose another name"),
                code="event-exists",
            )
        body = asdict(event) | {"event": event.id, "ties": list(event.ties)}
        del body["id"]
        change.append("event", body)
        for number, entrant in enumerate(entrants, start=1):
            change.append(
                "player",
                {
                    "event": event.id,
                    "player": f"{event.id}/{number}",
                    "name": change.commit_name(entrant.name),
                    "team": entrant.team or None,
                    "number": number,
                },
            )
    return event


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
    room = columns_that_fit(template, wanted.paper)
    size = wanted.table_size or min(room, USUAL_TABLE)
    _check_tables(template, wanted.paper, players, size, room)
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


def _check_tables(template: Template, paper: str, players: int, size: int, room: int) -> None:
    if size > room:
        raise UsageError(
            Phrase(
                "a table of {size} does not fit on one sheet of {paper}",
                size=size,
                paper=paper.upper(),
            ),
            help=Phrase("choose --table {room} or less, or a larger paper", room=room),
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


def slug(name: str) -> str:
    """A name as an id: `Vårcupen 2026` as `varcupen-2026`."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return re.sub(r"[^\w]+", "-", letters.replace("_", "-")).strip("-")[:60]


def draw_round(
    archive: Archive,
    event: str | None,
    round: int,
    template: Template,
    without: Collection[int] = (),
) -> tuple[EventFacts, tuple[SheetFacts, ...]]:
    """The sheets of a round; drawn and written down where that was not done before.

    Args:
        event: its id or name; None for the only one.
        without: the numbers of players who do not take part in the round.

    Raises:
        UsageError: no such event, round or player; or the round was drawn already, with others.
        ArchiveError: the archive cannot be written to.
    """
    with archive.read() as connection:
        facts = event_facts(connection, find_event(connection, event))
    _check_round(facts, round, without)
    if not _of_round(facts, round):
        with archive.write() as change:
            facts = event_facts(change.connection, facts.event.id)
            if not _of_round(facts, round):
                _draw(change, facts, round, template, without)
                facts = event_facts(change.connection, facts.event.id)
    sheets = _of_round(facts, round)
    seated = {player for sheet in sheets for player in sheet.columns}
    gone = [one.number for one in facts.players if one.number in without and one.id in seated]
    if gone:
        raise UsageError(
            Phrase(
                "round {round} was drawn already, with player {numbers}",
                round=round,
                numbers=Joined(gone, between=", "),
            ),
            help=Phrase("print it without --without; a column that stays blank counts nothing"),
            code="round-drawn",
        )
    return facts, sheets


def _check_round(facts: EventFacts, round: int, without: Collection[int]) -> None:
    if not 1 <= round <= facts.event.rounds:
        raise UsageError(
            Phrase("there is no round {round}", round=round),
            help=Phrase("the event has the rounds 1 to {rounds}", rounds=facts.event.rounds),
            code="round",
        )
    unknown = sorted(set(without) - {player.number for player in facts.players})
    if unknown:
        raise UsageError(
            Phrase("there is no player no. {number}", number=unknown[0]),
            help=Phrase("`scorecheck archive standings --json` lists the players' numbers"),
            code="player",
        )


def _of_round(facts: EventFacts, round: int) -> tuple[SheetFacts, ...]:
    return tuple(sheet for sheet in facts.sheets if sheet.round == round)


def _draw(
    change: Change, facts: EventFacts, round: int, template: Template, without: Collection[int]
) -> None:
    event = facts.event
    players = {one.number: one for one in facts.players if one.number not in without}
    _check_tables(
        template,
        event.paper,
        len(players),
        event.table_size,
        columns_that_fit(template, event.paper),
    )
    seating = draw_tables(
        sorted(players),
        event.table_size,
        seed=event.seed,
        round=round,
        met=met(facts),
        teams={number: player.team for number, player in players.items()},
    )
    highest = change.connection.scalar(select(func.max(tables.sheets.c.sheet))) or 0
    for table, seated in enumerate(seating, start=1):
        _write_sheet(
            change, event, template, highest + table, round, table, [players[n] for n in seated]
        )


def met(facts: EventFacts) -> list[Pair]:
    """The pairs of players' numbers that sat at one table, as often as they did."""
    numbers = {player.id: player.number for player in facts.players}
    seated = [[numbers[one] for one in sheet.columns if one] for sheet in facts.sheets]
    return list(pairs(seated))


def _write_sheet(
    change: Change,
    event: Event,
    template: Template,
    number: int,
    round: int,
    table: int,
    players: Sequence[Player],
) -> None:
    identity = sheet_identity(
        template,
        event.paper,
        event.lang,
        columns=len(players),
        mode="players",
        options=dict(event.options),
    )
    change.append(
        "sheet",
        {
            "event": event.id,
            "sheet": number,
            "round": round,
            "table": table,
            "columns": [player.id for player in players],
            "identity": replace(identity, sheet=number).to_text(),
        },
    )
