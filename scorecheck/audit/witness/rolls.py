"""Dice for a turn of a witness: those that are known, else some that a person would believe."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from scorecheck.audit.view import CardView
from scorecheck.game.dice import Roll, all_rolls
from scorecheck.game.patterns import Pattern, rolls_by_value


def roll_for(view: CardView, box: str, value: int) -> Roll:
    """A roll that scores `value` in a box (as the dice give it), or one that scores nothing there
    where `value` is 0 and some roll does; the known dice of the box where there are any."""
    known = view.dice.get(box)
    return known if known is not None else likely(view.rules.patterns[box], value, len_of(view))


def len_of(view: CardView) -> int:
    """How many dice are thrown."""
    return view.rules.template.dice


@lru_cache(maxsize=4096)
def likely(pattern: Pattern, value: int, dice: int) -> Roll:
    """Of the rolls that score `value`, the one with the most different faces."""
    if value:
        return most_likely(rolls_by_value(pattern, dice)[value])
    blank = [roll for roll in all_rolls(dice) if not pattern.scores(roll)]
    return most_likely(blank or all_rolls(dice))


def most_likely(rolls: Iterable[Roll]) -> Roll:
    """The roll with the most different faces, the smallest of equals."""
    return min(rolls, key=lambda roll: (-len(set(roll)), roll))
