"""A number that is not what the known dice score in that box.

Usually nobody knows the dice any more, so this can be found only where they are given. A value can
be possible in its box and still be wrong for its dice: two pairs of 3-3-4-4 are 14, not 20. Where
the dice fit in several ways (one pair in 6-6-3-3-1), each of them counts. A joker, the further
Yahtzee whose own number's box is used, scores in full house and straights although it is neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import show, values_in_words
from scorecheck.game.dice import Roll
from scorecheck.game.jokers import face_box, joker_score
from scorecheck.languages.phrase import Phrase


def check(view: CardView) -> Iterator[Finding]:
    """Boxes whose number their dice do not make."""
    for box, entry in view.scored if view.dice else ():
        roll = view.dice.get(box.id)
        if roll is None or entry.base is None:
            continue
        plain = view.rules.patterns[box.id].scores(roll) | _joker_scores(view, box.id, roll)
        scores = frozenset(score * view.rules.factor for score in plain)
        if entry.base in scores:
            continue
        message = Phrase(
            "{box} says {written}, but the dice {dice} score {points} there",
            box=view.label(box.id),
            written=show(entry.base),
            dice="-".join(map(str, roll)),
            points=values_in_words(scores) if scores else show(None),
        )
        yield RULE.finding(box.id, message, entry.base, tuple(sorted(scores)) or 0)


def _joker_scores(view: CardView, box_id: str, roll: Roll) -> frozenset[int]:
    """What five equal dice score here once the Yahtzee box and their own box are used."""
    score, chips = joker_score(view.rules, box_id), view.rules.template.chips
    if score is None or chips is None or len(set(roll)) > 1:
        return frozenset()
    needed = {chips.box, face_box(view.rules, roll[0])}
    return frozenset({score}) if needed <= view.filled_ids else frozenset()


RULE = Rule(
    code="V02",
    name="dice-mismatch",
    page=__doc__,
    check=check,
    good=example("yatzy", {"two_pairs": 14}, dice={"two_pairs": [5, 3, 3, 4, 4]}),
    bad=example("yatzy", {"two_pairs": 20}, dice={"two_pairs": [5, 3, 3, 4, 4]}),
)
