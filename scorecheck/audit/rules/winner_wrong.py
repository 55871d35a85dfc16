"""A winner is named who did not score the most.

The player with the highest grand total wins, whoever finished first. Players with equal totals
share the win; no tie is broken. The totals are worked out from the boxes, not from the written
sums.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule
from scorecheck.audit.view import TableView
from scorecheck.audit.words import both


def check_table(table: TableView) -> Iterator[Finding]:
    """A named winner who is not the one with the most points."""
    if table.named is None or table.named == frozenset(table.winners):
        return
    named = both([f"player {seat}" for seat in sorted(table.named)]) or "nobody"
    best = both([f"player {seat}" for seat in table.winners])
    total = table.rules.template.sums[-1].id
    points = table.cards[table.winners[0] - 1].totals[total]
    message = f"{named} is named as the winner, but the most points, {points}, are those of {best}"
    yield RULE.finding("game", message, tuple(sorted(table.named)), table.winners)


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
