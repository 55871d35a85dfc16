"""DOUBLE turns: which pairs of rows were filled together, in an order of turns that can be.

A DOUBLE turn fills two boxes with one roll. Every row marked DOUBLE needs a partner that the same
roll can fill, or a struck row; only the last box of a full card may stand alone. Pairs are found
as a perfect matching. If a matching makes the order of turns run in a circle, at least one pair of
the circle must go: each of them is forbidden in turn, and the search goes on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from itertools import combinations

from scorecheck.audit.reach.circle import pairs_in_a_circle
from scorecheck.audit.reach.matching import UNMATCHED, maximum_matching
from scorecheck.audit.reach.rows import (
    Edge,
    Role,
    Row,
    order_edges,
    relaxed,
    rows_of,
    ways_to_choose,
)
from scorecheck.audit.view import CardView
from scorecheck.game.bits import from_values

Pair = tuple[int, int]
Graph = list[list[int]]


class Doubles(Enum):
    """What DOUBLE rows say about a card."""

    POSSIBLE = "possible"
    UNPAIRED = "unpaired"
    INCOMPATIBLE = "incompatible"
    CIRCULAR = "circular"


_FROM_BEST = (Doubles.POSSIBLE, Doubles.CIRCULAR, Doubles.INCOMPATIBLE, Doubles.UNPAIRED)


@dataclass(frozen=True)
class Problem:
    """The rows of a card with what binds them.

    `edges` are the order of numbered boxes and strikes. `two_strikes` allows a DOUBLE turn that
    strikes two boxes, `same_category` one that scores two boxes of a kind. `full` allows one
    DOUBLE row alone as the last turn.
    """

    rows: tuple[Row, ...]
    edges: tuple[Edge, ...]
    full: bool
    two_strikes: bool
    same_category: bool

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """For each row the rows that one DOUBLE roll can have filled with it, as bits."""
        found = [0] * len(self.rows)
        for one, two in combinations(range(len(self.rows)), 2):
            if self.may_pair(one, two):
                found[one] |= 1 << two
                found[two] |= 1 << one
        return tuple(found)

    @cached_property
    def free(self) -> int:
        """The rows that need no partner, as bits."""
        return from_values(at for at, row in enumerate(self.rows) if row.role is Role.MAY)

    def may_pair(self, one: int, two: int) -> bool:
        """Whether one DOUBLE roll can have filled both rows."""
        first, second = self.rows[one], self.rows[two]
        if Role.NEVER in (first.role, second.role):
            return False
        if first.struck and second.struck:
            return self.two_strikes and bool(first.rolls & second.rolls)
        scored = not (first.struck or second.struck)
        if scored and not self.same_category and first.category == second.category:
            return False
        return bool(first.rolls & second.rolls)

    def can_be_last(self, row: int) -> bool:
        """Whether nothing has to come after this row."""
        return self.full and all(before != row for before, _ in self.edges)


def problems_of(view: CardView) -> tuple[Problem, ...]:
    """The rows of a card and what its options say about them.

    There are several where the card leaves open which number Choice was used for and that number's
    own box has to come before it; a game is possible if it is possible under one of them.
    """
    problem = _problem(view)
    if not view.rules.options.get("choice_after_number"):
        return (problem,)
    return tuple(
        replace(problem, rows=chosen, edges=(*problem.edges, *edges))
        for chosen, edges in ways_to_choose(view, problem.rows)
    )


def _problem(view: CardView) -> Problem:
    """The rows of a card, whatever number Choice was used for."""
    rows = rows_of(view)
    return Problem(
        rows=rows,
        edges=order_edges(view, rows),
        full=view.is_full,
        two_strikes=view.rules.options.get("double_zero_turn") != "one",
        same_category=view.rules.options.get("double_same_category") != "forbid",
    )


def judge(view: CardView) -> Doubles:
    """Whether some legal game can have filled the DOUBLE rows, and if not, why."""
    if judge not in view.memo:
        view.memo[judge] = _verdict(view)
    verdict: Doubles = view.memo[judge]
    return verdict


def _verdict(view: CardView) -> Doubles:
    problems = problems_of(view)
    if len(problems) > 1:
        # What cannot be with any number in Choice need not be tried with each.
        loosest = _judge(_problem(view))
        if loosest is not Doubles.POSSIBLE:
            return loosest
    best = Doubles.UNPAIRED
    for problem in problems:
        best = min(best, _judge(problem), key=_FROM_BEST.index)
        if best is Doubles.POSSIBLE:
            break
    return best


def _judge(problem: Problem) -> Doubles:
    marked = sum(row.role is Role.MUST for row in problem.rows)
    if marked == 0:
        return Doubles.POSSIBLE
    spare = any(row.role is Role.MAY for row in problem.rows)
    if marked % 2 and not spare and not problem.full:
        return Doubles.UNPAIRED
    if _matched(problem, None) is None:
        return Doubles.INCOMPATIBLE
    return Doubles.POSSIBLE if find_pairs(problem) is not None else Doubles.CIRCULAR


def culprits(view: CardView) -> tuple[str, ...]:
    """DOUBLE rows (box ids) that cannot stand together on this card; none of them can be left
    out."""
    problems = problems_of(view)
    marked = [row.box for row in problems[0].rows if row.role is Role.MUST]
    kept = list(marked)
    for box in marked:
        fewer = [one for one in kept if one != box]
        if all(find_pairs(demanding(problem, fewer)) is None for problem in problems):
            kept = fewer
    return tuple(kept)


def demanding(problem: Problem, boxes: Collection[str]) -> Problem:
    """The same rows, of which only these boxes need a partner."""
    rows = (row if row.box in boxes else relaxed(row) for row in problem.rows)
    return replace(problem, rows=tuple(rows))


def find_pairs(problem: Problem, count: int | None = None) -> tuple[Pair, ...] | None:
    """Pairs that cover every DOUBLE row in an order of turns that can be; None if there are none.

    Args:
        count: exactly how many turns filled two rows. Without it, struck rows that bear no mark
            are paired only where a DOUBLE row needs one.
    """
    return _search(problem, count, frozenset(), ())


def circle(view: CardView) -> tuple[tuple[str, str], ...]:
    """One way to pair a card's DOUBLE rows: the pairs, by box ids, whose turns run in a circle."""
    (problem, *_) = problems_of(view)
    pairs = _matched(problem, None) or ()
    found = pairs_in_a_circle(len(problem.rows), problem.edges, pairs)
    return tuple((problem.rows[one].box, problem.rows[two].box) for one, two in found)


