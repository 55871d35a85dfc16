"""Parts of the reachability search: matching and circles."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.audit.reach.circle import pairs_in_a_circle
from scorecheck.audit.reach.matching import UNMATCHED, maximum_matching


def largest(neighbours: list[list[int]]) -> int:
    """The size of a maximum matching, by trying everything."""

    @cache
    def best(free: frozenset[int]) -> int:
        if not free:
            return 0
        one = min(free)
        rest = free - {one}
        return max(
            [best(rest), *(1 + best(rest - {two}) for two in neighbours[one] if two in rest)]
        )

    return best(frozenset(range(len(neighbours))))


GRAPHS = st.integers(0, 9).flatmap(
    lambda size: st.sets(
        st.tuples(st.integers(0, max(size - 1, 0)), st.integers(0, max(size - 1, 0))), max_size=20
    ).map(lambda edges: (size, edges))
)


@settings(max_examples=300, deadline=None)
@given(GRAPHS)
def test_matching_is_largest(graph: tuple[int, set[tuple[int, int]]]) -> None:
    size, edges = graph
    around: list[set[int]] = [set() for _ in range(size)]
    for one, two in edges:
        if one != two and size:
            around[one].add(two)
            around[two].add(one)
    neighbours = [sorted(others) for others in around]
    partner = maximum_matching(neighbours)
    matched = [vertex for vertex in range(size) if partner[vertex] != UNMATCHED]
    assert all(partner[partner[vertex]] == vertex for vertex in matched)
    assert all(partner[vertex] in around[vertex] for vertex in matched)
    assert len(matched) == 2 * largest(neighbours)


def test_circles() -> None:
    assert pairs_in_a_circle(4, [(0, 1), (2, 3)], [(0, 2), (1, 3)]) == ()
    assert set(pairs_in_a_circle(4, [(0, 1), (2, 3)], [(0, 3), (1, 2)])) == {(0, 3), (1, 2)}
    assert pairs_in_a_circle(3, [(0, 1), (1, 2)], [(0, 2)]) == ((0, 2),)
    assert pairs_in_a_circle(2, [(0, 1)], [(0, 1)]) == ()
