"""DOUBLE rows that cannot be paired so that each pair comes from one roll.

Both boxes of a DOUBLE turn are filled from the same dice: Full House never goes with a straight,
Three of a Kind and Four of a Kind only with the same sum, two upper boxes only when their dice
together are five or fewer. Every way of pairing the DOUBLE rows, with each other or with struck
rows, was tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.doubles import Doubles, culprits, judge
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import both, show
from scorecheck.languages.phrase import Joined, Phrase


def check(view: CardView) -> Iterator[Finding]:
    """DOUBLE rows without a pairing."""
    if view.rules.template.power is None:
        return
    if judge(view) is Doubles.INCOMPATIBLE:
        boxes = culprits(view)
        yield RULE.finding("card", in_words(view, boxes), beside=boxes)


def in_words(view: CardView, boxes: Sequence[str]) -> str:
    """Why these DOUBLE rows cannot stand together."""
    rows = [
        Joined([view.label(box), show(view.card.entry(box).base)], between=" ") for box in boxes
    ]
    if len(boxes) == 1:
        return Phrase(
            "{row} is marked DOUBLE, but no other DOUBLE row can come from the same roll, and no "
            "struck row is left for it",
            row=rows[0],
        )
    return Phrase(
        "{rows} are marked DOUBLE, but cannot all have a partner: each needs another DOUBLE row "
        "from the same roll, or a struck row",
        rows=both(rows),
    )


def _double(base: int) -> dict[str, object]:
    return {"base": base, "power": "D", "total": 2 * base}


RULE = Rule(
    code="D02",
    name="double-incompatible",
    page=__doc__,
    check=check,
    stage="reach",
    not_after=frozenset({"value-impossible"}),
    good=example("power", {"three_kind_1": _double(22), "four_kind_1": _double(22)}),
    bad=example("power", {"three_kind_1": _double(22), "four_kind_1": _double(21)}),
)
