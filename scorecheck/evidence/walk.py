"""One walk through a card: from the weights of its cells, sum by sum, to the evidence Z."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scorecheck.evidence.card_slots import CardSlots
from scorecheck.evidence.chips import chip_message
from scorecheck.evidence.messages import (
    UNKNOWN,
    add,
    evidence,
    nothing,
    place,
    times,
    unknowable,
)
from scorecheck.evidence.plan import AddStep, BonusStep, BoxesStep, ChipsStep, Step
from scorecheck.evidence.rows import Row, row_message
from scorecheck.evidence.slots import Slot, number_of
from scorecheck.evidence.sums import SumCell, written_bonus, written_sum
from scorecheck.evidence.tape import Floats, Node, Tape
from scorecheck.game.template import Box


class Walk:
    """The calculation for one plan.

    Attributes:
        end: Z, one row per level of care.
        leaves: the weights of each cell, by cell id.
        cares: per written sum, the weights of its being right and wrong.

    Args:
        chosen: cell id to the one text that it is taken to hold.
    """

    def __init__(self, slots: CardSlots, plan: Sequence[Step], chosen: Mapping[str, str]) -> None:
        self.tape = Tape()
        self.leaves: dict[str, Node] = {}
        self.cares: dict[str, Node] = {}
        self._slots, self._chosen = slots, chosen
        self._open: dict[str, Node] = {}
        for step in plan:
            self._take(step)
        self.end = evidence(self.tape, list(self._open.values()))

    def _take(self, step: Step) -> None:
        if isinstance(step, BonusStep):
            self._open[step.id] = self._bonus(step)
            return
        if isinstance(step, BoxesStep):
            meant = self._boxes(step.section)
        elif isinstance(step, ChipsStep):
            meant = self._chips(step.worth)
        else:
            meant = self._added(step)
        self._open[step.id] = self._written(step.id, meant)

    def _leaf(self, slot: Slot, weights: Floats) -> Node:
        """The leaf of a cell; where a text is chosen, only that one keeps its weight."""
        text = self._chosen.get(slot.cell)
        if text is not None:
            weights = weights * np.array([listed == text for listed in slot.texts])
        return self.leaves.setdefault(slot.cell, Node(weights))

    def _care(self, key: str) -> Node:
        return self.cares.setdefault(key, Node(self._slots.care_weights()))

    def _boxes(self, section: str) -> Node:
        message = nothing(self.tape, len(self._slots.cares))
        for box in self._slots.rules.template.section_boxes(section):
            message = add(self.tape, message, self._row(box) if box.has_power else self._box(box))
        return message

    def _box(self, box: Box) -> Node:
        slot = self._slots.get(box.id, "value")
        leaf = self._leaf(slot, self._slots.entry_weights(box.id, slot))
        # A text that is no number and no blank (a word, a tick) says nothing about the sum.
        numbers = [0 if text == "" else _or_unknown(number_of(text)) for text in slot.texts]
        return place(self.tape, leaf, numbers)

    def _row(self, box: Box) -> Node:
        base, power, total = (self._slots.get(box.id, name) for name in ("base", "power", "total"))
        legal = self._slots.rules.values[box.id]
        row = Row(base.texts, power.texts, total.texts, legal, self._slots.factors)
        leaves = (
            self._leaf(base, self._slots.entry_weights(box.id, base)),
            self._leaf(power, self._slots.plain_weights(power)),
            self._leaf(total, self._slots.plain_weights(total)),
        )
        return row_message(self.tape, row, leaves, self._care(box.id))

    def _chips(self, worth: int) -> Node:
        leaves = [
            (self._leaf(slot, self._slots.chip_weights(slot)), slot.texts)
            for slot in self._slots.chips
        ]
        count = chip_message(self.tape, leaves, len(self._slots.cares))
        return times(self.tape, count, worth)

    def _added(self, step: AddStep) -> Node:
        rows = len(self._slots.cares)
        message = unknowable(self.tape, rows) if step.lost else nothing(self.tape, rows)
        for part in step.parts:
            message = add(self.tape, message, self._open.pop(part))
        return message

    def _written(self, name: str, meant: Node) -> Node:
        if name not in self._slots.written_sums:
            return meant
        return written_sum(self.tape, meant, self._sum_cell(name))

    def _bonus(self, step: BonusStep) -> Node:
        base = self._open.pop(step.of, None) or unknowable(self.tape, len(self._slots.cares))
        return written_bonus(self.tape, base, self._sum_cell(step.id), step.tiers, step.keep)

    def _sum_cell(self, name: str) -> SumCell:
        slot = self._slots.get(name, "sum")
        leaf = self._leaf(slot, self._slots.plain_weights(slot))
        return SumCell(slot.texts, leaf, self._care(name))


def _or_unknown(number: int | None) -> int:
    return UNKNOWN if number is None else number
