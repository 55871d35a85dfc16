"""How many turns a player can have had to fill a card."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.reach.doubles import Problem, find_pairs, problems_of
from scorecheck.audit.reach.rows import Role
from scorecheck.audit.view import CardView, TableView


def possible_turns(view: CardView) -> frozenset[int]:
    """The numbers of turns that can have filled this card; empty where none can.

    One box a turn, but a DOUBLE turn fills two. A struck row without a mark leaves open whether
    it shared a turn, so several numbers can be possible.
    """
    filled = len(view.filled)
    if view.rules.template.power is None:
        return frozenset({filled})
    return frozenset(filled - pairs for problem in problems_of(view) for pairs in _pairs(problem))


def _pairs(problem: Problem) -> Iterator[int]:
    """How many turns can have filled two rows."""
    active = sum(row.role is not Role.NEVER for row in problem.rows)
    for count in range(active // 2 + 1):
        if find_pairs(problem, count) is not None:
            yield count


def fewest_turns(view: CardView) -> int:
    """The fewest turns that fill a whole card of this game."""
    boxes = len(view.rules.template.boxes)
    return (boxes + 1) // 2 if view.rules.template.power else boxes


def consistent(table: TableView, sets: tuple[frozenset[int], ...]) -> bool:
    """Whether players in these seats can have had so many turns.

    Turns go round the table. When somebody has just had turn T, the players between the first
    player and that one have had T too, and those after have had T - 1.

    Args:
        sets: the possible numbers of turns, by seat.
    """
    seats = len(sets)
    given = table.rules.options.get("first_seat")
    firsts = (given % seats,) if isinstance(given, int) else range(seats)
    latest = [seat - 1 for seat in table.full_seats] if _ended(table) else range(seats)
    return any(
        all(_turns(seat, first, last, turns, seats) in sets[seat] for seat in range(seats))
        for last in latest
        for first in firsts
        for turns in sets[last]
    )


def _ended(table: TableView) -> bool:
    """Whether the one full card ended the game."""
    return table.rules.template.ends_at_first_full and bool(table.full_seats)


def _turns(seat: int, first: int, last: int, turns: int, seats: int) -> int:
    """The turns of one seat when the seat `last` has just had its turn number `turns`."""
    before = (seat - first) % seats <= (last - first) % seats
    return turns if before else turns - 1
