"""From the texts of a column to the game's `Card`, as the audit takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from scorecheck.evidence.chips import chip_count
from scorecheck.evidence.slots import number_of
from scorecheck.evidence.types import WeighedCard
from scorecheck.game.card import Card, Entry, Mark
from scorecheck.game.template import Template
from scorecheck.reading.types import STRIKES


class Placed(Protocol):
    """A cell that knows its id, its box and its field."""

    @property
    def cell(self) -> str: ...
    @property
    def box(self) -> str: ...
    @property
    def field(self) -> str: ...


def card_of(card: WeighedCard, template: Template) -> Card:
    """What is written in the column, doubtful cells as their likeliest text."""
    return card_from_texts([cell.alone for cell in card.cells], card.texts, template)


def card_from_texts(cells: Sequence[Placed], texts: Mapping[str, str], template: Template) -> Card:
    """The card whose cells hold these texts (by cell id).

    A text that is no number and no strike counts as nothing written in a number cell.
    """
    by_place = {(cell.box, cell.field): texts[cell.cell] for cell in cells}
    entries = {box.id: _entry(by_place, box.id) for box in template.boxes}
    sums = {
        total.id: number_of(by_place[total.id, "sum"])
        for total in template.sums
        if (total.id, "sum") in by_place
    }
    ticks = [texts[cell.cell] for cell in cells if cell.field == "chips"]
    return Card(
        entries={box: entry for box, entry in entries.items() if not entry.is_blank},
        chips=chip_count(ticks) if template.has_chips else None,
        written={name: number for name, number in sums.items() if number is not None},
    )


def _entry(texts: Mapping[tuple[str, str], str], box: str) -> Entry:
    if (box, "base") in texts:
        return Entry(
            base=_mark(texts[box, "base"]),
            power=texts.get((box, "power"), "").upper() or None,
            total=_mark(texts.get((box, "total"), "")),
        )
    return Entry(base=_mark(texts.get((box, "value"), "")))


def _mark(text: str) -> Mark:
    return text if text in STRIKES else number_of(text)
