"""The names of those who sit in the columns of a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection

from scorecheck.archive.facts import Player
from scorecheck.archive.queries import named_players
from scorecheck.archive.shown import player_name
from scorecheck.archive.tables import players


def player_names(connection: Connection, ids: Iterable[str | None] | None = None) -> dict[str, str]:
    """What players are called, by their ids; `player no. 3` once a name is forgotten.

    Args:
        ids: of the players, None among these is nobody; by default all players there are.
    """
    wanted = named_players()
    if ids is not None:
        wanted = wanted.where(players.c.player.in_(filter(None, ids)))
    rows = connection.execute(wanted)
    return {row.player: player_name(Player(row.player, row.number, row.name or "")) for row in rows}


def by_column(columns: Sequence[str | None], called: Mapping[str, str]) -> dict[str, str]:
    """Who plays in each column of a sheet, from the left: `p1`, `p2`.

    Args:
        columns: the players' ids; None where nobody plays.
        called: what players are called, by their ids.
    """
    return {f"p{at}": called[id] for at, id in enumerate(columns, start=1) if id and id in called}
