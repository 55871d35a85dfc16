"""Rolls of six-sided dice, as sorted tuples, since the order on the table never matters."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

FACES = (1, 2, 3, 4, 5, 6)

Roll = tuple[int, ...]


@cache
def all_rolls(dice: int) -> tuple[Roll, ...]:
    """Every different roll of `dice` dice: 252 for five, 462 for six."""
    return tuple(combinations_with_replacement(FACES, dice))


def as_roll(faces: object, dice: int) -> Roll | None:
    """`faces` as a roll, or None when it is not `dice` numbers from 1 to 6."""
    if not isinstance(faces, list | tuple) or len(faces) != dice:
        return None
    if any(isinstance(face, bool) or face not in FACES for face in faces):
        return None
    return tuple(sorted(faces))
