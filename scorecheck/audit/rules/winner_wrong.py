"""A winner is named who did not score the most.

The player with the highest grand total wins, whoever finished first. Players with equal totals
share the win; no tie is broken. The totals are worked out from the boxes, not from the written
sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.view import TableView, winners
from scorecheck.audit.words import both, player
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Phrase, Plural


def check_table(table: TableView) -> Iterator[Finding]:
    """A named winner who is not the one with the most points."""
    return compare(table.named, table.points)


def compare(named: frozenset[int] | None, points: Sequence[Number]) -> Iterator[Finding]:
    """The players named as winners (from 1; None where nobody is) against the grand totals."""
    best = winners(points)
    if named is None or named == frozenset(best):
        return
    message = Plural(
        "{named} is named as the winner, but the most points, {points}, are those of {best}",
        "{named} are named as the winner, but the most points, {points}, are those of {best}",
        max(len(named), 1),
        named=both([player(seat) for seat in sorted(named)]) or Phrase("nobody"),
        points=max(points),
        best=both([player(seat) for seat in best]),
    )
    yield RULE.finding("game", message, tuple(sorted(named)), best)


_LOW = {"entries": {"ones": 3}}
_HIGH = {"entries": {"ones": 4}}

RULE = Rule(
    code="G03",
    name="winner-wrong",
    page=__doc__,
    check_table=check_table,
    good={"variant": "yatzy", "status": "in-progress", "cards": [_LOW, _HIGH], "winner": 2},
    bad={"variant": "yatzy", "status": "in-progress", "cards": [_LOW, _HIGH], "winner": 1},
)
