"""How many bonus chips a card can have earned, given its boxes.

Every chip is a further Yahtzee that filled a box of the card, and rolls may come in any order; so
the question is which boxes can have been filled by one. Where the joker is forced, a joker in the
lower section needs the number's own box used before; a zero in the upper section is either struck
early (no chip, but then jokers of its number are free) or by a Yahtzee when nothing else was left
(a chip). Trying every set of early strikes gives the most chips exactly; fewer are always possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from scorecheck.audit.view import CardView
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


def eligible_boxes(view: CardView) -> frozenset[str]:
    """A set of boxes of this card that can all have been filled by further Yahtzees: one that is
    large enough for its chips, or else a largest.

    Where the sheet has several columns, a number's own box is used when it is filled in all of
    them, and the answer goes with the chips of the other columns where it can.
    """
    terms = terms_of(view.rules)
    sheet = view.sheet
    place = next(at for at, one in enumerate(sheet) if one is view)
    best: tuple[frozenset[str], ...] = ()
    for used in _uses(sheet, terms):
        way = tuple(_eligible(one, terms, used, sheet) for one in sheet)
        best = max(best or way, way, key=lambda some: _merit(some, sheet))
        if _merit(best, sheet)[0] == 0:
            break
    return best[place]


def _eligible(
    view: CardView, terms: Terms, used: Faces, sheet: Sequence[CardView]
) -> frozenset[str]:
    upper, fixed, summed = kinds_of_boxes(view.rules)
    lower_full = all(fixed | summed <= one.filled_ids for one in sheet)
    return frozenset(
        box
        for box, value in _values(view).items()
        if (box in fixed and terms.fixed_counts(value, used))
        or (box in summed and terms.summed_counts(value, used))
        or (box in upper and terms.upper_counts(upper[box], value, used, lower_full=lower_full))
    )


def _merit(way: Sequence[frozenset[str]], sheet: Sequence[CardView]) -> tuple[float, int]:
    """Fewest chips too many (0 is enough), then most boxes."""
    counts = [len(boxes) for boxes in way]
    over = [max(0, (one.card.chips or 0) - n) for one, n in zip(sheet, counts, strict=True)]
    return (-sum(over), sum(counts))


def _values(view: CardView) -> dict[str, int]:
    """The values of the filled boxes as the dice gave them."""
    return {
        box.id: entry.base // view.rules.factor if isinstance(entry.base, int) else 0
        for box, entry in view.filled
    }


def _uses(sheet: Sequence[CardView], terms: Terms) -> Iterator[Faces]:
    """The sets of numbers whose boxes can be used early: each zero was struck early, or last."""
    upper = kinds_of_boxes(sheet[0].rules)[0]
    columns = max(len(sheet[0].rules.template.columns), 1)
    values = [_values(one) for one in sheet]
    held = {face: [one[box] for one in values if box in one] for box, face in upper.items()}
    filled = frozenset(face for face, marks in held.items() if len(marks) == columns)
    zeros = frozenset(face for face in filled if 0 in held[face])
    if terms.zero_anywhere or terms.upper_first:
        # Nothing is gained by leaving a zero for last.
        yield filled
        return
    sizes = range(len(zeros) + 1)
    early = chain.from_iterable(combinations(sorted(zeros), size) for size in sizes)
    yield from (filled - zeros | frozenset(faces) for faces in early)
