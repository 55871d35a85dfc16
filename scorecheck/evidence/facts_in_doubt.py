"""What several cards come to together, and which doubtful cells it hangs on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from scorecheck.evidence.rests_on_doubt import (
    BOX_FIELDS,
    MOST,
    alone,
    in_pairs,
    other_texts,
)
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.template import Template
from scorecheck.reading.types import State

Cards = Sequence[WeighedCard]
Facts = Mapping[Hashable, Hashable]
"""What is said of the cards, by whatever names it: a winner, points, a finding that stands."""


def facts_in_doubt(
    cards: Cards,
    template: Template,
    options: Mapping[str, object],
    facts: Callable[[Cards], Facts],
    matters: Callable[[WeighedCell], bool],
) -> dict[Hashable, tuple[str, ...]]:
    """For each fact that would be another if doubtful cells said something else, those cells.

    Every open cell is changed to each of its other plausible texts, all others staying as they
    are; where few are open, two are changed at once for what still stands. At last all doubtful
    cells of a card are taken for what makes it worth least, or most, and another card's for the
    opposite: who leads may hang on all of them, though on none alone.

    Args:
        options: as from `Template.resolve_options`.
        facts: what the cards come to; a fact may be missing when cells change. Those that are
            `int` are what cards are worth.
        matters: whether a cell has any bearing; the others are not tried.
    """
    others = {
        cell.cell: _telling(other_texts(cell, template, options))
        for card in cards
        for cell in card.open_cells
        if matters(cell)
    }
    settled = dict(facts(cards)) if others else {}
    worth: dict[str, dict[str | None, int]] = {cell: {None: _worth(settled)} for cell in others}
    rests: dict[Hashable, list[str]] = {}

    def apart() -> Iterator[dict[str, str]]:
        """All doubtful cells of a card, and of two."""
        spans = [_span(card, worth) for card in cards]
        yield from (one for span in spans for one in span if len(one) > 1)
        for (low, _), (_, high) in permutations(spans, 2):
            if low and high:
                yield low | high

    for ways in (alone(others), in_pairs(others), apart()):
        for changes in ways if settled else ():
            other = facts([card.saying(changes) for card in cards])
            if len(changes) == 1:
                ((cell, text),) = changes.items()
                worth[cell][text] = _worth(other)
            for name in [name for name, fact in settled.items() if other.get(name) != fact]:
                held = rests.setdefault(name, [])
                held.extend(cell for cell in changes if cell not in held)
        settled = {name: fact for name, fact in settled.items() if name not in rests}
    return {name: tuple(cells) for name, cells in rests.items()}


def _worth(facts: Facts) -> int:
    return sum(fact for fact in facts.values() if type(fact) is int)


def _span(
    card: WeighedCard, worth: Mapping[str, Mapping[str | None, int]]
) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of a card's doubtful cells with which it is worth least, and those with which most;
    without the cells that stay as they are (None in `worth`)."""
    doubtful = [cell.cell for cell in card.open_cells if cell.cell in worth]
    ends = []
    for end in (min, max):
        chosen = {cell: end(worth[cell], key=worth[cell].__getitem__) for cell in doubtful}
        ends.append({cell: text for cell, text in chosen.items() if text is not None})
    return ends[0], ends[1]


def with_boxes_filled(card: WeighedCard) -> WeighedCard:
    """The card with a strike for what is not legible at all: the box is used, whatever it says."""
    cells = tuple(replace(cell, text="X") if _is_unknown(cell) else cell for cell in card.cells)
    return replace(card, cells=cells)


def _telling(texts: Iterable[str]) -> list[str]:
    """Of the many texts that an illegible box may hold, those that can make a difference."""
    tried = list(texts)
    numbers = sorted((text for text in tried if text.isdecimal()), key=int)
    if len(tried) <= MOST:
        return tried
    return list(dict.fromkeys([*tried[:MOST], "X", numbers[0], numbers[-1]]))


def _is_unknown(cell: WeighedCell) -> bool:
    in_box = cell.alone.field in BOX_FIELDS
    return in_box and cell.state is State.ILLEGIBLE and not cell.card_text
