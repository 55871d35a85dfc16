"""How many bonus chips a card can have earned, given its boxes.

Every chip is a further Yahtzee that filled a box of the card, and rolls may come in any order; so
the question is which boxes can have been filled by one. Where the joker is forced, a joker in the
lower section needs the number's own box used before; a zero in the upper section is either struck
early (no chip, but then jokers of its number are free) or by a Yahtzee when nothing else was left
(a chip). Trying every set of early strikes gives the most chips exactly; fewer are always possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

from scorecheck.audit.view import CardView
from scorecheck.game.patterns import FacePattern


@dataclass(frozen=True)
class Holding:
    """A card's boxes as the chips see them: the Yahtzee box is left out.

    `upper` maps a number to the value of its box, filled boxes only. `fixed` are the boxes that
    score a joker's fixed points, `summed` those that count all dice: box ids with their values.
    """

    upper: dict[int, int]
    upper_boxes: dict[int, str]
    fixed: dict[str, int]
    summed: dict[str, int]
    lower_full: bool
    dice: int


def eligible_boxes(view: CardView) -> frozenset[str]:
    """A largest set of boxes that can all have been filled by further Yahtzees."""
    holding = _holding(view)
    joker, zero = str(view.rules.options["joker"]), str(view.rules.options["joker_zero"])
    if view.rules.options["upper_first"]:
        # The Yahtzee box is filled after the whole upper section, and the chips after it.
        used = frozenset(holding.upper)
        return frozenset(_lower(holding, used, joker, zero))
    return max(
        (frozenset(_eligible(holding, early, joker, zero)) for early in _early_strikes(holding)),
        key=len,
    )


def _early_strikes(holding: Holding) -> Iterator[frozenset[int]]:
    zeros = [face for face, value in holding.upper.items() if value == 0]
    sets = chain.from_iterable(combinations(zeros, size) for size in range(len(zeros) + 1))
    return (frozenset(faces) for faces in sets)


def _eligible(holding: Holding, early: frozenset[int], joker: str, zero: str) -> Iterator[str]:
    """The boxes that can have earned chips when the zeros of `early` were struck without one."""
    used = early | {face for face, value in holding.upper.items() if value > 0}
    anywhere = zero == "any" or joker == "none"
    for face, value in holding.upper.items():
        late_zero = value == 0 and face not in early and bool(used) and holding.lower_full
        if value == face * holding.dice or late_zero or (value == 0 and anywhere):
            yield holding.upper_boxes[face]
    # A zero that a Yahtzee wasted right after the first one counts as used from then on.
    yield from _lower(holding, frozenset(holding.upper) if anywhere else used, joker, zero)


def _lower(holding: Holding, used: frozenset[int], joker: str, zero: str) -> Iterator[str]:
    """The lower boxes that can have earned chips once the upper boxes `used` are filled."""
    for box, value in holding.fixed.items():
        fits = bool(used) and joker != "none"
        if _zero_fits(used, joker, zero) if value == 0 else fits:
            yield box
    for box, value in holding.summed.items():
        face = value // holding.dice
        fits = value % holding.dice == 0 and (joker != "forced" or face in used)
        if _zero_fits(used, joker, zero) if value == 0 else fits:
            yield box


def _zero_fits(used: Iterable[int], joker: str, zero: str) -> bool:
    """Whether a further Yahtzee may be written as 0 in an open lower box."""
    if joker == "none" or zero == "any":
        return True
    return zero == "lower" and (joker == "free" or bool(used))


def _holding(view: CardView) -> Holding:
    chips = view.rules.template.chips
    assert chips is not None  # only games with chips ask
    faces = {
        box: pattern.face
        for box, pattern in view.rules.patterns.items()
        if isinstance(pattern, FacePattern)
    }
    values = {
        box.id: entry.base if isinstance(entry.base, int) else 0 for box, entry in view.filled
    }
    lower = {box: value for box, value in values.items() if box not in faces and box != chips.box}
    fixed = {box for box, pattern in view.rules.patterns.items() if isinstance(pattern.score, int)}
    return Holding(
        upper={faces[box]: value for box, value in values.items() if box in faces},
        upper_boxes={face: box for box, face in faces.items()},
        fixed={box: value for box, value in lower.items() if box in fixed},
        summed={box: value for box, value in lower.items() if box not in fixed},
        lower_full=len(lower) + len(faces) + 1 == len(view.rules.template.boxes),
        dice=view.rules.template.dice,
    )
