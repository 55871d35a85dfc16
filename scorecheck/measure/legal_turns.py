"""Legal turns, chosen by chance: what a player may write after a roll, game by game.

This plays by the rules as they are told to people, turn by turn, and shares nothing with the
audit's search but the scoring patterns: so the two can be held against each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from random import Random

from scorecheck.game.card import BLANK, Card, Entry
from scorecheck.game.dice import FACES, Roll
from scorecheck.game.jokers import face_box, joker_score
from scorecheck.game.ruleset import Ruleset
from scorecheck.game.template import Order

Squares = dict[str, Entry]
"""Boxes with what a turn writes in them."""


@dataclass(eq=False)
class Player:
    """A player's card (one column of it) while the game goes on."""

    rules: Ruleset
    entries: dict[str, Entry] = field(default_factory=dict)
    chips: int = 0

    @property
    def open(self) -> list[str]:
        """The boxes that are not filled yet."""
        return [box.id for box in self.rules.template.boxes if box.id not in self.entries]

    def card(self) -> Card:
        """The card as it stands."""
        chips = self.chips if self.rules.template.has_chips else None
        return Card(entries=dict(self.entries), chips=chips)


def play_turn(sheet: Sequence[Player], chance: Random) -> None:
    """Roll, choose one of the legal ways to write it, and write.

    Args:
        sheet: the player's card, or all its columns where the game has several.
    """
    rules = sheet[0].rules
    roll = _roll(rules, chance)
    if rules.template.power is not None:
        (player,) = sheet
        player.entries.update(chance.choice(list(_power_ways(player, roll, chance))))
        return
    player, box, value = chance.choice(list(_ways(sheet, roll)))
    player.chips += _earns_chip(sheet, roll)
    player.entries[box] = Entry(base=value)


def _roll(rules: Ruleset, chance: Random) -> Roll:
    """A roll; what people keep their dice for comes up more often than by chance."""
    dice = rules.template.dice
    kind = chance.random()
    if kind < 0.35:
        return (chance.choice(FACES),) * dice
    if kind < 0.6:
        faces = chance.sample(FACES, 2)
        return tuple(sorted(chance.choice(faces) for _ in range(dice)))
    return tuple(sorted(chance.choice(FACES) for _ in range(dice)))


Way = tuple[Player, str, int]
"""In whose column, in which box, and which value."""


def _earns_chip(sheet: Sequence[Player], roll: Roll) -> bool:
    chips = sheet[0].rules.template.chips
    return (
        chips is not None
        and len(set(roll)) == 1
        and all(one.entries.get(chips.box, BLANK).base == chips.value for one in sheet)
    )


def _ways(sheet: Sequence[Player], roll: Roll) -> Iterator[Way]:
    """What the rules of a game with one number a box allow."""
    chips = sheet[0].rules.template.chips
    used = chips is not None and all(chips.box in one.entries for one in sheet)
    if used and len(set(roll)) == 1:
        yield from _further_yahtzee(sheet, roll)
        return
    for one in sheet:
        for box in _in_order(one):
            yield one, box, 0
            yield from ((one, box, score) for score in one.rules.patterns[box].scores(roll))


def _further_yahtzee(sheet: Sequence[Player], roll: Roll) -> Iterator[Way]:
    rules = sheet[0].rules
    joker, zero = rules.options.get("joker", "forced"), rules.options.get("joker_zero", "lower")
    own = face_box(rules, roll[0]) or ""
    upper = rules.boxes[own].section
    places = [(one, box) for one in sheet for box in _in_order(one)]
    lower = [(one, box) for one, box in places if rules.boxes[box].section != upper]
    if joker == "none" or zero == "any":
        yield from ((one, box, 0) for one, box in places)
    own_open = [one for one in sheet if own not in one.entries]
    yield from ((one, own, roll[0] * len(roll)) for one in own_open if (one, own) in places)
    if own_open and joker == "forced":
        return
    for one, box in lower:
        yield from ((one, box, score) for score in rules.patterns[box].scores(roll))
        score = joker_score(rules, box)
        if score is not None and not own_open:
            yield one, box, score
        if zero == "lower":
            yield one, box, 0
    if not own_open and not lower:
        yield from ((one, box, 0) for one, box in places)


def _in_order(player: Player) -> list[str]:
    """The open boxes that orders of the whole card leave to choose from."""
    boxes = player.open
    for order in player.rules.orders:
        if order.by_box:
            boxes = boxes[-1:] if order.upwards else boxes[:1]
        elif order.sections:
            sections = [player.rules.boxes[box].section for box in boxes]
            boxes = [box for box in boxes if player.rules.boxes[box].section == sections[0]]
    return boxes


def _power_ways(player: Player, roll: Roll, chance: Random) -> Iterator[Squares]:
    faces = sorted(player.rules.faces)
    symbol = chance.choice(faces)
    face = player.rules.faces[symbol]
    count = 2 if face.double and len(player.open) > 1 else 1
    one_strike = player.rules.options["double_zero_turn"] == "one"
    for boxes in combinations(player.open, count):
        for entries in product(*(_squares(player, box, roll, symbol) for box in boxes)):
            new = dict(zip(boxes, entries, strict=True))
            struck = [box for box in boxes if new[box].is_struck]
            for less in _strikes(new, alone=one_strike and len(struck) == 2):
                if _power_allows(player, less, roll):
                    yield less


def _strikes(new: Squares, *, alone: bool) -> Iterator[Squares]:
    """The squares of a turn; each by itself where a turn without points strikes one box only."""
    if not alone:
        yield new
        return
    yield from ({box: entry} for box, entry in new.items())


def _squares(player: Player, box: str, roll: Roll, symbol: str) -> Iterator[Entry]:
    factor = player.rules.faces[symbol].factor
    for score in player.rules.patterns[box].scores(roll):
        yield Entry(score, symbol, score * factor)
    yield Entry("X", symbol, 0)
    yield Entry("X", None, 0)


def _power_allows(player: Player, new: Squares, roll: Roll) -> bool:
    rules = player.rules
    after = {**player.entries, **new}
    if len(new) == 2 and rules.options["double_same_category"] == "forbid":
        kinds = {_group(rules, box) for box in new}
        if len(kinds) == 1 and not any(entry.is_struck for entry in new.values()):
            return False
    return all(_group_allows(rules, after, box) for box in new) and _choice_allows(
        rules, after, new, roll
    )


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


def _choice_allows(rules: Ruleset, after: Mapping[str, Entry], new: Squares, roll: Roll) -> bool:
    choice = new.get("choice", BLANK)
    if not rules.options.get("choice_after_number") or choice.is_struck or choice is BLANK:
        return True
    faces = [face for face in FACES if roll.count(face) * face == choice.base]
    return any(face_box(rules, face) in after for face in faces)
