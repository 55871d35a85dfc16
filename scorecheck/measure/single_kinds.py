"""The kinds of single changes: what is done to a legal card, and which finding it must bring.

A kind without a finding is one that cannot always be known: the changed card may be another
legal card. What is measured then is how often something is wrong with it all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from scorecheck.measure import single_boxes as boxes
from scorecheck.measure import single_chips as chips
from scorecheck.measure import single_rows as rows
from scorecheck.measure.single_subject import Subject

Change = Callable[[Subject, Random], Subject | None]
"""Makes the change; None where the card has no place for it."""


@dataclass(frozen=True)
class Kind:
    """A kind of change. `must` are the findings of which one has to come; none where the change
    cannot always be known."""

    name: str
    make: Change
    must: frozenset[str] = frozenset()


_SUM = frozenset({"sum-wrong"})
_CHIPS = frozenset({"sum-wrong", "chip-impossible", "chips-without-yahtzee", "unreachable"})
_PAIR = frozenset({"double-incompatible"})

KINDS = (
    Kind("a value that no roll scores", boxes.impossible_value, frozenset({"value-impossible"})),
    Kind("another possible value", boxes.other_value, _SUM),
    Kind("a strike for a value", boxes.struck, _SUM),
    Kind("a value for a strike", boxes.unstruck, _SUM),
    Kind("a blank on a finished card", boxes.blank, frozenset({"incomplete"})),
    Kind("an entry for an unknown box", boxes.renamed, frozenset({"unknown-box"})),
    Kind("a sum", boxes.wrong_sum, _SUM),
    Kind("a bonus", boxes.wrong_bonus, frozenset({"bonus-wrong"})),
    Kind("a multiplier", rows.other_factor, frozenset({"multiplier-wrong"})),
    Kind("a sign that is no multiplier", rows.no_face, frozenset({"multiplier-invalid"})),
    Kind("the total of a row", rows.wrong_row_total, frozenset({"multiplier-wrong"})),
    Kind("a strike with points", rows.strike_with_points, frozenset({"strike-format"})),
    Kind("a strike before its turn", rows.strike_too_early, frozenset({"strike-order"})),
    Kind("DOUBLE rows without a common roll", rows.pair_without_a_roll, _PAIR),
    Kind("a DOUBLE row alone", rows.double_alone, frozenset({"double-unpaired"})),
    Kind("a box skipped in an order", rows.skipped, frozenset({"order-violation"})),
    Kind("a chip", chips.other_chips, _CHIPS),
    Kind("a chip for every box", chips.chips_for_every_box, frozenset({"chip-impossible"})),
    Kind("a chip without the 50", chips.chips_without_fifty, frozenset({"chips-without-yahtzee"})),
    Kind("dice of another score", chips.wrong_dice, frozenset({"dice-mismatch"})),
    Kind("another possible value, sums to match", boxes.other_value_and_sums),
    Kind("Maximum or Minimum", boxes.factor_box),
    Kind("two values of a section exchanged", boxes.swapped),
    Kind("a chip, sums to match", chips.other_chips_and_sums),
    Kind("DOUBLE for 2 or 2 for DOUBLE", rows.double_or_two),
    Kind("another face of the same factor", rows.same_factor),
)
