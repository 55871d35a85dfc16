"""Where a cell is, in words: `Anna Ek, full house`."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined
from scorecheck.report.words import column_name, place


def cell_words(template: Template, cell: str, players: Mapping[str, str]) -> str:
    """A cell's player and box.

    Args:
        cell: its id, `column/box/field`.
        players: who plays in each column, as far as it is known.
    """
    column, _, where = cell.partition("/")
    field = where.rpartition("/")[2]
    box = place(template, where)
    named = Joined([box, field], between=" ") if field.isdecimal() else box  # one of many to tick
    return Joined([player_words(column, players), named], between=", ")


def player_words(column: str, players: Mapping[str, str]) -> str:
    """Whose column it is: a name, or `player 2` where nobody knows."""
    return players.get(column) or column_name(column)
