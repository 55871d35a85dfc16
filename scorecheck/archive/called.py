"""What people call things: games by their titles, events and players by their names, boxes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select

from scorecheck.archive.cell_words import cell_words, player_words
from scorecheck.archive.reading_json import Body, identity_of
from scorecheck.archive.seated_names import by_column, player_names
from scorecheck.archive.store import Archive
from scorecheck.archive.tables import events, sheets
from scorecheck.archive.versions import Entered
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Named


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
            listed, variant = connection.execute(known.where(sheets.c.sheet == number)).one()
            columns = json.loads(listed)
            who = by_column(columns, player_names(connection, columns))
        return cell_words(self.catalogue.get(variant), cell, who)

    def _players(self, sheet: Entered) -> Mapping[str, str]:
        columns = [card["player"] for card in sheet.version["cards"]]
        with self.archive.read() as connection:
            return by_column(columns, player_names(connection, columns))
