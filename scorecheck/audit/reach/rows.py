"""The filled rows of a card with a Power die, as far as DOUBLE turns and the order concern them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, reduce
from operator import or_

from scorecheck.audit.view import CardView, is_power_strike
from scorecheck.game.card import Entry
from scorecheck.game.dice import all_rolls
from scorecheck.game.patterns import AnyFacePattern, FacePattern, Pattern
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Box, Order, PowerFace


class Role(Enum):
    """Whether a row was filled in a DOUBLE turn."""

    MUST = "must"
    MAY = "may"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Row:
    """A filled row.

    `rolls` is a set of rolls as bits (bit n is the n-th of `all_rolls`): those that score the row
    in a DOUBLE turn, or every roll for a struck row; where the roll is known, that one at most.
    `category` is the same for boxes of one kind.
    """

    box: str
    struck: bool
    role: Role
    rolls: int
    category: str


Edge = tuple[int, int]
"""The row of the first index is filled before the second's, or in the same turn."""


def rows_of(view: CardView) -> tuple[Row, ...]:
    """The filled rows in print order."""
    return tuple(_row(view, box, entry) for box, entry in view.filled)


def order_edges(view: CardView, rows: Iterable[Row]) -> tuple[Edge, ...]:
    """What the order of numbered boxes and of strikes asks of the rows."""
    index = {row.box: (place, row.struck) for place, row in enumerate(rows)}
    edges: list[Edge] = []
    for order in view.rules.orders:
        strikes = view.rules.strikes_of(order)
        present = [index[box] for box in order.boxes if box in index]
        for place, (one, one_struck) in enumerate(present):
            for two, two_struck in present[place + 1 :]:
                if strikes == "first-first" or not two_struck:
                    edges.append((one, two))
                elif one_struck and strikes == "last-first":
                    edges.append((two, one))
    return tuple(edges)


def ways_to_choose(
    view: CardView, rows: tuple[Row, ...]
) -> Iterator[tuple[tuple[Row, ...], tuple[Edge, ...]]]:
    """Each way in which Choice can have been used for a number whose own box comes before it:
    the rows with the rolls that fit, and the order this asks for."""
    patterns = view.rules.patterns
    place = {row.box: at for at, row in enumerate(rows)}
    choice = [at for at, row in enumerate(rows) if _is_choice(row, patterns[row.box])]
    if not choice:
        yield rows, ()
        return
    at = choice[0]
    base = view.card.entry(rows[at].box).base
    found = False
    for box, pattern in patterns.items():
        if isinstance(pattern, FacePattern) and box in place and isinstance(base, int):
            fitting = rolls_as_bits(pattern, view.rules.template.dice).get(base, 0)
            if fitting:
                found = True
                row = replace(rows[at], rolls=rows[at].rolls & fitting)
                yield (*rows[:at], row, *rows[at + 1 :]), ((place[box], at),)
    if not found:
        yield rows, ()


def _is_choice(row: Row, pattern: Pattern) -> bool:
    return not row.struck and isinstance(pattern, AnyFacePattern)


def relaxed(row: Row) -> Row:
    """The same row, but free to stand alone."""
    return replace(row, role=Role.MAY) if row.role is Role.MUST else row


def _row(view: CardView, box: Box, entry: Entry) -> Row:
    category = _category(view.rules.orders, box.id)
    known = _known_roll(view, box)
    if entry.is_struck:
        return Row(box.id, True, _struck_role(view, entry), known, category)
    rolls = _rolls(view, box, entry) & known
    return Row(box.id, False, _scored_role(view, entry, rolls), rolls, category)


def _struck_role(view: CardView, entry: Entry) -> Role:
    face = view.face(entry)
    if face is not None and face.double:
        # Where a DOUBLE turn without points fills one box, that box needs no partner.
        return Role.MAY if view.rules.options.get("double_zero_turn") == "one" else Role.MUST
    if is_power_strike(entry.power) or _may_hide_double(view.rules.faces, face):
        return Role.MAY
    return Role.NEVER


def _scored_role(view: CardView, entry: Entry, rolls: int) -> Role:
    face = view.face(entry)
    if face is not None and face.double:
        return Role.MUST
    unknown = face is None or _may_hide_double(view.rules.faces, face)
    return Role.MAY if unknown and rolls else Role.NEVER


def _may_hide_double(faces: Mapping[str, PowerFace], face: PowerFace | None) -> bool:
    """Where only factors are written, a 2 may have been DOUBLE."""
    no_symbols = not any(one.double for one in faces.values())
    return no_symbols and face is not None and face.factor == 2


def _rolls(view: CardView, box: Box, entry: Entry) -> int:
    """The rolls that give the row's base, or half its total where no base is written."""
    pattern = view.rules.patterns[box.id]
    dice = view.rules.template.dice
    base = entry.base
    if base is None and isinstance(entry.total, int) and entry.total % 2 == 0:
        base = entry.total // 2
    return rolls_as_bits(pattern, dice).get(base, 0) if isinstance(base, int) else 0


def _known_roll(view: CardView, box: Box) -> int:
    """The roll behind a box where it is known, as a bit; else all rolls."""
    roll = view.dice.get(box.id)
    return every_roll(view.rules) if roll is None else 1 << all_rolls(len(roll)).index(roll)


def every_roll(rules: Ruleset) -> int:
    """All rolls, as bits."""
    return (1 << len(all_rolls(rules.template.dice))) - 1


@cache
def rolls_as_bits(pattern: Pattern, dice: int) -> dict[int, int]:
    """Each score of the pattern with the rolls that give it, as bits."""
    table: dict[int, int] = {}
    for place, roll in enumerate(all_rolls(dice)):
        for value in pattern.scores(roll):
            table[value] = table.get(value, 0) | 1 << place
    return table


@cache
def scoring_rolls(pattern: Pattern, dice: int) -> int:
    """The rolls that score anything by the pattern, as bits."""
    return reduce(or_, rolls_as_bits(pattern, dice).values(), 0)


def _category(orders: Iterable[Order], box_id: str) -> str:
    return next((order.boxes[0] for order in orders if box_id in order.boxes), box_id)
