"""Digits that look alike in another writer's hand, and how often even a clear picture deceives.

One writer's 1 is another's 7, and a 7 may end like a 2. Networks that saw neither writer are as
sure of the wrong digit as of a right one, so what they say is never all: a little probability is
kept for what people write that way. The sums of the card then have something to speak for, and a
reading that they contradict is asked about instead of believed.

Without anything else to go by, a text with several such digits, or a 7 beside a 2, therefore never
reaches what `scorecheck.reading.policy.SURE` asks for, however clear it is: 27, 47, 72, 77 and many
numbers of three digits are settled by their card or by a person.

The rates are of writers kept for tuning: of the digits read so with at least 0.98, the share that
was another (rounded; where it was seen once, 0.001).
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


def keep_open(texts: Mapping[str, float]) -> dict[str, float]:
    """Probabilities by text, likeliest first, with the lookalikes of the likeliest in them."""
    best = next(iter(texts), "")
    if not best.isdigit():
        return dict(texts)
    result = dict(texts)
    for place, digit in enumerate(best):
        for other, rate in LOOKALIKES.get(digit, {}).items():
            text = best[:place] + other + best[place + 1 :]
            moved = rate * texts[best]
            result[best] -= moved
            result[text] = result.get(text, 0.0) + moved
    return dict(sorted(result.items(), key=lambda item: -item[1]))
