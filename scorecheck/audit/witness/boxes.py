"""Turns that fill one box each, in an order that the game allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.audit.view import CardView
from scorecheck.audit.witness.rolls import roll_for
from scorecheck.audit.witness.turn import Fill, Turn
from scorecheck.game.card import Entry
from scorecheck.languages.phrase import Joined, Phrase, Plural


def boxes_in_order(view: CardView) -> list[str]:
    """The filled boxes of a card, those first that orders of the whole card put first."""
    boxes = [box.id for box, _ in view.filled]
    for order in view.rules.orders:
        if order.by_box and order.upwards:
            boxes.reverse()
        elif order.sections:
            boxes.sort(key=lambda box: order.sections.index(view.rules.boxes[box].section))
    return boxes


def ordinary_turns(view: CardView, boxes: Iterable[str]) -> Iterator[Turn]:
    """A turn for each box, with dice that score what is written there."""
    for box in boxes:
        entry = view.card.entry(box)
        value = dice_value(view, entry)
        note = _note(view, box, value)
        yield Turn(roll_for(view, box, value), (fill_of(view, box),), note=note)


def fill_of(view: CardView, box: str) -> Fill:
    """A box of a card with what is written in it."""
    return Fill(box, view.card.entry(box), column_of(view))


def column_of(view: CardView) -> str:
    """The column of the sheet that a card stands in; empty where there is one only."""
    return view.rules.column.id if view.rules.column else ""


def dice_value(view: CardView, entry: Entry) -> int:
    """What the dice scored, where entries are written multiplied; 0 for a strike."""
    return entry.base // view.rules.factor if isinstance(entry.base, int) else 0


def _note(view: CardView, box: str, value: int) -> str:
    """What else a turn needs: an announcement, or the number of throws that the points are for."""
    score = view.rules.patterns[box].score
    announced = view.rules.column is not None and view.rules.column.announced
    notes: list[str] = [Phrase("announced")] if announced else []
    if isinstance(score, tuple) and value in score:
        notes.append(Plural("in {n} throw", "in {n} throws", score.index(value) + 1))
    return Joined(notes, between=", ") if notes else ""
