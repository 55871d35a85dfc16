"""`Played`: where and by whom a sheet was played, as an archive knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorecheck.audit.words import player
from scorecheck.languages.phrase import Joined, Phrase


@dataclass(frozen=True)
class Played:
    """The event's name, where the sheet was played in it, and who played in which column.

    `code` is the event code: equal for everyone whose data of the event agree.
    """

    event: str
    round: int
    table: int
    code: str
    players: Mapping[str, str] = field(default_factory=dict)

    def rows(self) -> Iterator[tuple[str, str]]:
        """What is told, and what is to be said of it."""
        where = (
            self.event,
            Phrase("Round {number}", number=self.round),
            Phrase("Table {number}", number=self.table),
        )
        yield Phrase("Event"), Joined(where, between=" · ")
        names = [
            Joined([player(int(column[1:])), name], between=": ")
            for column, name in self.players.items()
        ]
        if names:
            yield Phrase("Players"), Joined(names, between=", ")
        yield Phrase("Event code"), self.code

    def column_name(self, column: str, usual: str) -> str:
        """`player 1 (Anna Ek)`; the usual name where nobody is known to play there."""
        name = self.players.get(column)
        return usual if name is None else Joined([usual, " (", name, ")"])
