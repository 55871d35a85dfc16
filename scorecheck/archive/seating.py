"""Who plays whom: tables of even sizes, drawn by the event's seed.

Of a fixed number of draws by lot, the one is taken in which the fewest pairs meet again, and among
those the one with the fewest pairs of one team; the earliest of equals. So anyone who has the list
of players and the seed gets the same tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorecheck.archive.lots import drawn

DRAWS = 200

Tables = tuple[tuple[int, ...], ...]
Pair = frozenset[int]


def table_sizes(players: int, most: int) -> tuple[int, ...]:
    """As few tables as hold all, their sizes at most one apart, the larger ones first."""
    tables = -(-players // most)
    small, larger = divmod(players, tables) if tables else (0, 0)
    return (small + 1,) * larger + (small,) * (tables - larger)


def draw_tables(
    numbers: Sequence[int],
    most: int,
    *,
    seed: str,
    round: int,
    met: Iterable[Pair] = (),
    teams: Mapping[int, str] | None = None,
) -> Tables:
    """The tables of a round, each with its players' numbers in the order of their seats.

    Args:
        numbers: of the players who take part.
        most: players at one table.
        met: the pairs that sat at one table in earlier rounds, each as often as they did.
        teams: of players who have one.
    """
    sizes = table_sizes(len(numbers), most)
    counted: dict[Pair, int] = {}
    for pair in met:
        counted[pair] = counted.get(pair, 0) + 1
    draws = [_seated(drawn(numbers, seed, f"round {round}/{n}"), sizes) for n in range(DRAWS)]
    return min(draws, key=lambda tables: _cost(tables, counted, teams or {}))


def pairs(tables: Iterable[Sequence[int]]) -> Iterator[Pair]:
    """Every two who sit at one table."""
    for table in tables:
        yield from map(frozenset, combinations(table, 2))


def _seated(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(tuple(order[start : start + size]))
        start += size
    return tuple(tables)


def _cost(tables: Tables, met: Mapping[Pair, int], teams: Mapping[int, str]) -> tuple[int, int]:
    again = mates = 0
    for pair in pairs(tables):
        again += met.get(pair, 0)
        one, other = pair
        mates += bool(teams.get(one)) and teams.get(one) == teams.get(other)
    return again, mates
