"""Jokers: five equal dice that score in a box they do not fit, once the Yahtzee box is used."""

from __future__ import annotations

from scorecheck.game.patterns import FacePattern
from scorecheck.game.ruleset import Ruleset


def joker_score(rules: Ruleset, box_id: str) -> int | None:
    """What a joker scores in this box beyond its usual rules; None where it scores nothing so.

    Only boxes with a fixed score take jokers: the others count the dice as they are.
    """
    chips = rules.template.chips
    score = rules.patterns[box_id].score
    if chips is None or box_id == chips.box or not isinstance(score, int):
        return None
    return None if rules.options.get("joker") == "none" else score


def face_box(rules: Ruleset, face: int) -> str | None:
    """The box that counts the dice of one number."""
    for box_id, pattern in rules.patterns.items():
        if isinstance(pattern, FacePattern) and pattern.face == face:
            return box_id
    return None
