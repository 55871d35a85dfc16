"""Legal turns of Power Yahtzee: what a roll and a face of the Power die allow, and such turns by
chance. Where only factors are written, a 2 may have been a DOUBLE."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

from scorecheck.game.card import BLANK, Entry, number_of
from scorecheck.game.dice import FACES, Roll
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Order
from scorecheck.measure.legal_turns import Player

Squares = dict[str, Entry]
"""Boxes with what a turn writes in them."""

_TRIES = 20
_PICKY = 6
"""So many times only boxes are taken in which the roll scores."""


def play_power_turn(player: Player, chance: Random) -> None:
    """Roll, choose one of the legal ways to write it, and write."""
    rolls = player.book.rolls
    roll = rolls[int(chance.random() * len(rolls))]
    symbols = _symbols(player.book.rules)
    symbol, double = symbols[int(chance.random() * len(symbols))]
    count = 2 if double and len(player.open) > 1 else 1
    for tries in range(_TRIES):
        boxes = chance.sample(player.open, count)
        if tries < _PICKY and not all(player.book.scores[box][roll] for box in boxes):
            continue
        new = {box: _square(player, box, roll, symbol, chance) for box in boxes}
        if allows(player, new, roll):
            break
    else:
        new = chance.choice(list(_ways(player, roll, symbol, count)))
    for box, entry in new.items():
        player.write(box, entry)


def may_play_power(player: Player, new: Squares, roll: Roll, symbol: str) -> bool:
    """Whether a turn may write these squares after a roll and a face of the Power die."""
    rules = player.book.rules
    face = rules.faces.get(symbol)
    if face is None or not set(new) <= set(player.open):
        return False
    double = any(name in face.names and twice for name, twice in _symbols(rules))
    alone = len(player.open) == 1 or _one_strike(rules, new)
    number = double if len(new) == 2 else not face.double or alone
    written = all(_may_write(player, box, entry, roll, symbol) for box, entry in new.items())
    return number and written and allows(player, new, roll)


def allows(player: Player, new: Squares, roll: Roll) -> bool:
    """Whether the order of boxes and the house rules allow these squares together."""
    rules = player.book.rules
    after = {**player.entries, **new}
    if len(new) == 2:
        struck = sum(entry.is_struck for entry in new.values())
        if struck == 2 and rules.options["double_zero_turn"] == "one":
            return False
        if struck == 0 and rules.options["double_same_category"] == "forbid":
            kinds = {_group(rules, box) for box in new}
            if len(kinds) == 1:
                return False
    return all(_group_allows(rules, after, box) for box in new) and _choice_allows(
        player, after, new, roll
    )


def _symbols(rules: Ruleset) -> Sequence[tuple[str, bool]]:
    """A spelling of each face, and whether it may be a DOUBLE."""
    some = any(face.double for face in rules.faces.values())
    return [
        (name, face.double or (not some and face.factor == 2)) for name, face in rules.faces.items()
    ]


def _one_strike(rules: Ruleset, new: Squares) -> bool:
    """A DOUBLE turn without points that strikes one box only."""
    return rules.options["double_zero_turn"] == "one" and all(e.is_struck for e in new.values())


def _may_write(player: Player, box: str, entry: Entry, roll: Roll, symbol: str) -> bool:
    face = player.book.rules.faces[symbol]
    named = entry.power in face.names
    if entry.is_struck:
        return number_of(entry.total) == 0 and (entry.power is None or named)
    fits = entry.base in player.book.scores[box][roll]
    assert isinstance(entry.base, int)
    return fits and named and entry.total == entry.base * face.factor


def _square(player: Player, box: str, roll: Roll, symbol: str, chance: Random) -> Entry:
    """What a roll may write in a box; mostly points, where there are any."""
    scores = player.book.scores[box][roll]
    if scores and chance.random() < 0.85:
        base = scores[int(chance.random() * len(scores))]
        return Entry(base, symbol, base * player.book.rules.faces[symbol].factor)
    return Entry("X", symbol if chance.random() < 0.4 else None, 0)


def _ways(player: Player, roll: Roll, symbol: str, count: int) -> Iterator[Squares]:
    """Everything that may be written; a turn without points may have to strike one box only."""
    for boxes in combinations(player.open, count):
        for entries in product(*(_squares(player, box, roll, symbol) for box in boxes)):
            new = dict(zip(boxes, entries, strict=True))
            if allows(player, new, roll):
                yield new
    if count == 2:
        for box in player.open:
            new = {box: Entry("X", symbol, 0)}
            if _one_strike(player.book.rules, new) and allows(player, new, roll):
                yield new


def _squares(player: Player, box: str, roll: Roll, symbol: str) -> Iterator[Entry]:
    factor = player.book.rules.faces[symbol].factor
    for score in player.book.scores[box][roll]:
        yield Entry(score, symbol, score * factor)
    yield Entry("X", symbol, 0)
    yield Entry("X", None, 0)


def _group(rules: Ruleset, box: str) -> tuple[str, ...]:
    return next((order.boxes for order in rules.orders if box in order.boxes), (box,))


def _group_allows(rules: Ruleset, after: Mapping[str, Entry], box: str) -> bool:
    order = next((order for order in rules.orders if box in order.boxes), Order(boxes=(box,)))
    place = order.boxes.index(box)
    strikes = rules.strikes_of(order)
    if after[box].is_struck and strikes == "free":
        return True
    if after[box].is_struck and strikes == "last-first":
        return all(one in after and after[one].is_struck for one in order.boxes[place + 1 :])
    return all(one in after for one in order.boxes[:place])


def _choice_allows(player: Player, after: Mapping[str, Entry], new: Squares, roll: Roll) -> bool:
    choice = new.get("choice", BLANK)
    options = player.book.rules.options
    if not options.get("choice_after_number") or choice.is_struck or choice is BLANK:
        return True
    faces = [face for face in FACES if roll.count(face) * face == choice.base]
    return any(player.book.own[face] in after for face in faces)
