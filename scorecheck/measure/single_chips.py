"""Single changes to chips, and dice that do not score what is written."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scorecheck.game.card import Entry
from scorecheck.game.dice import all_rolls
from scorecheck.game.jokers import joker_score
from scorecheck.measure.single_pick import one, scored
from scorecheck.measure.single_subject import Subject


def other_chips(subject: Subject, chance: Random) -> Subject | None:
    """A chip more or less, the sums kept."""
    columns = [c for c, card in subject.cards.items() if card.chips is not None]
    column = one(columns, chance)
    if column is None or subject.options.get("extra_points") == 0:
        return None
    chips = int(subject.cards[column].chips or 0)
    return subject.with_chips(column, chips - 1 if chips and chance.random() < 0.5 else chips + 1)


def other_chips_and_sums(subject: Subject, chance: Random) -> Subject | None:
    """Another number of chips, and every sum to go with it."""
    changed = other_chips(subject, chance)
    return changed.added_up() if changed else None


def chips_for_every_box(subject: Subject, chance: Random) -> Subject | None:
    """As many chips as there are filled boxes."""
    columns = [c for c, card in subject.cards.items() if card.chips is not None and card.entries]
    column = one(columns, chance)
    if column is None:
        return None
    return subject.with_chips(column, len(subject.cards[column].entries)).added_up()


def chips_without_fifty(subject: Subject, chance: Random) -> Subject | None:
    """A chip on a card whose Yahtzee box is not scored."""
    chips = subject.template.chips
    columns = [c for c, card in subject.cards.items() if chips and len(card.entries) > 1]
    column = one(columns, chance)
    if column is None or chips is None:
        return None
    place = (column, chips.box)
    if place not in dict(subject.boxes()) or subject.cards[column].entry(chips.box).is_struck:
        return subject.with_chips(column, 1).added_up()
    return subject.with_entry(place, Entry(0)).with_chips(column, 1).added_up()


def wrong_dice(subject: Subject, chance: Random) -> Subject | None:
    """Known dice that do not score what is written."""
    found = scored(subject, chance)
    if found is None:
        return None
    (column, box), entry = found
    rules = subject.rules(column)
    fits = set(rules.dice_of(box, int(entry.base or 0)))
    joker = joker_score(rules, box) is not None
    rolls = [
        roll
        for roll in all_rolls(rules.template.dice)
        if roll not in fits and not (joker and len(set(roll)) == 1)
    ]
    roll = one(rolls, chance)
    name = f"{column}.{box}" if column else box
    return replace(subject, dice={name: roll}) if roll else None
