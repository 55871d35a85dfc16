"""Single changes to rows with a Power die, and to the order of boxes and strikes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from scorecheck.game.card import Entry
from scorecheck.game.template import Order
from scorecheck.measure.single_pick import one
from scorecheck.measure.single_subject import Place, Subject


def other_factor(subject: Subject, chance: Random) -> Subject | None:
    """A face of the Power die with another factor."""
    faces = subject.rules().faces
    return _with_power(subject, chance, lambda old, new: faces[old].factor != faces[new].factor)


def same_factor(subject: Subject, chance: Random) -> Subject | None:
    """Another face that counts the same and is no DOUBLE, such as FREEZE for 1."""
    faces = subject.rules().faces

    def fits(old: str, new: str) -> bool:
        one, two = faces[old], faces[new]
        return one != two and one.factor == two.factor and not (one.double or two.double)

    return _with_power(subject, chance, fits)


def double_or_two(subject: Subject, chance: Random) -> Subject | None:
    """DOUBLE for 2, or 2 for DOUBLE: the same points, but another number of boxes."""
    faces = subject.rules().faces
    return _with_power(
        subject,
        chance,
        lambda old, new: (
            faces[old].factor == faces[new].factor and faces[old].double != faces[new].double
        ),
    )


def pair_without_a_roll(subject: Subject, chance: Random) -> Subject | None:
    """Two DOUBLE rows alone on a card, and one of them with a number that no roll scores together
    with the other's."""
    pair = _pair(subject, chance)
    if pair is None:
        return None
    (place, entry), (other, kept) = pair
    together = _rolls(subject, other, kept.base)
    values = [
        value
        for value in sorted(subject.rules().values[place[1]])
        if not together & _rolls(subject, place, value)
    ]
    value = one(values, chance)
    if value is None:
        return None
    alone = replace(subject, status="in-progress")
    for box, _ in subject.boxes():
        if box not in (place, other):
            alone = alone.with_entry(box, None)
    return alone.with_entry(place, replace(entry, base=value, total=2 * value)).added_up()


def double_alone(subject: Subject, chance: Random) -> Subject | None:
    """One DOUBLE row alone on a card."""
    pair = _pair(subject, chance)
    if pair is None:
        return None
    alone = replace(subject, status="in-progress")
    for box, _ in subject.boxes():
        if box != pair[0][0]:
            alone = alone.with_entry(box, None)
    return alone.added_up()


def _pair(
    subject: Subject, chance: Random
) -> tuple[tuple[Place, Entry], tuple[Place, Entry]] | None:
    """Two DOUBLE rows that need no other box before them."""
    later = {box for order in subject.rules().orders for box in order.boxes[1:]}
    found = [
        (place, entry)
        for place, entry in _rows(subject)
        if subject.rules().faces[entry.power or ""].double and place[1] not in later
    ]
    if len(found) < 2:
        return None
    first, second = chance.sample(found, 2)
    return first, second


def _rolls(subject: Subject, place: Place, base: object) -> set[tuple[int, ...]]:
    return set(subject.rules().dice_of(place[1], base if isinstance(base, int) else 0))


def no_face(subject: Subject, chance: Random) -> Subject | None:
    """A sign that the Power die does not have."""
    found = one(_rows(subject), chance)
    return subject.with_entry(found[0], replace(found[1], power="7")) if found else None


def wrong_row_total(subject: Subject, chance: Random) -> Subject | None:
    """A total that is not base times factor."""
    found = one(_rows(subject), chance)
    if found is None or not isinstance(found[1].total, int):
        return None
    return subject.with_entry(found[0], replace(found[1], total=found[1].total + 1))


def strike_with_points(subject: Subject, chance: Random) -> Subject | None:
    """A struck row with points in its total."""
    rows = [(p, e) for p, e in subject.boxes() if e.is_struck and e.total == 0]
    found = one(rows, chance)
    return subject.with_entry(found[0], replace(found[1], total=10)) if found else None


def strike_too_early(subject: Subject, chance: Random) -> Subject | None:
    """A box struck while a later one, which is struck before it, is not."""
    places = [
        (column, box)
        for column in subject.cards
        for order in subject.rules(column).orders
        if order.boxes and subject.rules(column).strikes_of(order) == "last-first"
        for number, box in enumerate(order.boxes)
        if any(
            later not in subject.cards[column].entries
            or not subject.cards[column].entry(later).is_struck
            for later in order.boxes[number + 1 :]
        )
    ]
    place = one(places, chance)
    return subject.with_entry(place, Entry("X", None, 0)) if place else None


def skipped(subject: Subject, chance: Random) -> Subject | None:
    """A box blank that had to be filled before another one."""
    places = [
        (column, box)
        for column in subject.cards
        for order in subject.rules(column).orders
        for box in _needed(subject, column, order)
    ]
    place = one(places, chance)
    return replace(subject.with_entry(place, None), status="in-progress") if place else None


def _needed(subject: Subject, column: str, order: Order) -> list[str]:
    """The filled boxes of an order that some other filled box needs before it."""
    rules, entries = subject.rules(column), subject.cards[column].entries
    if order.boxes:
        last = max(
            (n for n, box in enumerate(order.boxes)
             if box in entries and not entries[box].is_struck),
            default=0,
        )  # fmt: skip
        return [box for box in order.boxes[:last] if box in entries]
    sections = {name: number for number, name in enumerate(order.sections)}
    boxes = [box.id for box in rules.template.boxes if box.id in entries]
    if order.by_box:
        boxes = boxes[::-1] if order.upwards else boxes
        return boxes[:-1]
    latest = max((sections[rules.boxes[box].section] for box in boxes), default=0)
    return [box for box in boxes if sections[rules.boxes[box].section] < latest]


def _rows(subject: Subject) -> list[tuple[Place, Entry]]:
    """The scored rows with a face of the Power die."""
    faces = subject.rules().faces if subject.template.power else {}
    return [(p, e) for p, e in subject.boxes() if e.power in faces and not e.is_struck]


def _with_power(
    subject: Subject, chance: Random, fits: Callable[[str, str], bool]
) -> Subject | None:
    """A row with another face of the Power die, for which `fits(old, new)`; the total kept."""
    faces = subject.rules().faces if subject.template.power else {}
    choices = [
        (place, entry, name)
        for place, entry in _rows(subject)
        for name in faces
        if fits(entry.power or "", name)
    ]
    chosen = one(choices, chance)
    if chosen is None:
        return None
    place, entry, name = chosen
    return subject.with_entry(place, replace(entry, power=name))
