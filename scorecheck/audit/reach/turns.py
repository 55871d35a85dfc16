"""How many turns a player can have had to fill a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

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


@dataclass(frozen=True)
class Seating:
    """Who began (a seat, counted from 0), and how many turns each seat has had."""

    first: int
    turns: tuple[int, ...]


def seating(table: TableView, sets: Sequence[frozenset[int]]) -> Seating | None:
    """A way for the players of a table to have had so many turns; None where there is none.

    Args:
        sets: the possible numbers of turns, by seat.
    """
    ended = table.rules.template.ends_at_first_full and bool(table.full_seats)
    latest = [seat - 1 for seat in table.full_seats] if ended else range(len(sets))
    return seated(sets, table.rules.options.get("first_seat"), latest)


def seated(
    sets: Sequence[frozenset[int]], first_seat: object, latest: Sequence[int]
) -> Seating | None:
    """A way for players to have had so many turns; None where there is none.

    Turns go round the table. When somebody has just had turn T, the players between the first
    player and that one have had T too, and those after have had T - 1.

    Args:
        sets: the possible numbers of turns, by seat.
        first_seat: who began, counted from 0; anything but a number where it is not known.
        latest: the seats of which one has just had the last turn.
    """
    seats = len(sets)
    firsts = (first_seat % seats,) if isinstance(first_seat, int) else range(seats)
    for last, first in product(latest, firsts):
        for most in sorted(sets[last]):
            turns = tuple(_turns(seat, first, last, most, seats) for seat in range(seats))
            if all(number in some for number, some in zip(turns, sets, strict=True)):
                return Seating(first, turns)
    return None


def _turns(seat: int, first: int, last: int, turns: int, seats: int) -> int:
    """The turns of one seat when the seat `last` has just had its turn number `turns`."""
    before = (seat - first) % seats <= (last - first) % seats
    return turns if before else turns - 1
