"""A smallest set of boxes that stand against the chips of a card.

A box stands against them when it would have to hold something else for so many chips. What could
be anything else is counted at its best: a number's own box with five of it, a lower box with
whatever a further Yahtzee may write there. The answer is what is left when as many boxes as can be
are set free and the chips are still too many.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from scorecheck.audit.reach.chip_ways import dice_values, eligible, uses
from scorecheck.audit.reach.chips import Faces, kinds_of_boxes, terms_of
from scorecheck.audit.view import CardView

_TRIES = 3000
"""So many sets are tried before the best so far is the answer."""


def boxes_against_chips(view: CardView) -> tuple[str, ...]:
    """Box ids in print order; empty where the chips are too many for any boxes."""
    chips = view.rules.template.chips
    yahtzee = chips.box if chips else ""
    boxes = [box.id for box, _ in view.filled if box.id != yahtzee]
    search = _Search(view)
    search.grow((), sorted(boxes, key=lambda box: search.most({box})))
    return tuple(box for box in boxes if box not in search.best)


@dataclass
class _Search:
    """Looks for the most boxes that can be set free; `best` are those found so far."""

    view: CardView
    best: tuple[str, ...] = ()
    tries: int = 0
    asked: dict[frozenset[str], int] = field(default_factory=dict)

    def grow(self, free: tuple[str, ...], rest: list[str]) -> None:
        """Set free some of the rest too, where the chips are still too many."""
        if len(free) > len(self.best):
            self.best = free
        for place, box in enumerate(rest):
            if len(free) + len(rest) - place <= len(self.best) or self.tries > _TRIES:
                return
            if self.most({*free, box}) < (self.view.card.chips or 0):
                self.grow((*free, box), rest[place + 1 :])

    def most(self, free: Collection[str]) -> int:
        """The most chips that the card can have, when these boxes may hold anything."""
        key = frozenset(free)
        if key not in self.asked:
            self.tries += 1
            self.asked[key] = self._most(key)
        return self.asked[key]

    def _most(self, free: frozenset[str]) -> int:
        view = self.view
        upper, dice = kinds_of_boxes(view.rules)[0], view.rules.template.dice
        own = {
            box: dice * upper[box] if box in free and box in upper else value
            for box, value in dice_values(view).items()
        }
        bound = {box: value for box, value in own.items() if box not in free or box in upper}
        wild = [box for box in free if box not in upper]
        sheet = [own if one is view else dice_values(one) for one in view.sheet]
        return max(
            len(eligible(view, used, bound)) + sum(self._can_be(box, used) for box in wild)
            for used in uses(sheet, view.rules)
        )

    def _can_be(self, box: str, used: Faces) -> bool:
        """Whether a further Yahtzee can write anything at all in a lower box."""
        terms = terms_of(self.view.rules)
        if box in kinds_of_boxes(self.view.rules)[1]:
            return terms.fixed_counts(0, used) or terms.fixed_counts(1, used)
        values = (0, *(face * terms.dice for face in kinds_of_boxes(self.view.rules)[0].values()))
        return any(terms.summed_counts(value, used) for value in values)
