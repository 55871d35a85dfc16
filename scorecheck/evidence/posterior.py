"""The exact posterior of a card: every way of adding up and every level of care, weighed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.evidence.card_slots import CardSlots
from scorecheck.evidence.mix import WRONG
from scorecheck.evidence.plan import plans
from scorecheck.evidence.priors import CARES, Care
from scorecheck.evidence.slots import Slot, number_of
from scorecheck.evidence.tape import Floats, Node
from scorecheck.evidence.walk import Walk
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading


@dataclass(frozen=True)
class Marginals:
    """What the weighing says of each cell alone.

    `texts` gives for each cell its texts with their posteriors (`slots.OTHER` for all that are
    not listed); `mistakes` for each written sum, and for each box with a multiplier, the
    posterior of its being wrong on the paper; `impossible` for each box, by the cell of its value,
    how probable it is that a number stands there that the box cannot hold, other than the
    likeliest text, if such numbers were as usual as possible ones.
    """

    texts: dict[str, dict[str, float]]
    mistakes: dict[str, float]
    impossible: dict[str, float]


class Posterior:
    """The posterior of one column of cells.

    Attributes:
        marginals: what it says of each cell alone.

    Args:
        options: as from `Template.resolve_options`.
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
        self.slots = CardSlots(cells, template, options, cares, column)
        self._plans = plans(self.slots.rules)
        self._shares: Floats = np.array([care.share for care in cares])
        self._walk = Walk(self.slots, self._plans)
        self._z = float(self._shares @ self._walk.end.value[:, 0])
        self._walk.tape.backward(self._walk.end)
        self.marginals = Marginals(
            {slot.cell: self._texts(slot) for slot in self.slots},
            {name: float(self._mean(node)[WRONG]) for name, node in self._walk.cares.items()},
            {slot.cell: self._impossible(slot, legal) for slot, legal in self.slots.entries()},
        )

    def probability(self, chosen: Mapping[str, str]) -> float:
        """The posterior of all the chosen texts (by cell id) together."""
        return float(self._shares @ self._walk.evidence_if(chosen)) / self._z

    def _texts(self, slot: Slot) -> dict[str, float]:
        shares = self._mean(self._walk.leaves[slot.cell])
        return dict(zip(slot.texts, shares.tolist(), strict=True))

    def _impossible(self, slot: Slot, legal: Collection[int]) -> float:
        """See `Marginals.impossible`: the picture and all other cells speak, usage does not."""
        gradients = self._shares @ self._walk.leaves[slot.cell].grad
        *fair, _ = (slot.likelihood * gradients).tolist()  # the last is `OTHER`
        likeliest = int(self._mean(self._walk.leaves[slot.cell])[:-1].argmax())
        numbers = [number_of(text) for text in slot.texts[: len(fair)]]
        impossible = sum(
            share
            for i, (number, share) in enumerate(zip(numbers, fair, strict=True))
            if number and number not in legal and i != likeliest
        )
        return impossible / sum(fair) if impossible else 0.0

    def _mean(self, node: Node) -> Floats:
        return np.asarray(self._shares @ node.share / self._z)
