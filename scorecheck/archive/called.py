"""What people call things: games by their titles, events and players by their names, boxes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select

from scorecheck.archive.cell_words import cell_words, player_words
from scorecheck.archive.facts import Player
from scorecheck.archive.reading_json import Body, identity_of
from scorecheck.archive.shown import player_name
from scorecheck.archive.store import Archive
from scorecheck.archive.tables import events, names, players, sheets
from scorecheck.archive.versions import Entered
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Named


def names_of(connection: Connection, ids: Iterable[str | None]) -> dict[str, str]:
    """What some players are called, by their ids; None among these is nobody."""
    found = select(players.c.player, players.c.number, names.c.name).outerjoin(
        names, names.c.commitment == players.c.name
    )
    rows = connection.execute(found.where(players.c.player.in_(filter(None, ids))))
    return {id: player_name(Player(id, number, name or "")) for id, number, name in rows}


@dataclass(frozen=True)
class Called:
    """Looks up what things are called in an archive."""

    archive: Archive
    catalogue: Catalogue

    def game(self, reading: Body) -> str:
        """The title of the game whose sheet was read."""
        return Named(self.catalogue.get(identity_of(reading).variant).title)

    def event(self, id: str) -> str:
        """The name of an event."""
        with self.archive.read() as connection:
            return connection.scalar(select(events.c.name).where(events.c.event == id)) or id

    def cells(self, sheet: Entered, cells: Sequence[str]) -> list[str]:
        """Some cells of a sheet that was entered, such as `Anna Ek, Chance`."""
        template = self.catalogue.get(identity_of(sheet.reading).variant)
        who = self._players(sheet)
        return [cell_words(template, cell, who) for cell in cells]

    def player(self, sheet: Entered, column: str) -> str:
        """Who plays in a column of it."""
        return player_words(column, self._players(sheet))

    def cell_of(self, number: int, cell: str) -> str:
        """A cell of a sheet that an event printed."""
        known = select(sheets.c.columns, events.c.variant).join(events)
        with self.archive.read() as connection:
            columns, variant = connection.execute(known.where(sheets.c.sheet == number)).one()
            seats = {f"p{at}": one for at, one in enumerate(json.loads(columns), start=1)}
            who = _by_column(connection, seats)
        return cell_words(self.catalogue.get(variant), cell, who)

    def _players(self, sheet: Entered) -> Mapping[str, str]:
        with self.archive.read() as connection:
            cards = sheet.version["cards"]
            return _by_column(connection, {card["column"]: card["player"] for card in cards})


def _by_column(connection: Connection, ids: Mapping[str, str | None]) -> dict[str, str]:
    """Who plays in each column, where somebody does."""
    known = names_of(connection, ids.values())
    return {column: known[id] for column, id in ids.items() if id in known}
