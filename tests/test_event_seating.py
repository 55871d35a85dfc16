"""Tables of even sizes, drawn by a seed: the same for everyone, and few meet twice."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from scorecheck.archive.lots import drawn
from scorecheck.archive.seating import Pair, draw_tables, pairs, table_sizes


@pytest.mark.parametrize(
    ("players", "most", "sizes"),
    [
        (8, 4, (4, 4)),
        (9, 4, (3, 3, 3)),
        (10, 4, (4, 3, 3)),
        (3, 4, (3,)),
        (7, 6, (4, 3)),
        (0, 4, ()),
    ],
)
def test_sizes_are_even(players: int, most: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(players, most) == sizes


def test_everyone_sits_once() -> None:
    for players in range(1, 30):
        numbers = range(1, players + 1)
        tables = draw_tables(numbers, 4, seed="s", round=1)
        assert sorted(n for table in tables for n in table) == list(numbers)
        assert max(map(len, tables)) - min(map(len, tables)) <= 1


def test_a_lot_is_the_hash_that_the_page_says() -> None:
    def by_hand(number: int) -> str:
        return sha256(f"4711/sample/{number}".encode()).hexdigest()

    assert drawn(range(1, 50), "4711", "sample") == sorted(range(1, 50), key=by_hand)


def test_the_seed_and_the_round_decide() -> None:
    numbers = range(1, 13)
    one = draw_tables(numbers, 4, seed="1", round=1)
    assert one == draw_tables(numbers, 4, seed="1", round=1)
    assert one != draw_tables(numbers, 4, seed="2", round=1)
    assert one != draw_tables(numbers, 4, seed="1", round=2)


def test_few_meet_again() -> None:
    met: list[Pair] = []
    for round in range(1, 4):
        met += pairs(draw_tables(range(1, 17), 4, seed="7", round=round, met=met))
    again = sum(n - 1 for n in Counter(met).values())
    # Three rounds by lot alone would bring about 14 of the 72 pairs together twice.
    assert again <= 8


def test_teams_are_spread() -> None:
    teams = {n: "Red" if n <= 4 else "" for n in range(1, 17)}
    tables = draw_tables(range(1, 17), 4, seed="1", round=1, teams=teams)
    assert max(sum(n <= 4 for n in table) for table in tables) <= 2


def test_players_without_a_team_are_no_team() -> None:
    numbers = range(1, 9)
    plain = draw_tables(numbers, 4, seed="1", round=1)
    assert plain == draw_tables(numbers, 4, seed="1", round=1, teams=dict.fromkeys(numbers, ""))
