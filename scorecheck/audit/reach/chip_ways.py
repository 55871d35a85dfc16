"""Which boxes of a card can have been filled by further Yahtzees, all in one game.

Trying every set of upper zeros that were struck early gives the most chips exactly; fewer are
always possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from scorecheck.audit.reach.chips import Faces, Terms, kinds_of_boxes, terms_of
from scorecheck.audit.view import CardView
from scorecheck.game.ruleset import Ruleset


@dataclass(frozen=True)
class Way:
    """One way to use the zeros of the upper section.

    `used` are the numbers whose own boxes are filled when the lower jokers are played; `boxes`
    holds for each column of the sheet the boxes that can all have been filled by further Yahtzees.
    """

    used: Faces
    boxes: tuple[frozenset[str], ...]


def eligible_boxes(view: CardView) -> frozenset[str]:
    """A set of boxes of this card that can all have been filled by further Yahtzees: one that is
    large enough for its chips, or else a largest.

    Where the sheet has several columns, a number's own box is used when it is filled in all of
    them, and the answer goes with the chips of the other columns where it can.
    """
    return best_way(view).boxes[_place(view)]


def best_way(view: CardView) -> Way:
    """A way that holds the chips of all columns and the jokers that are known, where there is
    one; else one that comes closest."""
    if best_way not in view.memo:
        sheet = view.sheet
        best: tuple[tuple[int, int, int], Way] | None = None
        for used in uses([dice_values(one) for one in sheet], view.rules):
            way = Way(used, tuple(eligible(one, used, dice_values(one)) for one in sheet))
            merit = _merit(way, sheet)
            if best is None or merit > best[0]:
                best = (merit, way)
            if best[0][:2] == (0, 0):
                break
        assert best is not None  # there is always a way to use no zero
        view.memo[best_way] = best[1]
    found: Way = view.memo[best_way]
    return found


def known_jokers(view: CardView) -> frozenset[str]:
    """The filled boxes that a further Yahtzee is known to have filled: said so by the option, or
    by equal dice that score there only as a joker."""
    said = view.rules.options.get("as_joker")
    named = frozenset(said if isinstance(said, tuple) else ()) & view.filled_ids
    fixed = kinds_of_boxes(view.rules)[1]
    told = {
        box.id
        for box, _ in view.scored
        if box.id in fixed and _five_equal(view, box.id) is not None
    }
    return named | told


def _place(view: CardView) -> int:
    return next(at for at, one in enumerate(view.sheet) if one is view)


def _five_equal(view: CardView, box: str) -> int | None:
    """The number of the equal dice that are known to have filled a box; None for other dice."""
    roll = view.dice.get(box)
    return roll[0] if roll and len(set(roll)) == 1 else None


def eligible(view: CardView, used: Faces, values: Mapping[str, int]) -> frozenset[str]:
    """The boxes of one card that further Yahtzees can have filled.

    Args:
        used: the numbers whose own boxes are filled before the lower section gets jokers.
        values: the boxes with their values, as from `dice_values`.
    """
    terms = terms_of(view.rules)
    upper, fixed, summed = kinds_of_boxes(view.rules)
    lower_full = all(fixed | summed <= one.filled_ids for one in view.sheet)
    return frozenset(
        box
        for box, value in values.items()
        if (
            (box in fixed and terms.fixed_counts(value, used))
            or (box in summed and terms.summed_counts(value, used))
            or (box in upper and terms.upper_counts(upper[box], value, used, lower_full=lower_full))
        )
        and (box not in view.dice or _dice_allow(view, terms, box, used))
    )


def _dice_allow(view: CardView, terms: Terms, box: str, used: Faces) -> bool:
    """Whether the known dice of a box can be a further Yahtzee there."""
    face = _five_equal(view, box)
    if face is None:
        return False
    if view.is_struck(box):
        anywhere = terms.zero == "any" or terms.joker != "forced"
        return face in used or terms.zero_anywhere or (anywhere and box not in _upper(view))
    return face in used or box not in kinds_of_boxes(view.rules)[1]


def _upper(view: CardView) -> dict[str, int]:
    return kinds_of_boxes(view.rules)[0]


def _merit(way: Way, sheet: Sequence[CardView]) -> tuple[int, int, int]:
    """Fewest known jokers left out, fewest chips too many (0 is enough), then most boxes."""
    both = list(zip(sheet, way.boxes, strict=True))
    left_out = sum(len(known_jokers(one) - boxes) for one, boxes in both)
    over = sum(max(0, int(one.card.chips or 0) - len(boxes)) for one, boxes in both)
    return -left_out, -over, sum(len(boxes) for boxes in way.boxes)


def dice_values(view: CardView) -> dict[str, int]:
    """The values of the filled boxes as the dice gave them."""
    if dice_values not in view.memo:
        factor = view.rules.factor
        view.memo[dice_values] = {
            box.id: entry.base // factor if isinstance(entry.base, int) else 0
            for box, entry in view.filled
        }
    values: dict[str, int] = view.memo[dice_values]
    return values


def uses(values: Sequence[Mapping[str, int]], rules: Ruleset) -> Iterator[Faces]:
    """The sets of numbers whose boxes can be used early: each zero was struck early, or last.

    Args:
        values: the boxes of each column with their values.
    """
    terms, columns = terms_of(rules), max(len(rules.template.columns), 1)
    upper = kinds_of_boxes(rules)[0]
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
