"""All cells of one column as slots, with what people write there before anybody has looked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from scorecheck.evidence.chips import chip_prior
from scorecheck.evidence.priors import CARES, Care, blank_share, entry_priors
from scorecheck.evidence.slots import OTHER, Slot, slot_of
from scorecheck.evidence.tape import Floats
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading, State

MISSING = Slot("", (OTHER,), np.ones(1))
"""A cell that nobody has read."""

ENTRY_FIELDS = ("value", "base")
"""The fields whose numbers the rules of a box restrict."""


class CardSlots:
    """The slots of one column; cells for free text, and of boxes unknown to the game, are left out.

    Args:
        options: as from `Template.resolve_options`.
        cares: levels of care; every leaf has one row for each.
        column: which column the cells are, in a game whose sheet always has several.
    """

    def __init__(
        self,
        cells: Sequence[CellReading],
        template: Template,
        options: Mapping[str, object],
        cares: Sequence[Care] = CARES,
        column: str | None = None,
    ) -> None:
        self.rules: Ruleset = ruleset(template, options, column)
        self.cares = tuple(cares)
        self.factors = {name: face.factor for name, face in self.rules.faces.items()}
        self.chips: list[Slot] = []
        self._slots: dict[tuple[str, str], Slot] = {}
        states = [cell.state for cell in cells if cell.field in ENTRY_FIELDS]
        self._blank = blank_share(states.count(State.BLANK), states.count(State.SURE))
        sums = {total.id for total in template.sums}
        for cell in cells:
            if cell.field == "chips" and template.has_chips:
                self.chips.append(slot_of(cell))
            elif (cell.field == "sum" and cell.box in sums) or (
                template.has_box(cell.box) and cell.field in template.box(cell.box).fields
            ):
                self._slots[cell.box, cell.field] = slot_of(cell, self._usual(cell))

    def _usual(self, cell: CellReading) -> tuple[str, ...]:
        """The texts that may stand here even if the reader does not name them."""
        if cell.field in ENTRY_FIELDS:
            return tuple(str(value) for value in sorted(self.rules.values[cell.box]))
        return tuple(self.factors) if cell.field == "power" else ()

    def __iter__(self) -> Iterator[Slot]:
        yield from self._slots.values()
        yield from self.chips

    def entries(self) -> Iterator[tuple[Slot, Collection[int]]]:
        """The cells that hold a box's (base) value, with the numbers that the box can hold."""
        for (box, field), slot in self._slots.items():
            if field in ENTRY_FIELDS:
                yield slot, self.rules.values[box]

    @property
    def written_sums(self) -> frozenset[str]:
        """Ids of the sums that have a cell."""
        return frozenset(box for box, field in self._slots if field == "sum")

    def get(self, box: str, field: str) -> Slot:
        """The slot of a cell; `MISSING` when there is none."""
        return self._slots.get((box, field), MISSING)

    def entry_weights(self, box: str, slot: Slot) -> Floats:
        """Likelihood times prior of a cell that holds a box's (base) value, per level of care."""
        legal = self.rules.values[box]
        return slot.likelihood * entry_priors(slot.texts, legal, self.cares, self._blank)

    def chip_weights(self, slot: Slot) -> Floats:
        """Likelihood times prior of a chip cell."""
        return self.plain_weights(slot) * chip_prior(slot.texts)

    def plain_weights(self, slot: Slot) -> Floats:
        """The likelihood alone: what is usual here depends on other cells."""
        return slot.likelihood * np.ones((len(self.cares), 1))

    def care_weights(self) -> Floats:
        """The probabilities of a right and of a wrong sum, per level of care."""
        return np.array([[1.0 - care.wrong_sum, care.wrong_sum] for care in self.cares])
