"""More sheets of a round that was drawn already, for players who came later."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.archive.event_draw import check_round, of_round, seated_at
from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.event_make import check_tables
from scorecheck.archive.event_sheets import write_table
from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.archive.store import Archive
from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Phrase


def seat_late(
    archive: Archive,
    event: str | None,
    round: int,
    template: Template,
    late: Sequence[int],
    table: int | None = None,
) -> tuple[EventFacts, tuple[SheetFacts, ...]]:
    """More sheets of a round that was drawn already, for players who came later; only these.

    Args:
        late: the players' numbers.
        table: where they sit down; None for a table of their own.

    Raises:
        UsageError: no such event, round, player or table; a round that was not drawn yet; a player
            who sits already or was withdrawn; a table that the game is not for.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        facts = event_facts(change.connection, find_event(change.connection, event))
        check_round(facts, round, late)
        before = of_round(facts, round)
        _check_late(facts, round, before, late)
        if table is not None and table not in {sheet.table for sheet in before}:
            raise UsageError(
                Phrase("round {round} has no table {table}", round=round, table=table),
                help=Phrase("leave out --table for a table of their own"),
                code="table",
            )
        there = [one for sheet in before if sheet.table == table for one in sheet.columns]
        most = max(facts.event.table_size, len(there) + len(late))
        if table is None or template.ends_at_first_full:
            check_tables(template, facts.event.paper, len(there) + len(late), most)
        if there and template.ends_at_first_full:
            raise UsageError(
                Phrase("{game} needs all players of a table on one sheet", game=template.id),
                help=Phrase("leave out --table for a table of their own"),
                code="table",
            )
        place = table or max(sheet.table for sheet in before) + 1
        write_table(change, facts, template, round, place, late)
        facts = event_facts(change.connection, facts.event.id)
    known = {sheet.number for sheet in before}
    return facts, tuple(one for one in of_round(facts, round) if one.number not in known)


def _check_late(
    facts: EventFacts, round: int, before: Sequence[SheetFacts], late: Sequence[int]
) -> None:
    if not before:
        raise UsageError(
            Phrase("round {round} was not drawn yet", round=round),
            help=Phrase("print it without --late: all players are seated then"),
            code="round",
        )
    sits = sorted(set(late) & seated_at(facts, before))
    out = sorted(set(late) & {one.number for one in facts.players if one.withdrawn})
    if sits or out:
        said = (
            Phrase("player no. {number} sits in round {round} already", number=n, round=round)
            for n in sits
        )
        gone = (Phrase("player no. {number} was withdrawn", number=n) for n in out)
        raise UsageError(
            next(iter([*said, *gone])),
            help=Phrase("name with --late only players who came after the round was drawn"),
            code="player",
        )
