"""Maximum matching in a general graph (Edmonds' blossoms), for a few dozen vertices."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

UNMATCHED = -1


def maximum_matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each vertex in a largest set of disjoint edges; -1 where there is none.

    Args:
        neighbours: for each vertex the vertices that it has an edge to (both ways).
    """
    partner = [UNMATCHED] * len(neighbours)
    # A greedy start leaves little for the search, most of all when those with few neighbours choose
    # first, and choose one with few.
    few = [len(around) for around in neighbours]
    for vertex in sorted(range(len(neighbours)), key=few.__getitem__):
        if partner[vertex] == UNMATCHED:
            open_ = [other for other in neighbours[vertex] if partner[other] == UNMATCHED]
            if open_:
                other = min(open_, key=few.__getitem__)
                partner[vertex], partner[other] = other, vertex
    for vertex in range(len(neighbours)):
        if partner[vertex] == UNMATCHED:
            _Search(neighbours, partner).augment(vertex)
    return partner


class _Search:
    """One search for an augmenting path from a root; odd cycles are shrunk to their base."""

    def __init__(self, neighbours: Sequence[Sequence[int]], partner: list[int]) -> None:
        self.neighbours = neighbours
        self.partner = partner
        size = len(neighbours)
        self.parent = [UNMATCHED] * size
        self.base = list(range(size))
        self.outer = [False] * size
        self.queue: deque[int] = deque()

    def augment(self, root: int) -> None:
        """Match `root` too, if some path allows it."""
        self.outer[root] = True
        self.queue.append(root)
        while self.queue:
            end = self._grow(self.queue.popleft(), root)
            if end != UNMATCHED:
                self._flip(end)
                return

    def _grow(self, vertex: int, root: int) -> int:
        """Grow the tree at an outer vertex; the free end of an augmenting path, or -1."""
        for other in self.neighbours[vertex]:
            if self.base[vertex] == self.base[other] or self.partner[vertex] == other:
                continue
            mate = self.partner[other]
            if other == root or (mate != UNMATCHED and self.parent[mate] != UNMATCHED):
                self._shrink(vertex, other)
            elif self.parent[other] == UNMATCHED:
                self.parent[other] = vertex
                if mate == UNMATCHED:
                    return other
                self.outer[mate] = True
                self.queue.append(mate)
        return UNMATCHED

    def _shrink(self, one: int, two: int) -> None:
        """The edge between two outer vertices closes an odd cycle: shrink it to its base."""
        base = self._common_base(one, two)
        cycle = [False] * len(self.base)
        self._mark(cycle, one, base, two)
        self._mark(cycle, two, base, one)
        for vertex in range(len(self.base)):
            if cycle[self.base[vertex]]:
                self.base[vertex] = base
                if not self.outer[vertex]:
                    self.outer[vertex] = True
                    self.queue.append(vertex)

    def _common_base(self, one: int, two: int) -> int:
        seen = set()
        while True:
            one = self.base[one]
            seen.add(one)
            if self.partner[one] == UNMATCHED:
                break
            one = self.parent[self.partner[one]]
        while self.base[two] not in seen:
            two = self.parent[self.partner[self.base[two]]]
        return self.base[two]

    def _mark(self, cycle: list[bool], vertex: int, base: int, child: int) -> None:
        while self.base[vertex] != base:
            mate = self.partner[vertex]
            cycle[self.base[vertex]] = cycle[self.base[mate]] = True
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]

    def _flip(self, end: int) -> None:
        """Swap matched and unmatched edges along the path that ends in `end`."""
        while end != UNMATCHED:
            before = self.parent[end]
            following = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = following
