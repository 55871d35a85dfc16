"""Does an order of turns run in a circle? Pairs of rows that share a turn count as one."""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[int, int]


def pairs_in_a_circle(
    rows: int, edges: Sequence[tuple[int, int]], pairs: Sequence[Pair]
) -> tuple[Pair, ...]:
    """The pairs of one circle in the order of turns; empty where there is no circle.

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
    circle = set(_circle(later))
    return tuple(pair for pair in pairs if turn[pair[0]] in circle)


def _circle(later: dict[int, list[int]]) -> list[int]:
    """The turns of one circle, or none."""
    done: set[int] = set()
    for start in later:
        found = _walk(start, later, [], done)
        if found:
            return found
    return []


def _walk(turn: int, later: dict[int, list[int]], path: list[int], done: set[int]) -> list[int]:
    if turn in path:
        return path[path.index(turn) :]
    if turn in done:
        return []
    path.append(turn)
    for following in later.get(turn, ()):
        found = _walk(following, later, path, done)
        if found:
            return found
    path.pop()
    done.add(turn)
    return []
