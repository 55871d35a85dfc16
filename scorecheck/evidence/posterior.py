"""The exact posterior of a card: every way of adding up and every level of care, weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scorecheck.evidence.card_slots import CardSlots
from scorecheck.evidence.plan import plans
from scorecheck.evidence.priors import CARES, Care
from scorecheck.evidence.sums import WRONG
from scorecheck.evidence.tape import Floats, Node
from scorecheck.evidence.walk import Walk
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading


@dataclass(frozen=True)
class Marginals:
    """What the weighing says of each cell alone.

    `texts` gives for each cell its texts with their posteriors (`slots.OTHER` for all that are
    not listed); `mistakes` for each written sum, and for each box with a multiplier, the
    posterior of its being wrong on the paper.
    """

    texts: dict[str, dict[str, float]]
    mistakes: dict[str, float]


class Posterior:
    """The posterior of one column of cells.

    Args:
        options: as from `Template.resolve_options`.
    """

    def __init__(
        self,
        cells: Sequence[CellReading],
        template: Template,
        options: Mapping[str, object],
        cares: Sequence[Care] = CARES,
    ) -> None:
        self.slots = CardSlots(cells, template, options, cares)
        self._plans = plans(template, options, self.slots.written_sums)
        self._shares: Floats = np.array([care.share for care in cares])
        self._walks = [Walk(self.slots, plan, {}) for plan in self._plans]
        self._z = self._weight(self._walks)

    def marginals(self) -> Marginals:
        """The posterior of every text of every cell, and of every mistake in a sum."""
        for walk in self._walks:
            walk.tape.backward(walk.end)
        texts = {}
        for slot in self.slots:
            values = self._mean([walk.leaves[slot.cell] for walk in self._walks])
            texts[slot.cell] = dict(zip(slot.texts, values.tolist(), strict=True))
        mistakes = {
            name: float(self._mean([walk.cares[name] for walk in self._walks])[WRONG])
            for name in self._walks[0].cares
        }
        return Marginals(texts, mistakes)

    def probability(self, chosen: Mapping[str, str]) -> float:
        """The posterior of all the chosen texts (by cell id) together."""
        return self._weight([Walk(self.slots, plan, chosen) for plan in self._plans]) / self._z

    def _weight(self, walks: Sequence[Walk]) -> float:
        return float(sum(self._shares @ walk.end.value[:, 0] for walk in walks))

    def _mean(self, nodes: Sequence[Node]) -> Floats:
        parts = [self._shares @ node.share for node in nodes]
        return np.asarray(np.sum(parts, axis=0) / self._z)
