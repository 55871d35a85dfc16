"""Which findings rest on a cell in doubt: would they vanish if it said something else?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product

from scorecheck.audit.finding import Finding
from scorecheck.evidence.policy import POLICY
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.card import Card
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.reading.types import ILLEGIBLE_TEXT, State

Audit = Callable[[Card], Sequence[Finding]]
"""The findings on a card; whatever else the audit needs is bound already."""

Place = tuple[str, str]
"""Code and place of a finding: its numbers may change while it stays the same finding."""

MOST = 4
"""So many other texts of one doubtful cell are tried."""

PAIRED_CELLS, PAIRED_TEXTS = 4, 2
"""Up to so many doubtful cells, two are changed at once, each to so many other texts."""


def rests_on_doubt(
    card: WeighedCard, template: Template, options: Mapping[str, object], audit: Audit
) -> dict[Place, tuple[str, ...]]:
    """For each finding that rests on doubt, the ids of the cells that it rests on.

    Every open cell is changed to each of its other plausible texts (an illegible one to
    everything that is legal there), the rest of the card staying as it is. What still stands is
    tried again with two cells changed at once.

    Args:
        options: as from `Template.resolve_options`.
    """
    cells, texts = [cell.alone for cell in card.cells], card.texts
    rests: dict[Place, list[str]] = {}

    def try_out(changes: Mapping[str, str]) -> None:
        changed = card_from_texts(cells, {**texts, **changes}, template)
        for place in sorted(found - _places(audit(changed))):
            held = rests.setdefault(place, [])
            held.extend(cell for cell in changes if cell not in held)

    found = _places(audit(card_from_texts(cells, texts, template)))
    others = {cell.cell: list(other_texts(cell, template, options)) for cell in card.open_cells}
    for name, choices in others.items():
        for text in choices if found else ():
            try_out({name: text})
    found -= rests.keys()
    if found and len(others) <= PAIRED_CELLS:
        for a, b in combinations(others, 2):
            for pair in product(others[a][:PAIRED_TEXTS], others[b][:PAIRED_TEXTS]):
                try_out(dict(zip((a, b), pair, strict=True)))
    return {place: tuple(ids) for place, ids in rests.items()}


def _places(findings: Sequence[Finding]) -> set[Place]:
    return {(finding.code, finding.at) for finding in findings}


def other_texts(
    cell: WeighedCell, template: Template, options: Mapping[str, object]
) -> Iterator[str]:
    """The plausible texts of a cell besides the one that it is taken to hold."""
    weighed = [c.text for c in cell.candidates if c.p >= POLICY.plausible]
    alone = [c.text for c in cell.alone.candidates if c.p >= POLICY.plausible_alone]
    texts = dict.fromkeys((cell.alone.text, *weighed, *alone))
    most = MOST
    if _may_say_anything(cell):
        if cell.alone.field in ("value", "base"):
            column, _, box = cell.alone.box.rpartition(".")
            legal = ruleset(template, options, column or None).values[box]
            texts.update(dict.fromkeys(("X", *map(str, sorted(legal)))))
        elif cell.alone.field == "total":  # then the row's other cells say what the row is worth
            texts[""] = None
        most = len(texts)
    free = [text for text in texts if text not in (cell.card_text, ILLEGIBLE_TEXT)]
    yield from free[:most]


def _may_say_anything(cell: WeighedCell) -> bool:
    """Whether it may well hold a text that the reader did not name."""
    named = sum(candidate.p for candidate in cell.candidates)
    return cell.state is State.ILLEGIBLE or 1.0 - named >= POLICY.plausible
