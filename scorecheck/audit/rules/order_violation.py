"""A box that is filled although another had to be filled before it.

Boxes of one name that are numbered (the two Three of a Kind of Power Yahtzee, its three Yahtzee
boxes) are filled in the order of their numbers. Two columns of Yamb are filled from the top down
and from the bottom up. House rules can order more: every box from the top down, the upper section
before the lower, or Choice only after the number's own box. What is wrong can be seen only while
the earlier box is still blank.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import both, either
from scorecheck.game.patterns import AnyFacePattern, FacePattern
from scorecheck.game.template import Order
from scorecheck.languages.phrase import Phrase, Plural, Within


def check(view: CardView) -> Iterator[Finding]:
    """Boxes filled too early."""
    for order in view.rules.orders:
        if order.boxes:
            yield from _numbered(view, order)
        elif order.by_box:
            yield from _one_after_another(view, order)
        else:
            yield from _sections(view, order)
    yield from _choice_after_number(view)


def _boxes_of(view: CardView, order: Order) -> list[str]:
    sections = (view.rules.template.section_boxes(section) for section in order.sections)
    boxes = [box.id for box in chain.from_iterable(sections)]
    return boxes[::-1] if order.upwards else boxes


def _numbered(view: CardView, order: Order) -> Iterator[Finding]:
    """Scored boxes always follow the numbers; strikes only where they too start at the first."""
    strikes_follow = view.rules.strikes_of(order) == "first-first"
    for place, box_id in enumerate(order.boxes):
        earlier = [box for box in order.boxes[:place] if box not in view.filled_ids]
        if box_id in view.filled_ids and earlier and (strikes_follow or not view.is_struck(box_id)):
            message = Phrase(
                "{box} is {done} while {blank} is still blank: the first box comes first",
                box=view.label(box_id),
                done=Phrase("struck") if view.is_struck(box_id) else Phrase("scored"),
                blank=view.label(earlier[0]),
            )
            yield RULE.finding(box_id, message, beside=earlier[:1])


def _one_after_another(view: CardView, order: Order) -> Iterator[Finding]:
    direction = Phrase("from the bottom up") if order.upwards else Phrase("from the top down")
    blanks: list[str] = []
    for box_id in _boxes_of(view, order):
        if box_id not in view.filled_ids:
            blanks.append(box_id)
        elif blanks:
            message = Phrase(
                "{box} is filled while {blank} is still blank: the boxes are filled {direction}",
                box=view.label(box_id),
                blank=view.label(blanks[0]),
                direction=direction,
            )
            yield RULE.finding(box_id, message, beside=blanks[:1])


def _sections(view: CardView, order: Order) -> Iterator[Finding]:
    template = view.rules.template
    blanks: list[str] = []
    for section in order.sections:
        boxes = [box.id for box in template.section_boxes(section)]
        filled = [box for box in boxes if box in view.filled_ids]
        if filled and blanks:
            message = Plural(
                "{boxes} of the {in_section} is filled while {blank} is still blank: the sections "
                "come in order",
                "{boxes} of the {in_section} are filled while {blank} is still blank: the sections "
                "come in order",
                len(filled),
                boxes=both([view.label(box) for box in filled]),
                in_section=Within(view.label(section)),
                blank=view.label(blanks[0]),
            )
            yield RULE.finding(section, message, beside=(filled[0], blanks[0]))
        blanks += [box for box in boxes if box not in view.filled_ids]


def _choice_after_number(view: CardView) -> Iterator[Finding]:
    if not view.rules.options.get("choice_after_number"):
        return
    own = {p.face: box for box, p in view.rules.patterns.items() if isinstance(p, FacePattern)}
    for box, entry in view.scored:
        base = entry.base
        if not isinstance(view.rules.patterns[box.id], AnyFacePattern) or not isinstance(base, int):
            continue
        faces = [face for face in own if base % face == 0 and base in view.rules.values[own[face]]]
        if faces and not any(own[face] in view.filled_ids for face in faces):
            message = Phrase(
                "{box} says {written}, but {boxes} must be filled before it",
                box=view.label(box.id),
                written=base,
                boxes=either([view.label(own[face]) for face in faces]),
            )
            yield RULE.finding(box.id, message, base, beside=[own[face] for face in faces])


RULE = Rule(
    code="O01",
    name="order-violation",
    page=__doc__,
    check=check,
    good=example("power", {"three_kind_1": {"base": 20, "power": 1, "total": 20}}),
    bad=example("power", {"three_kind_2": {"base": 20, "power": 1, "total": 20}}),
)
