"""A row marked DOUBLE without a partner.

A DOUBLE turn fills two boxes with one roll, both times two; a box that is not scored is struck. So
DOUBLE rows come in pairs: another row marked DOUBLE, or a struck row whose Power is blank or
DOUBLE. Only the last box of a full card can be filled alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.doubles import Doubles, judge
from scorecheck.audit.reach.rows import Role, rows_of
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import both
from scorecheck.languages.phrase import Plural


def check(view: CardView) -> Iterator[Finding]:
    """An odd number of DOUBLE rows and no struck row to go with them."""
    if view.rules.template.power is None:
        return
    if judge(view) is Doubles.UNPAIRED:
        marked = [view.label(row.box) for row in rows_of(view) if row.role is Role.MUST]
        message = Plural(
            "{n} row is marked DOUBLE ({rows}), but a DOUBLE turn fills two boxes, and no struck "
            "row can be the missing partner",
            "{n} rows are marked DOUBLE ({rows}), but a DOUBLE turn fills two boxes, and no struck "
            "row can be the missing partner",
            len(marked),
            rows=both(marked),
        )
        yield RULE.finding("card", message)


_SIXTEEN = {"base": 16, "power": "D", "total": 32}
_STRIKE = {"base": "X", "power": None, "total": 0}

RULE = Rule(
    code="D01",
    name="double-unpaired",
    page=__doc__,
    check=check,
    stage="reach",
    not_after=frozenset({"value-impossible"}),
    good=example("power", {"fours": _SIXTEEN, "chance": _STRIKE}),
    bad=example("power", {"fours": _SIXTEEN}),
)
