"""What standings need of a version's cards, on one short line.

To fetch every total of every card takes longer than to count them; a line holds the cards of a
version together. Like every row it is made from the log, and `verify` makes it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorecheck.archive.facts import FINAL_SUM, CardFacts
from scorecheck.archive.record import canonical
from scorecheck.game.card import Number

_COLUMNS = tuple(f"p{at}" for at in range(1, 100))
"""What the columns of a sheet with players are called, from the left."""

_new = tuple.__new__  # half the time of calling the class, and there are four for each sheet


def line_of(cards: Sequence[Mapping[str, Any]]) -> str:
    """The line: for each card status, verdict, points, the written total, and how many cells are
    in doubt and things wrong; just the points where the game is finished, clean and rightly added.

    Args:
        cards: as in the body of a `version` record.
    """
    return canonical([_told(card) for card in cards])


def _told(card: Mapping[str, Any]) -> Number | list[Any]:
    written, correct = _result(card)
    points, marks = correct or 0, (len(card["open"]), len(card["findings"]))
    told = [card["status"], card["verdict"], points, written, *marks]
    return points if told == ["final", "clean", points, points, 0, 0] else told


def points_of(card: Mapping[str, Any]) -> Number | None:
    """What a card of a version is worth by the rules; None where nothing is."""
    return _result(card)[1]


def _result(card: Mapping[str, Any]) -> Sequence[Number | None]:
    """What the players wrote as the result, and what is right."""
    found: Sequence[Number | None] = card["totals"].get(FINAL_SUM, (None, None))
    return found


def parsed(texts: Iterable[str]) -> list[Any]:
    """What many texts of JSON say, in their order; far quicker than one by one."""
    found: list[Any] = json.loads(f"[{','.join(texts)}]")
    return found


def cards_of_line(line: Sequence[Any], players: Sequence[str | None]) -> tuple[CardFacts, ...]:
    """The cards of a line that was parsed, with their columns and players."""
    return tuple(
        [
            _new(CardFacts, (column, player, *told))
            if told.__class__ is list
            else _new(CardFacts, (column, player, "final", "clean", told, told, 0, 0))
            for column, player, told in zip(_COLUMNS, players, line, strict=False)
        ]
    )
