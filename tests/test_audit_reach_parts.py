"""Parts of the reachability search: matching, circles, sums that can occur."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecheck.audit.attainable import attainable_sums
from scorecheck.audit.reach.circle import pairs_in_a_circle
from scorecheck.audit.reach.matching import UNMATCHED, maximum_matching
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import ruleset


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


def sums(variant: str, **options: object) -> dict[str, frozenset[int]]:
    template = load_catalogue().get(variant)
    return dict(attainable_sums(ruleset(template, template.resolve_options(options))))


def test_sums_of_yahtzee() -> None:
    found = sums("yahtzee")
    assert found["upper_sum"] == set(range(106))
    assert found["upper_total"] == set(range(63)) | set(range(98, 141))
    assert not found["lower_sum"] & {1, 2, 3, 4}
    assert max(found["lower_sum"]) == 235
    assert set(range(376)) <= found["grand_total"]
    assert max(found["grand_total"]) == 1575
    assert found["chip_points"] == set(range(0, 1201, 100))


def test_sums_of_yatzy() -> None:
    found = sums("yatzy")
    assert not found["upper_total"] & set(range(63, 113))
    assert (min(found["lower_sum"] - {0}), max(found["lower_sum"])) == (2, 219)
    assert max(found["grand_total"]) == 374


def test_sums_of_power() -> None:
    found = sums("power")
    assert max(found["upper_sum"]) == 405
    assert set(range(406)) - found["upper_sum"] == {397, 401, 403, 404}
    never = {*range(150, 200), *range(250, 300), *range(400, 500), 597, 601, 603, 604}
    assert not never & found["upper_total"]
    assert max(found["lower_total"]) == 1929
    assert max(found["grand_total"]) == 2534
    assert not {2530, 2532, 2533} & found["grand_total"]


@pytest.mark.parametrize("limit, points", [(3, 300), (0, 0)])
def test_a_limit_of_chips(limit: int, points: int) -> None:
    assert max(sums("yahtzee", chip_limit=limit)["chip_points"]) == points


def test_sums_of_the_other_games() -> None:
    maxi = sums("maxi")
    assert not maxi["upper_total"] & set(range(84, 184))
    assert max(maxi["grand_total"]) == 649
    assert max(sums("yacht")["grand_total"]) == 297
    assert max(sums("yacht", straights="four")["grand_total"]) == 307
    yamb = sums("yamb")
    assert max(yamb["upper_sum"]) == 105
    assert "difference" not in yamb
    assert "column_total" not in yamb


@pytest.mark.parametrize("column, most", [("c1", 375), ("c3", 375)])
def test_sums_of_a_column(column: str, most: int) -> None:
    triple = load_catalogue().get("triple")
    found = attainable_sums(ruleset(triple, triple.resolve_options(), column))
    assert max(found["column_total"]) == most
    multiplied = triple.resolve_options({"entries": "multiplied"})
    found = attainable_sums(ruleset(triple, multiplied, column))
    assert max(found["column_total"]) == most * triple.column(column).factor
