"""Single changes to boxes and sums: values, strikes, blanks, numbers that are added up."""

from __future__ import annotations

from random import Random

from scorecheck.game.card import Entry
from scorecheck.game.formula import BonusFormula
from scorecheck.measure.single_pick import adding, one, scored, with_value
from scorecheck.measure.single_subject import Subject


def impossible_value(subject: Subject, chance: Random) -> Subject | None:
    """A number that no roll scores there."""
    found = scored(subject, chance)
    if found is None:
        return None
    place, _ = found
    allowed = subject.rules(place[0]).values[place[1]]
    value = one([v for v in range(1, 170) if v not in allowed], chance)
    return None if value is None else with_value(subject, place, value)


def other_value(subject: Subject, chance: Random) -> Subject | None:
    found = one([(p, e) for p, e in adding(subject) if not e.is_struck], chance)
    if found is None:
        return None
    place, entry = found
    others = sorted(subject.rules(place[0]).values[place[1]] - {entry.base})
    value = one(others, chance)
    return None if value is None else with_value(subject, place, value)


def other_value_and_sums(subject: Subject, chance: Random) -> Subject | None:
    """Another possible number, and every sum to go with it."""
    changed = other_value(subject, chance)
    return changed.added_up() if changed else None


def factor_box(subject: Subject, chance: Random) -> Subject | None:
    """Another number in Maximum or Minimum, which count only as a difference times Aces."""
    counted = {place for place, _ in adding(subject)}
    found = one([(p, e) for p, e in subject.boxes() if p not in counted], chance)
    if found is None:
        return None
    place, entry = found
    value = one(sorted(subject.rules(place[0]).values[place[1]] - {entry.base}), chance)
    return None if value is None else subject.with_entry(place, Entry(value))


def struck(subject: Subject, chance: Random) -> Subject | None:
    """A scored box struck, the sums kept."""
    found = one([(p, e) for p, e in adding(subject) if not e.is_struck], chance)
    if found is None:
        return None
    (column, box), entry = found
    power = subject.rules(column).boxes[box].has_power
    strike = Entry("X", entry.power, 0) if power else Entry("X")
    return subject.with_entry((column, box), strike)


def unstruck(subject: Subject, chance: Random) -> Subject | None:
    """A struck box scored, the sums kept."""
    found = one([(p, e) for p, e in adding(subject) if e.is_struck], chance)
    if found is None:
        return None
    (column, box), _ = found
    value = one(sorted(subject.rules(column).values[box]), chance)
    return None if value is None else with_value(subject, (column, box), value, "1")


def blank(subject: Subject, chance: Random) -> Subject | None:
    """A box left blank on a finished card."""
    place = one([place for place, _ in subject.boxes()], chance)
    if subject.status != "final" or place is None:
        return None
    return subject.with_entry(place, None)


def swapped(subject: Subject, chance: Random) -> Subject | None:
    """Two numbers of one section in each other's boxes; the sums stay right."""
    found = scored(subject, chance)
    if found is None:
        return None
    (column, box), entry = found
    boxes = subject.rules(column).boxes
    others = [
        (place, other)
        for place, other in subject.boxes()
        if place[0] == column and boxes[place[1]].section == boxes[box].section
        if other.base != entry.base and not other.is_struck
    ]
    second = one(others, chance)
    if second is None:
        return None
    return subject.with_entry((column, box), second[1]).with_entry(second[0], entry)


def renamed(subject: Subject, chance: Random) -> Subject | None:
    """An entry under a name that the game does not have."""
    place = one([place for place, _ in subject.boxes()], chance)
    if place is None:
        return None
    entry = subject.cards[place[0]].entry(place[1])
    return subject.with_entry(place, None).with_entry((place[0], place[1] + "s_"), entry)


def wrong_sum(subject: Subject, chance: Random) -> Subject | None:
    """One sum off by up to nine; less than a chip, which may stand in a lower total or not."""
    found = one([one for one in subject.sums() if not _is_bonus(subject, one[0][1])], chance)
    if found is None:
        return None
    place, number = found
    off = one([n for n in range(-9, 10) if n], chance) or 1
    return subject.with_sum(place, number + off)


def wrong_bonus(subject: Subject, chance: Random) -> Subject | None:
    """A bonus forgotten, or written without being earned."""
    found = one([one for one in subject.sums() if _is_bonus(subject, one[0][1])], chance)
    if found is None:
        return None
    place, number = found
    return subject.with_sum(place, 0 if number else 35)


def _is_bonus(subject: Subject, name: str) -> bool:
    return any(isinstance(s.formula, BonusFormula) for s in subject.template.sums if s.id == name)
