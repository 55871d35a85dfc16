"""One legal game of a card with chips: first ordinary rolls, then the Yahtzee, then the further
Yahtzees with their chips.

As rolls may come in any order, everything that no further Yahtzee filled can be filled before the
Yahtzee box is. Then come the further Yahtzees: those in their own upper boxes, those in the lower
section, whose number is used by now, and last the zeros in the upper section.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.audit.reach.chip_ways import best_way, known_jokers
from scorecheck.audit.reach.chips import Faces, kinds_of_boxes, terms_of
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.boxes import boxes_in_order, dice_value, fill_of, ordinary_turns
from scorecheck.audit.witness.rolls import len_of
from scorecheck.audit.witness.turn import Turn


def play_with_chips(sheet: Sequence[CardView]) -> tuple[Turn, ...]:
    """One legal game that ends in the columns of a sheet, or in the one card there is."""
    further = [_further(view, place) for place, view in enumerate(sheet)]
    return (
        *(turn for one, later in zip(sheet, further, strict=True) for turn in _before(one, later)),
        *(turn for one in sheet for turn in ordinary_turns(one, _yahtzee_box(one))),
        *_after(sheet, further),
    )


def _further(view: CardView, place: int) -> frozenset[str]:
    """The boxes that further Yahtzees filled: those that are known, then as many as chips."""
    known = known_jokers(view)
    if not _scored(view):
        return known if _yahtzee_box(view) else frozenset()
    eligible = best_way(view).boxes[place]
    more = [box for box in boxes_in_order(view) if box in eligible and box not in known]
    return known | set(more[: max(0, int(view.card.chips or 0) - len(known))])


def _yahtzee_box(view: CardView) -> list[str]:
    chips = view.rules.template.chips
    return [chips.box] if chips and chips.box in view.filled_ids else []


def _scored(view: CardView) -> bool:
    """Whether the Yahtzee boxes of all columns are scored, so that chips are earned."""
    return all(any(not one.is_struck(box) for box in _yahtzee_box(one)) for one in view.sheet)


def _before(view: CardView, further: frozenset[str]) -> Iterator[Turn]:
    first = [box for box in boxes_in_order(view) if box not in (*further, *_yahtzee_box(view))]
    return ordinary_turns(view, first)


def _after(sheet: Sequence[CardView], further: Sequence[frozenset[str]]) -> Iterator[Turn]:
    places = [
        (view, box)
        for view, boxes in zip(sheet, further, strict=True)
        for box in boxes_in_order(view)
        if box in boxes
    ]
    for view, box in sorted(places, key=lambda place: _stage(*place)):
        dice = (_face(view, box),) * len_of(view)
        yield Turn(dice, (fill_of(view, box),), joker=True, chip=_scored(view))


def _stage(view: CardView, box: str) -> int:
    """Numbers in their own boxes, then the lower section, then zeros in the upper section; where
    a further Yahtzee may be written as 0 anywhere, those zeros come first too."""
    if box not in kinds_of_boxes(view.rules)[0]:
        return 1
    return 2 if view.is_struck(box) and not terms_of(view.rules).zero_anywhere else 0


def _face(view: CardView, box: str) -> int:
    """The number of the five equal dice: the known one, the one that the points ask for, or else
    one whose own box is used."""
    upper, _, summed = kinds_of_boxes(view.rules)
    if box in view.dice:
        return view.dice[box][0]
    if view.is_struck(box) or not (box in upper or box in summed):
        return min(_used(view), default=1)
    return dice_value(view, view.card.entry(box)) // len_of(view)


def _used(view: CardView) -> Faces:
    """The numbers whose own boxes are used before the lower section gets further Yahtzees."""
    if _scored(view):
        return best_way(view).used
    upper = kinds_of_boxes(view.rules)[0]
    return frozenset(face for box, face in upper.items() if box in view.filled_ids)
