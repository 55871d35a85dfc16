"""Which findings rest on a cell in doubt: would they vanish if it said something else?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod

from scorecheck.audit.finding import Finding
from scorecheck.evidence.policy import POLICY
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.reading.types import ILLEGIBLE_TEXT, State

Audit = Callable[[WeighedCard], Sequence[Finding]]
"""The findings on a card; whatever else the audit needs is bound already."""

Place = tuple[str, str]
"""Code and place of a finding: its numbers may change while it stays the same finding."""

BOX_FIELDS = ("value", "base")
"""The fields that say whether a box is used."""

MOST = 4
"""So many other texts of one doubtful cell are tried."""

_SPOKEN_AGAINST = 0.5
"""Below this the card speaks against a text, though no better one was seen."""

PAIRED_CELLS, PAIRED_TEXTS = 4, 2
"""Up to so many doubtful cells, two are changed at once, each to so many other texts."""

MOST_WAYS = 243
"""In up to so many ways the cells that a finding counts with are changed all at once."""


def rests_on_doubt(
    card: WeighedCard, template: Template, options: Mapping[str, object], audit: Audit
) -> dict[Place, tuple[str, ...]]:
    """For each finding that rests on doubt, the ids of the cells that it rests on.

    Every open cell is changed to each of its other plausible texts (an illegible one to
    everything that is legal there), the rest of the card staying as it is. What still stands is
    tried again with two cells changed at once, with every illegible box used, and with every one
    empty; and then with all that its numbers count with: where those may say too much to try it
    all, it rests on them.

    Args:
        options: as from `Template.resolve_options`.
    """
    texts = card.texts

    def audited(changes: Mapping[str, str]) -> dict[Place, Finding]:
        found = audit(card.saying(changes))
        return {(finding.code, finding.at): finding for finding in found}

    doubts = _Doubts(audited({}))
    others = {cell.cell: list(other_texts(cell, template, options)) for cell in card.open_cells}
    for ways in (alone(others), in_pairs(others), _used_and_empty(card, others)):
        for changes in ways if doubts.standing else ():
            doubts.look(changes, audited(changes))
        doubts.settle()
    for counted in doubts.counted_together():
        choices = {cell: [texts.get(cell, ""), *others[cell]] for cell in counted}
        if prod(map(len, choices.values())) > MOST_WAYS:
            doubts.blame(counted)
            continue
        for chosen in product(*choices.values()):
            changes = {c: t for c, t in zip(counted, chosen, strict=True) if t != choices[c][0]}
            doubts.look(changes, audited(changes))
    return doubts.rests


class _Doubts:
    """What becomes of the findings when cells say something else.

    Attributes:
        standing: those that no change has taken away so far.
    """

    def __init__(self, found: dict[Place, Finding]) -> None:
        self.standing = found
        self._rests: dict[Place, dict[str, None]] = {}
        self._counted: dict[Place, dict[str, None]] = {place: {} for place in found}

    @property
    def rests(self) -> dict[Place, tuple[str, ...]]:
        """The cells whose change took each of the others away."""
        return {place: tuple(cells) for place, cells in self._rests.items()}

    def look(self, changes: Mapping[str, str], after: Mapping[Place, Finding]) -> None:
        """Note which findings are gone, or have other numbers, after these changes."""
        for place, finding in self.standing.items():
            if place not in after:
                self._rests.setdefault(place, {}).update(dict.fromkeys(changes))
            elif after[place] != finding and len(changes) == 1:
                self._counted[place].update(dict.fromkeys(changes))

    def settle(self) -> None:
        """What has been taken away is looked at no more."""
        self.standing = {p: one for p, one in self.standing.items() if p not in self._rests}

    def counted_together(self) -> list[tuple[str, ...]]:
        """The cells, two or more, with which the numbers of what stands are counted."""
        sets = (tuple(self._counted[place]) for place in self.standing)
        return list(dict.fromkeys(cells for cells in sets if len(cells) > 1))

    def blame(self, cells: tuple[str, ...]) -> None:
        """Whatever is counted with just these cells rests on them."""
        for place in self.standing:
            if tuple(self._counted[place]) == cells:
                self._rests.setdefault(place, {}).update(dict.fromkeys(cells))


def alone(others: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Each cell changed to each of its other texts."""
    for cell, texts in others.items():
        for text in texts:
            yield {cell: text}


def in_pairs(others: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Two cells changed at once, to few of their texts, where there are few cells."""
    if len(others) <= PAIRED_CELLS:
        for a, b in combinations(others, 2):
            for pair in product(others[a][:PAIRED_TEXTS], others[b][:PAIRED_TEXTS]):
                yield dict(zip((a, b), pair, strict=True))


def _used_and_empty(
    card: WeighedCard, others: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, str]]:
    """All boxes used that may be, and all empty that may be."""
    boxes = [cell for cell in card.open_cells if cell.alone.field in BOX_FIELDS]
    unread = {cell.cell for cell in boxes if cell.state is State.ILLEGIBLE}
    may_be_used = {cell.cell: ["X"] if cell.cell in unread else [] for cell in boxes}
    for cell, texts in may_be_used.items():
        texts += [text for text in others[cell] if text]
    yield {
        cell.cell: may_be_used[cell.cell][0]
        for cell in boxes
        if not cell.card_text and may_be_used[cell.cell]
    }
    yield {
        cell.cell: ""
        for cell in boxes
        if cell.card_text and (cell.cell in unread or "" in others[cell.cell])
    }


def other_texts(
    cell: WeighedCell, template: Template, options: Mapping[str, object]
) -> Iterator[str]:
    """The plausible texts of a cell besides the one that it is taken to hold."""
    weighed = [c.text for c in cell.candidates if c.p >= POLICY.plausible]
    alone = [c.text for c in cell.alone.candidates if c.p >= POLICY.plausible_alone]
    texts = dict.fromkeys((cell.alone.text, *weighed, *alone))
    most = MOST
    legal = _legal_texts(cell, template, options)
    if _may_say_anything(cell) or (cell.text.isdecimal() and legal and cell.text not in legal):
        texts.update(dict.fromkeys(legal))
        most = len(texts)
    free = [text for text in texts if text not in (cell.card_text, ILLEGIBLE_TEXT)]
    yield from free[:most]


def _legal_texts(
    cell: WeighedCell, template: Template, options: Mapping[str, object]
) -> tuple[str, ...]:
    """What the rules allow in a cell of a box, a strike among it; nothing for other cells."""
    column, _, box = cell.alone.box.rpartition(".")
    if cell.alone.field in BOX_FIELDS:
        values = ruleset(template, options, column or None).values[box]
        return "X", *map(str, sorted(values))
    if cell.alone.field == "total":
        rules = ruleset(template, options, column or None)
        worth = {base * factor for base in rules.values[box] for factor in rules.factors()}
        return "", "0", *map(str, sorted(worth))  # without it, the row's other cells tell
    return ()


def _may_say_anything(cell: WeighedCell) -> bool:
    """Whether it may well hold a text that the reader did not name; or the card speaks against
    what the picture shows, so that either is wrong, and what was seen may well be."""
    named = sum(candidate.p for candidate in cell.candidates)
    unnamed = cell.state is State.ILLEGIBLE or 1.0 - named >= POLICY.plausible
    return unnamed or cell.card_text != cell.alone.text or cell.confidence < _SPOKEN_AGAINST
