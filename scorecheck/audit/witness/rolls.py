"""Dice for a turn of a witness: those that are known, else some that a person would believe."""

from __future__ import annotations

from functools import cache, lru_cache

from scorecheck.audit.reach.rows import rolls_as_bits, scoring_rolls
from scorecheck.audit.view import CardView
from scorecheck.game.bits import values_of
from scorecheck.game.dice import Roll, all_rolls
from scorecheck.game.patterns import Pattern


def roll_for(view: CardView, box: str, value: int) -> Roll:
    """A roll that scores `value` in a box (as the dice give it), or one that scores nothing there
    where `value` is 0 and some roll does; the known dice of the box where there are any."""
    known = view.dice.get(box)
    return known if known is not None else _likely(view.rules.patterns[box], value, len_of(view))


def len_of(view: CardView) -> int:
    """How many dice are thrown."""
    return view.rules.template.dice


@cache
def _likely(pattern: Pattern, value: int, dice: int) -> Roll:
    if value:
        return most_likely(rolls_as_bits(pattern, dice)[value], dice)
    every = (1 << len(all_rolls(dice))) - 1
    return most_likely(every & ~scoring_rolls(pattern, dice) or every, dice)


@lru_cache(maxsize=4096)
def most_likely(rolls: int, dice: int) -> Roll:
    """Of some rolls (as bits) the one with the most different faces, the smallest of equals."""
    table = all_rolls(dice)
    return min((table[place] for place in values_of(rolls)), key=lambda r: (-len(set(r)), r))
