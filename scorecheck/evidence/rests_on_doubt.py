"""Which findings rest on a cell in doubt: would they vanish if it said something else?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.evidence.policy import POLICY
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.card import Card
from scorecheck.game.template import Template

Audit = Callable[[Card], Sequence[Finding]]
"""The findings on a card; whatever else the audit needs is bound already."""

MOST = 4
"""So many alternatives of one cell are tried."""

Place = tuple[str, str]
"""Code and place of a finding: its numbers may change while it stays the same finding."""


def rests_on_doubt(
    card: WeighedCard, template: Template, audit: Audit
) -> dict[Place, tuple[str, ...]]:
    """For each finding that rests on doubt, the ids of the cells that it rests on.

    Every open cell is changed to each of its other plausible texts in turn, the rest of the card
    staying as it is.
    """
    cells = [cell.alone for cell in card.cells]
    texts = card.texts
    found = _places(audit(card_from_texts(cells, texts, template)))
    rests: dict[Place, list[str]] = {}
    if not found:
        return {}
    for cell in card.open_cells:
        gone: set[Place] = set()
        for text in _others(cell):
            changed = card_from_texts(cells, {**texts, cell.cell: text}, template)
            gone |= found - _places(audit(changed))
        for place in sorted(gone):
            rests.setdefault(place, []).append(cell.cell)
    return {place: tuple(ids) for place, ids in rests.items()}


def _places(findings: Sequence[Finding]) -> set[Place]:
    return {(finding.code, finding.at) for finding in findings}


def _others(cell: WeighedCell) -> Iterator[str]:
    """The plausible texts of a cell besides the one that it is taken to hold."""
    alone = [c.text for c in cell.alone.candidates if c.p >= POLICY.plausible_alone]
    weighed = [c.text for c in cell.candidates if c.p >= POLICY.plausible]
    texts = [text for text in dict.fromkeys(weighed + alone) if text != cell.card_text]
    yield from texts[:MOST]
