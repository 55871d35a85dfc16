"""Which of the written sums are wrong, and which of those only carry an earlier slip on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from scorecheck.audit.attainable import possible_totals
from scorecheck.audit.view import CardView
from scorecheck.game.card import Number
from scorecheck.game.formula import AddFormula, BonusFormula, BoxesFormula, DifferenceFormula
from scorecheck.game.template import Sum
from scorecheck.game.totals import evaluate, sum_of


@dataclass(frozen=True)
class WrongSum:
    """A written sum that is wrong.

    `correct` holds the right numbers, the usual one first. `carried_from` names the wrong written
    sums from which this number follows correctly; it is empty for a slip of its own.
    """

    total: Sum
    written: Number
    correct: tuple[Number, ...]
    carried_from: tuple[str, ...]


def wrong_sums(view: CardView) -> Iterator[WrongSum]:
    """The wrong sums of a card, in print order."""
    written = view.card.written
    if not written:
        return
    wrong: set[str] = set()
    for total in view.rules.template.sums:
        if total.id not in written:
            continue
        correct = right_numbers(view, total, view.numbers)
        if written[total.id] not in correct:
            yield WrongSum(total, written[total.id], correct, _carried_from(view, total, wrong))
            wrong.add(total.id)


def wrong_totals(view: CardView) -> Iterator[WrongSum]:
    """The written sums that do not go with the written sums they are made of, where only totals
    are known. Those of which some part is not written are left out, and so are numbers that no
    card can have, since it is already known which of them is wrong."""
    possible = possible_totals(view)
    sound = {name for name, number in view.card.written.items() if number in possible.get(name, ())}
    for total in view.rules.template.sums:
        ways = parts_of(view, total)
        if ways and sound.issuperset((total.id, *chain.from_iterable(ways))):
            written = view.card.written[total.id]
            correct = right_numbers(view, total, view.card.written)
            if written not in correct:
                yield WrongSum(total, written, correct, ())


def right_numbers(view: CardView, total: Sum, inputs: Mapping[str, Number]) -> tuple[Number, ...]:
    """What a sum may say, given the numbers that it is made of."""
    if isinstance(total.formula, BoxesFormula | DifferenceFormula):
        return (view.totals[total.id],)
    if isinstance(total.formula, AddFormula):
        ways = total.formula.ways(view.rules.options)
        return tuple(dict.fromkeys(sum_of(inputs, way) for way in ways))
    return (evaluate(total.formula, inputs, view.card.chips, view.rules),)


def _carried_from(view: CardView, total: Sum, wrong: set[str]) -> tuple[str, ...]:
    """The wrong inputs that explain the number, when it is right for what stands above it."""
    written = view.card.written
    if view.rules.column is not None:
        # Each column of such a sheet is added up from its boxes: nothing is carried on.
        return ()
    for way in parts_of(view, total):
        blamed = tuple(name for name in way if name in wrong)
        if not blamed:
            continue
        inputs = {name: written.get(name, view.numbers[name]) for name in way}
        numbers = (
            (sum_of(inputs, way),)
            if isinstance(total.formula, AddFormula)
            else right_numbers(view, total, inputs)
        )
        if written[total.id] in numbers:
            return blamed
    return ()


def parts_of(view: CardView, total: Sum) -> tuple[tuple[str, ...], ...]:
    """The sums that this one is made of, in each way of adding up; none where boxes are added."""
    if isinstance(total.formula, AddFormula):
        return total.formula.ways(view.rules.options)
    return ((total.formula.of,),) if isinstance(total.formula, BonusFormula) else ()
