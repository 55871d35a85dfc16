"""Digits that look alike in another writer's hand, and how often even a clear picture deceives.

One writer's 1 is another's 7, and a 7 may end like a 2. Networks that saw neither writer are as
sure of the wrong digit as of a right one, so what they say is never all: a little probability is
kept for what people write that way. The sums of the card then have something to speak for, and a
reading that they contradict is asked about instead of believed.

Where the networks are as sure as can be, such digits are rarer, all but the 1 with a long flag that
another hand writes for a 7: without anything else to go by a text with a 7 never reaches what
`scorecheck.reading.policy.SURE` asks for. It is settled by its card or by a person.

The rates are of writers kept for tuning: of the digits read so with at least 0.98, the share that
was another (rounded; where it was seen once, 0.001). Of 13,000 digits in texts read with at least
`CLEAR`, nine were others, four of them 1s read as 7.
"""

from __future__ import annotations

from collections.abc import Mapping

LOOKALIKES: Mapping[str, Mapping[str, float]] = {
    "0": {"2": 0.001},
    "1": {"7": 0.001},
    "2": {"7": 0.003},
    "3": {"2": 0.001},
    "4": {"1": 0.002, "9": 0.001},
    "6": {"0": 0.001},
    "7": {"1": 0.005, "4": 0.002},
    "8": {"3": 0.001},
    "9": {"3": 0.002, "4": 0.001},
}
"""By the digit read: what may be written instead, and how often."""

CLEAR = 0.998
"""From this probability on the networks are as sure of a text as can be."""

CLEAR_SHARE = 0.25
"""So much rarer are other digits there, save a 1 read as 7."""


def keep_open(texts: Mapping[str, float]) -> dict[str, float]:
    """Probabilities by text, likeliest first, with the lookalikes of the likeliest in them."""
    best = next(iter(texts), "")
    if not best.isdigit():
        return dict(texts)
    result = dict(texts)
    for place, digit in enumerate(best):
        for other, rate in _others(digit, clear=texts[best] >= CLEAR).items():
            text = best[:place] + other + best[place + 1 :]
            moved = rate * texts[best]
            result[best] -= moved
            result[text] = result.get(text, 0.0) + moved
    return dict(sorted(result.items(), key=lambda item: -item[1]))


def _others(digit: str, *, clear: bool) -> dict[str, float]:
    """What may be written where a digit is read, and how often."""
    others = LOOKALIKES.get(digit, {})
    if not clear:
        return dict(others)
    return {
        other: rate if (digit, other) == ("7", "1") else CLEAR_SHARE * rate
        for other, rate in others.items()
    }