def _search(
    problem: Problem, count: int | None, forbidden: frozenset[Pair], required: tuple[Pair, ...]
) -> tuple[Pair, ...] | None:
    """Pairs, the required ones among them, none of them forbidden, in an order that can be."""
    rest = _matched(problem, count, forbidden, required)
    if rest is None:
        return None
    pairs = (*required, *rest)
    circle = _circle_of(problem, pairs)
    if not circle:
        return pairs
    # Some pair of the circle must go: the first of them, or else the first stays and the second
    # goes, and so on. So no choice of pairs is looked at twice.
    kept = required
    for pair in circle:
        if pair in required:
            continue
        found = _search(problem, count, forbidden | {pair}, kept)
        if found is not None:
            return found
        kept = (*kept, pair)
        if _circle_of(problem, kept):
            break
    return None


def _circle_of(problem: Problem, pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    return pairs_in_a_circle(len(problem.rows), problem.edges, pairs)


def _matched(
    problem: Problem,
    count: int | None,
    forbidden: frozenset[Pair] = frozenset(),
    required: tuple[Pair, ...] = (),
) -> tuple[Pair, ...] | None:
    """Pairs of the rows that are in no required pair; they cover every DOUBLE row of those,
    whatever their order. None where there are none."""
    gone = {row for pair in required for row in pair}
    active = [
        place
        for place, row in enumerate(problem.rows)
        if row.role is not Role.NEVER and place not in gone
    ]
    count = None if count is None else count - len(required)
    fillers = _fillers(problem, len(active), count)
    if fillers < 0:
        return None
    graph = _graph(problem, active, fillers, forbidden, exact=count is not None)
    partner = maximum_matching(graph)
    if UNMATCHED in partner:
        return None
    found = (
        (active[a], active[b]) for a, b in enumerate(partner[: len(active)]) if a < b < len(active)
    )
    return tuple(pair for pair in found if count is not None or _is_needed(problem, pair))


def _fillers(problem: Problem, active: int, count: int | None) -> int:
    """How many vertices stand for "alone": all of them where the number of pairs is given, else
    one for the last turn of a full card and one where the vertices would be odd."""
    if count is not None:
        return active - 2 * count
    last = 1 if problem.full else 0
    return last + (active + last) % 2


def _graph(
    problem: Problem, active: list[int], fillers: int, forbidden: frozenset[Pair], *, exact: bool
) -> Graph:
    """Rows and fillers with an edge where they may be matched; the first filler is the last turn.

    Where the number of pairs is free, two rows that need no partner may be matched as "both
    alone", and so may fillers.
    """
    rows, free = len(active), problem.free
    place = {row: at for at, row in enumerate(active)}
    graph: Graph = [[] for _ in range(rows + fillers)]
    for a, one in enumerate(active):
        alone = free >> one & 1
        others = (problem.partners[one] | (free if alone and not exact else 0)) & ~(1 << one)
        graph[a] = [b for b, two in enumerate(active) if others >> two & 1]
        last = fillers if alone else min(fillers, int(problem.can_be_last(one)))
        graph[a] += range(rows, rows + last)
        for filler in range(rows, rows + last):
            graph[filler].append(a)
    for one, two in forbidden:
        if one in place and two in place:
            graph[place[one]].remove(place[two])
            graph[place[two]].remove(place[one])
    if not exact and fillers == 2:
        graph[-1].append(rows)
        graph[-2].append(rows + 1)
    return graph


def _is_needed(problem: Problem, pair: Pair) -> bool:
    return any(problem.rows[row].role is Role.MUST for row in pair)
