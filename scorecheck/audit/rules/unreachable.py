"""A card on which every box is possible, but which no order of legal turns produces.

Two things can be seen so. The bonus chips of Yahtzee: each is a further Yahtzee that filled a box,
so there must be enough boxes that one can have filled, and with the forced joker a lower box only
after the number's own box. And the DOUBLE rows of Power Yahtzee: the pairs that fit must also come
in an order that the numbered boxes allow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.chip_ways import eligible_boxes, known_jokers
from scorecheck.audit.reach.doubles import Doubles, circle, judge
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.rules.chips_without_yahtzee import yahtzee_boxes_in_the_way
from scorecheck.audit.view import CardView
from scorecheck.audit.words import both, show, there_are
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Joined, Phrase, Plural


def check(view: CardView) -> Iterator[Finding]:
    """What no legal game can have brought about."""
    if view.status == "totals-only":
        return
    yield from _chips(view)
    if view.rules.template.power is not None:
        yield from _doubles(view)


def _chips(view: CardView) -> Iterator[Finding]:
    chips = view.card.chips or 0
    if yahtzee_boxes_in_the_way(view):
        return
    jokers = _stated_jokers(view)
    if chips < len(jokers):
        message = Phrase(
            "{boxes} took a further Yahtzee, which earns a chip, but {there_are_chips}",
            boxes=both([view.label(box) for box in jokers]),
            there_are_chips=there_are(chips),
        )
        yield RULE.finding("chips", message, chips, len(jokers), beside=jokers)
        return
    if chips == 0:
        return
    boxes = eligible_boxes(view)
    for box in jokers:
        if box not in boxes:
            message = Phrase(
                "{box} cannot have taken a further Yahtzee, as is said of it", box=view.label(box)
            )
            yield RULE.finding(box, message, view.card.entry(box).base)
            return
    if chips > len(boxes):
        yield RULE.finding("chips", too_many_words(view, chips, boxes), chips, len(boxes))


def _stated_jokers(view: CardView) -> tuple[str, ...]:
    """The boxes known to hold jokers, in print order; none where nothing is said about chips."""
    if view.card.chips is None and not view.rules.options.get("as_joker"):
        return ()
    known = known_jokers(view)
    return tuple(box.id for box, _ in view.filled if box.id in known) if known else ()


def too_many_words(view: CardView, chips: Number, boxes: Collection[str]) -> str:
    """Why so many chips are too many, when only these boxes can have earned one."""
    entries = [
        Joined([view.label(box.id), show(entry.base)], between=" ")
        for box, entry in view.filled
        if box.id in boxes
    ]
    return Plural(
        "{n} chip needs a Yahtzee roll after the {first}; {which}",
        "{n} chips need {n} Yahtzee rolls after the {first}; {which}",
        chips,
        first=_first_yahtzee(view),
        which=Phrase("only {boxes} can be one", boxes=both(entries))
        if entries
        else Phrase("no box here can be one"),
    )


def _first_yahtzee(view: CardView) -> str:
    needed = view.rules.template.chips
    value = needed.value if needed else 0
    return Phrase("{points} in every column", points=value) if view.rules.column else str(value)


def _doubles(view: CardView) -> Iterator[Finding]:
    if judge(view) is Doubles.CIRCULAR:
        pairs = [
            Phrase("{box} with {other}", box=view.label(one), other=view.label(two))
            for one, two in circle(view)
        ]
        message = Phrase(
            "the DOUBLE rows fit together ({pairs}), but not in any order of turns: of boxes of "
            "one kind the first comes first, so each turn would have to precede the other",
            pairs=both(pairs),
        )
        yield RULE.finding("card", message)


RULE = Rule(
    code="R01",
    name="unreachable",
    page=__doc__,
    check=check,
    stage="reach",
    not_after=frozenset(
        {
            "value-impossible",
            "order-violation",
            "strike-order",
            "chip-impossible",
            "chips-without-yahtzee",
        }
    ),
    good=example("yahtzee", {"yahtzee": 50, "ones": 2, "full_house": 25}, chips=1),
    bad=example("yahtzee", {"yahtzee": 50, "threes": 9, "three_kind": 17}, chips=1),
)
