"""A box that is struck although a later one of its kind had to be struck first.

The three Yahtzee boxes of Power Yahtzee are scored first, second, third, but struck third, second,
first. So a struck Yahtzee box never has a blank or a scored box after it, and a full card shows
scores first and then strikes. The option `pair_strike_order` can ask the same of the pairs.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Boxes struck too early."""
    for order in view.rules.orders:
        if not order.boxes or view.rules.strikes_of(order) != "last-first":
            continue
        for place, box_id in enumerate(order.boxes):
            later = [box for box in order.boxes[place + 1 :] if not view.is_struck(box)]
            if view.is_struck(box_id) and later:
                yield _finding(view, box_id, later[-1])


def _finding(view: CardView, box_id: str, later: str) -> Finding:
    message = Phrase(
        "{box} is struck while {later} is {state}: strikes start at the last box",
        box=view.label(box_id),
        later=view.label(later),
        state=Phrase("scored") if later in view.filled_ids else Phrase("still blank"),
    )
    return RULE.finding(box_id, message, view.card.entry(box_id).base, beside=(later,))


RULE = Rule(
    code="O02",
    name="strike-order",
    page=__doc__,
    check=check,
    good=example("power", {"yahtzee_3": {"base": "X", "power": None, "total": 0}}),
    bad=example("power", {"yahtzee_1": {"base": "X", "power": None, "total": 0}}),
)
