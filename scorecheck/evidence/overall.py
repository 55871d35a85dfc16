"""The sums over all columns of a sheet, weighed by what its columns are taken to say.

They are weighed after the columns, and nothing of what they say goes back: a wrong grand total
never makes a column doubtful.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scorecheck.evidence.chips import chip_message
from scorecheck.evidence.messages import UNKNOWN, add, add_items, evidence, nothing, times
from scorecheck.evidence.priors import CARES
from scorecheck.evidence.slots import OTHER, Slot, number_of, slot_of
from scorecheck.evidence.sums import SumCell, written_sum
from scorecheck.evidence.tape import Floats, Ints, Node, Tape
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.columns import chip_points
from scorecheck.game.formula import ChipsFormula, ColumnsFormula
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading

Options = Mapping[str, object]
_ROWS = len(CARES)

LARGEST = 9999
"""The largest number that a column brings in; what is larger counts as unknown."""


class Overall:
    """The weighing of the sums over the columns.

    Attributes:
        texts: for each cell of such a sum its texts with their posteriors, as in `Marginals`.
        mistakes: for each such sum the posterior of its being wrong on the paper.

    Args:
        cells: the cells of the sheet.
        cards: its columns, weighed.
        options: as from `Template.resolve_options`.
    """

    def __init__(
        self,
        cells: Sequence[CellReading],
        cards: Mapping[str, WeighedCard],
        template: Template,
        options: Options,
    ) -> None:
        self._tape = Tape()
        self._cards = cards
        self._template, self._options = template, options
        slots = {cell.box: slot_of(cell) for cell in cells if cell.field == "sum"}
        ready: dict[str, Node] = {}
        sums: dict[str, tuple[Slot, SumCell]] = {}
        for total in template.overall:
            meant = self._meant(total.formula, ready)
            if total.id in slots:
                slot = slots[total.id]
                leaf = Node(np.tile(slot.likelihood, (_ROWS, 1)))
                care = Node(np.array([[1 - care.wrong_sum, care.wrong_sum] for care in CARES]))
                sums[total.id] = slot, SumCell(slot.texts, leaf, care)
                meant = written_sum(self._tape, meant, sums[total.id][1])
            ready[total.id] = meant
        end = evidence(self._tape, list(ready.values()))
        self._tape.backward(end)
        self._shares: Floats = np.array([care.share for care in CARES])
        self._z = float(self._shares @ end.value[:, 0])
        self.texts = {slot.cell: self._texts(slot, cell) for slot, cell in sums.values()}
        self.mistakes = {name: self._mean(cell.care)[1] for name, (_, cell) in sums.items()}

    def _meant(self, formula: object, ready: dict[str, Node]) -> Node:
        """The message of the number that is right to write; uses up those it adds."""
        message = nothing(self._tape, _ROWS)
        if isinstance(formula, ColumnsFormula):
            for card in self._cards.values():
                message = add_items(self._tape, message, *self._number(card, formula.of))
            for part in formula.plus:
                message = add(self._tape, message, ready.pop(part))
        elif isinstance(formula, ChipsFormula):
            for name, card in self._cards.items():
                worth = chip_points(formula, self._template, self._options, name)
                count = times(self._tape, self._chips(card), worth)
                message = add(self._tape, message, count)
        return message

    def _number(self, card: WeighedCard, box: str) -> tuple[Node, Ints]:
        """What a column brings in; unknown where its own sum is not written."""
        cell = next((cell for cell in card.cells if cell.alone.box == box), None)
        texts, leaf = heard(cell)
        numbers = [number_of(text) for text in texts]
        known = [UNKNOWN if n is None or n > LARGEST else n for n in numbers]
        return leaf, np.array(known)

    def _chips(self, card: WeighedCard) -> Node:
        cells = [heard(cell) for cell in card.cells if cell.alone.field == "chips"]
        return chip_message(self._tape, [(leaf, texts) for texts, leaf in cells], _ROWS)

    def _texts(self, slot: Slot, cell: SumCell) -> dict[str, float]:
        return dict(zip(slot.texts, self._mean(cell.leaf).tolist(), strict=True))

    def _mean(self, node: Node) -> Floats:
        return np.asarray(self._shares @ node.share / self._z)


def heard(cell: WeighedCell | None) -> tuple[tuple[str, ...], Node]:
    """What a cell says after its own weighing; nothing at all of a cell that is not there."""
    named = {c.text: c.p for c in cell.candidates} if cell else {}
    shares = [*named.values(), max(0.0, 1.0 - sum(named.values()))]
    return (*named, OTHER), Node(np.tile(shares, (_ROWS, 1)))
