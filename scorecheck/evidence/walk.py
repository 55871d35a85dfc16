"""The walk through a card: from the weights of its cells, sum by sum, to the evidence Z."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial, reduce

import numpy as np

from scorecheck.evidence.bonus import written_bonus
from scorecheck.evidence.card_slots import CardSlots
from scorecheck.evidence.chips import chip_message
from scorecheck.evidence.closing import closing_sum
from scorecheck.evidence.difference import Factor, copy_of, difference_message
from scorecheck.evidence.messages import (
    UNKNOWN,
    add,
    add_items,
    evidence,
    nothing,
    or_unknown,
    plus,
    times,
    unknowable,
)
from scorecheck.evidence.plan import (
    AddStep,
    BonusStep,
    BoxesStep,
    ChipsStep,
    DifferenceStep,
    Step,
    TimesStep,
)
from scorecheck.evidence.row_law import Row
from scorecheck.evidence.rows import Leaves, row_items
from scorecheck.evidence.slots import Slot, number_of
from scorecheck.evidence.sums import SumCell, written_sum
from scorecheck.evidence.tape import Floats, Ints, Node, Tape
from scorecheck.evidence.watched import REACH
from scorecheck.game.template import Box


class Walk:
    """The calculation for some plans; what they have in common is calculated once.

    Attributes:
        end: Z summed over the plans, one row per level of care.
        leaves: the weights of each cell, by cell id.
        cares: the weights of being right and wrong, by sum and by box with a multiplier.
    """

    def __init__(self, slots: CardSlots, plans: Sequence[Sequence[Step]]) -> None:
        self.tape = Tape(_limit(slots, plans))
        self.leaves: dict[str, Node] = {}
        self.cares: dict[str, Node] = {}
        self._slots = slots
        self._sum_cells: dict[str, SumCell] = {}
        self._weights: dict[str, tuple[Sequence[str], Floats]] = {}
        self._done: dict[tuple[Step, bool, tuple[int, ...]], Node] = {}
        self.end = self._plan(plans[0])
        for plan in plans[1:]:
            self.end = plus(self.tape, self.end, self._plan(plan))

    def _plan(self, plan: Sequence[Step]) -> Node:
        """Z of one plan."""
        ready: dict[str, Node | None] = {}
        used = {name for step in plan for name in _needs(step)}
        for step in plan:
            inputs = [ready.pop(name, None) for name in _needs(step)]
            last = isinstance(step, AddStep) and step.id not in used
            key = (step, last, tuple(id(node) for node in inputs))
            if key not in self._done:
                self._done[key] = self._take(step, inputs, last)
            ready[step.id] = self._done[key]
        return evidence(self.tape, [node for node in ready.values() if node])

    def _take(self, step: Step, inputs: Sequence[Node | None], last: bool) -> Node:
        """The message that a step gives; of the last sum, only its evidence."""
        rows = len(self._slots.cares)
        given = [node or unknowable(self.tape, rows) for node in inputs]
        if isinstance(step, BonusStep):
            cell = self._sum_cell(step.id)
            return written_bonus(self.tape, given[0], cell, step.tiers, step.keep)
        if isinstance(step, BoxesStep):
            meant = self._boxes(step)
        elif isinstance(step, ChipsStep):
            meant = self._chips(step.worth)
        elif isinstance(step, TimesStep):
            meant = times(self.tape, given[0], step.factor)
        elif isinstance(step, DifferenceStep):
            meant = self._difference(step)
        else:
            if step.lost:
                given.append(unknowable(self.tape, rows))
            elif len(given) < 2:
                given.append(nothing(self.tape, rows))
            *parts, longest = sorted(given, key=lambda node: node.value.shape[1])
            if parts and last and step.id in self._slots.written_sums:
                shorter = reduce(partial(add, self.tape), parts)
                return closing_sum(self.tape, shorter, longest, self._sum_cell(step.id))
            meant = reduce(partial(add, self.tape), parts, longest)
        if step.id not in self._slots.written_sums:
            return meant
        return written_sum(self.tape, meant, self._sum_cell(step.id))

    def evidence_if(self, chosen: Mapping[str, str]) -> Floats:
        """Z, one item per level of care, if these cells (by id) hold these texts.

        Afterwards the walk stands on those texts.
        """
        for cell, (texts, weights) in self._weights.items():
            kept = [text == chosen.get(cell, text) for text in texts]
            self.leaves[cell].value = weights * np.array(kept)
        self.tape.replay()
        return self.end.value[:, 0]

    def _leaf(self, slot: Slot, weights: Floats) -> Node:
        """The leaf of a cell."""
        self._weights[slot.cell] = (slot.texts, weights)
        return self.leaves.setdefault(slot.cell, Node(weights))

    def _care(self, key: str) -> Node:
        return self.cares.setdefault(key, Node(self._slots.care_weights()))

    def _boxes(self, step: BoxesStep) -> Node:
        rules = self._slots.rules
        boxes = [b for b in rules.template.section_boxes(step.section) if b.id not in step.without]
        items = [self._rows[box.id] if box.has_power else self._box(box) for box in boxes]
        message = nothing(self.tape, len(self._slots.cares))
        # Those with large misreadings last: the message stays short for long.
        for leaf, numbers in sorted(items, key=lambda item: int(item[1].max(initial=0))):
            message = add_items(self.tape, message, leaf, numbers)
        return message

    def _entry(self, box: str) -> tuple[Slot, Node]:
        slot = self._slots.get(box, "value")
        return slot, self._leaf(slot, self._slots.entry_weights(box, slot))

    def _difference(self, step: DifferenceStep) -> Node:
        plus, minus = (self._entry(box) for box in (step.plus, step.minus))
        slot = self._slots.get(step.by, "value")
        copy = copy_of(self._slots.entry_weights(step.by, slot))
        factors = [Factor(one.texts, leaf) for one, leaf in (plus, minus, (slot, copy))]
        return difference_message(self.tape, *factors)

    def _box(self, box: Box) -> tuple[Node, Ints]:
        slot, leaf = self._entry(box.id)
        # A text that is no number and no blank (a word, a tick) says nothing about the sum.
        numbers = [0 if text == "" else number_of(text) for text in slot.texts]
        known = np.array([UNKNOWN if number is None else number for number in numbers])
        return leaf, or_unknown(known)

    @cached_property
    def _rows(self) -> dict[str, tuple[Node, Ints]]:
        """What each box with a multiplier may bring into its section's sum, by box."""
        rules = self._slots.rules
        rows: dict[str, tuple[Row, Leaves]] = {}
        for box in (box for box in rules.template.boxes if box.has_power):
            base, power, total = (
                self._slots.get(box.id, name) for name in ("base", "power", "total")
            )
            leaves = (
                self._leaf(base, self._slots.entry_weights(box.id, base)),
                self._leaf(power, self._slots.plain_weights(power)),
                self._leaf(total, self._slots.plain_weights(total)),
                self._care(box.id),
            )
            row = Row(base.texts, power.texts, total.texts, rules.values[box.id])
            rows[box.id] = row, leaves
        items = row_items(self.tape, list(rows.values()), self._slots.factors)
        return dict(zip(rows, items, strict=True))

    def _chips(self, worth: int) -> Node:
        leaves = [
            (self._leaf(slot, self._slots.chip_weights(slot)), slot.texts)
            for slot in self._slots.chips
        ]
        count = chip_message(self.tape, leaves, len(self._slots.cares))
        return times(self.tape, count, worth)

    def _sum_cell(self, name: str) -> SumCell:
        if name not in self._sum_cells:
            slot = self._slots.get(name, "sum")
            leaf = self._leaf(slot, self._slots.plain_weights(slot))
            self._sum_cells[name] = SumCell(slot.texts, leaf, self._care(name))
        return self._sum_cells[name]


def _needs(step: Step) -> tuple[str, ...]:
    """The names of the messages that a step uses up."""
    if isinstance(step, AddStep):
        return step.parts
    return (step.of,) if isinstance(step, BonusStep | TimesStep) else ()


def _limit(slots: CardSlots, plans: Sequence[Sequence[Step]]) -> int:
    """A number beyond everything that is written, and all that it could be a near miss of."""
    written = (
        number_of(text) or 0 for name in slots.written_sums for text in slots.get(name, "sum").texts
    )
    bonuses = (step for plan in plans for step in plan if isinstance(step, BonusStep))
    thresholds = (threshold for step in bonuses for threshold, _ in step.tiers)
    return max([*written, *thresholds], default=0) + REACH + 1
