"""Does an order of turns run in a circle? Pairs of rows that share a turn count as one."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

Pair = tuple[int, int]


def pairs_in_a_circle(
    rows: int, edges: Sequence[tuple[int, int]], pairs: Sequence[Pair]
) -> tuple[Pair, ...]:
    """The pairs of a shortest circle of turns; empty where there is none.

    Args:
        rows: how many rows there are.
        edges: (one, two): the turn of row one is not after the turn of row two.
        pairs: the rows that share a turn.
    """
    turn = list(range(rows))
    for one, two in pairs:
        turn[two] = turn[one]
    later: dict[int, list[int]] = {}
    for one, two in edges:
        if turn[one] != turn[two]:
            later.setdefault(turn[one], []).append(turn[two])
    circles = [circle for start in later if (circle := _back_to(start, later))]
    shortest = set(min(circles, key=len, default=()))
    return tuple(pair for pair in pairs if turn[pair[0]] in shortest)


def _back_to(start: int, later: Mapping[int, Sequence[int]]) -> list[int]:
    """The turns of a shortest way from a turn back to itself, or none."""
    before: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        turn = waiting.popleft()
        for following in later.get(turn, ()):
            if following == start:
                return _way(start, turn, before)
            if following not in before:
                before[following] = turn
                waiting.append(following)
    return []


def _way(start: int, end: int, before: Mapping[int, int]) -> list[int]:
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way
