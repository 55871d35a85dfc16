"""What a further Yahtzee may fill, by the options: the terms of jokers and chips.

Every chip is a further Yahtzee that filled a box of the card, and rolls may come in any order; so
the question is which boxes can have been filled by one. Where the joker is forced, a joker in the
lower section needs the number's own box used before; a zero in the upper section is either struck
early (no chip, but then jokers of its number are free) or by a Yahtzee when nothing else was left
(a chip).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scorecheck.game.patterns import FacePattern
from scorecheck.game.ruleset import Ruleset

Faces = frozenset[int]


@dataclass(frozen=True)
class Terms:
    """What the options say about jokers, for dice of which `dice` equal ones are a Yahtzee.

    `used` are always the numbers whose own boxes are filled when the lower jokers are played.
    """

    joker: str
    zero: str
    upper_first: bool
    dice: int

    @property
    def zero_anywhere(self) -> bool:
        """Whether a further Yahtzee may be written as 0 in any open box."""
        return not self.upper_first and (self.zero == "any" or self.joker == "none")

    def upper_counts(self, face: int, value: int, used: Faces, *, lower_full: bool) -> bool:
        """Whether a further Yahtzee can have filled the upper box of `face` with `value`.

        A zero box whose number is in `used` was struck early, and without a chip; any other was
        left for last, which needs another upper box used and no lower box open.
        """
        if self.upper_first:
            return False
        if value == 0:
            return self.zero_anywhere or (face not in used and bool(used) and lower_full)
        return value == face * self.dice

    def fixed_counts(self, value: int, used: Faces) -> bool:
        """The same for a box with fixed points, such as Full House."""
        if value == 0:
            return self._zero_counts(used)
        return bool(used) and self.joker != "none"

    def summed_counts(self, value: int, used: Faces) -> bool:
        """The same for a box that counts all dice, such as Chance."""
        if value == 0:
            return self._zero_counts(used)
        fits = value % self.dice == 0
        return fits and (self.joker != "forced" or value // self.dice in used)

    def _zero_counts(self, used: Faces) -> bool:
        if self.joker == "none" or self.zero == "any":
            return True
        return self.zero == "lower" and (self.joker == "free" or bool(used))


@lru_cache(maxsize=64)
def terms_of(rules: Ruleset) -> Terms:
    """The terms under the options in force."""
    options = rules.options
    return Terms(
        joker=str(options.get("joker", "forced")),
        zero=str(options.get("joker_zero", "lower")),
        upper_first=bool(options.get("upper_first")),
        dice=rules.template.dice,
    )


@lru_cache(maxsize=64)
def kinds_of_boxes(rules: Ruleset) -> tuple[dict[str, int], frozenset[str], frozenset[str]]:
    """The upper boxes with their numbers, the boxes with fixed points, and those that count dice;
    the Yahtzee box is none of them."""
    chips = rules.template.chips
    patterns = {
        box: pattern for box, pattern in rules.patterns.items() if chips and box != chips.box
    }
    upper = {box: p.face for box, p in patterns.items() if isinstance(p, FacePattern)}
    lower = {box: p for box, p in patterns.items() if box not in upper}
    fixed = frozenset(box for box, pattern in lower.items() if isinstance(pattern.score, int))
    return upper, fixed, frozenset(lower) - fixed
