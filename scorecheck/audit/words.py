"""Numbers and lists as people say them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorecheck.game.card import Mark, Number
from scorecheck.languages.phrase import Joined, Phrase, Plural

_LISTED = 11


def show(mark: Mark) -> str:
    """A mark in a sentence: 20, 20.5, X, or "nothing"."""
    return Phrase("nothing") if mark is None else str(mark)


def player(seat: int) -> Phrase:
    """ "player 2"."""
    return Phrase("player {number}", number=seat)


def game(number: int) -> Phrase:
    """ "game 2"."""
    return Phrase("game {number}", number=number)


def there_are(chips: Number) -> str:
    """ "there is 1 chip", "there are 3 chips"."""
    return Plural("there is {n} chip", "there are {n} chips", chips)


def either(items: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    if len(items) < 2:
        return Joined(items)
    return Phrase("{most} or {last}", most=Joined(items[:-1], between=", "), last=items[-1])


def both(items: Sequence[str], between: str = ", ") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return Joined(items)
    return Phrase("{most} and {last}", most=Joined(items[:-1], between=between), last=items[-1])


def values_in_words(values: Collection[int]) -> str:
    """A set of numbers: "4, 8, 12, 16 or 20", "5 to 30", "7 to 9, 11 to 24 or 26 to 28"."""
    runs = _runs(sorted(values))
    if len(runs) > 1 and len(values) <= _LISTED:
        return either([str(value) for value in sorted(values)])
    return either([text for run in runs for text in _run(*run)])


def _runs(values: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for value in values:
        if runs and value == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], value)
        else:
            runs.append((value, value))
    return runs


def _run(first: int, last: int) -> list[str]:
    if last - first < 2:
        return [str(value) for value in range(first, last + 1)]
    return [Phrase("{first} to {last}", first=first, last=last)]
