"""Legal turns: what a player may write after a roll, game by game, and such turns by chance.

This goes by the rules as they are told to people, turn by turn, and shares nothing with the
audit's search but the scoring patterns: so the two can be held against each other. Power Yahtzee
has its own file, `legal_power`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from random import Random

from scorecheck.game.card import Card, Entry
from scorecheck.game.dice import FACES, Roll, all_rolls
from scorecheck.game.jokers import face_box, joker_score
from scorecheck.game.patterns import Pattern
from scorecheck.game.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Book:
    """The rules of one game (or one column) as a player looks them up."""

    rules: Ruleset

    @cached_property
    def scores(self) -> dict[str, dict[Roll, tuple[int, ...]]]:
        """Box and roll to the scores besides 0, as they are written."""
        dice, factor = self.rules.template.dice, self.rules.factor
        return {box: _scores(pattern, dice, factor) for box, pattern in self.rules.patterns.items()}

    @cached_property
    def own(self) -> dict[int, str]:
        """Each number's own box."""
        return {face: face_box(self.rules, face) or "" for face in FACES}

    @cached_property
    def upper(self) -> frozenset[str]:
        """The section of the numbers' own boxes."""
        section = self.rules.boxes[self.own[1]].section
        return frozenset(box.id for box in self.rules.template.section_boxes(section))

    @cached_property
    def yahtzee(self) -> tuple[str, int] | None:
        """The box that chips need, and what it holds then."""
        chips = self.rules.template.chips
        return (chips.box, chips.value * self.rules.factor) if chips else None

    @cached_property
    def jokers(self) -> dict[str, int]:
        """What a joker scores in the boxes where equal dice score nothing."""
        found = {box: joker_score(self.rules, box) for box in self.rules.boxes}
        return {box: score * self.rules.factor for box, score in found.items() if score}

    @cached_property
    def ordered(self) -> bool:
        """Whether an order of the whole card leaves only some boxes to choose from."""
        return any(order.by_box or order.sections for order in self.rules.orders)

    @cached_property
    def rolls(self) -> tuple[Roll, ...]:
        """Rolls to draw from; what people keep their dice for comes up more often than by
        chance."""
        return _rolls(self.rules.template.dice)


@dataclass(eq=False, slots=True)
class Player:
    """A player's card (one column of it) while the game goes on."""

    book: Book
    entries: dict[str, Entry] = field(default_factory=dict)
    chips: int = 0
    open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.open = [box.id for box in self.book.rules.template.boxes]

    def write(self, box: str, entry: Entry) -> None:
        """Fill a box."""
        self.open.remove(box)
        self.entries[box] = entry

    def card(self) -> Card:
        """The card as it stands."""
        chips = self.chips if self.book.yahtzee else None
        return Card(entries=dict(self.entries), chips=chips)


Way = tuple[Player, str, int]
"""In whose column, in which box, and which value."""


def play_turn(sheet: Sequence[Player], chance: Random) -> None:
    """Roll, choose one of the legal ways to write it, and write.

    Args:
        sheet: the player's card, or all its columns where the game has several.
    """
    rolls = sheet[0].book.rolls
    roll = rolls[int(chance.random() * len(rolls))]
    if _is_further(sheet, roll):
        ways = list(_further_yahtzee(sheet, roll))
        player, box, value = ways[int(chance.random() * len(ways))]
        player.chips += _earns_chip(sheet, roll)
    else:
        player, box, value = _ordinary(sheet, roll, chance)
    player.write(box, _ENTRIES[value])


def may_play(
    sheet: Sequence[Player], player: Player, box: str, value: int, roll: Roll
) -> tuple[bool, bool]:
    """Whether a player may write `value` in a box of one column, and whether that earns a chip."""
    if _is_further(sheet, roll):
        ways = list(_further_yahtzee(sheet, roll))
        return (player, box, value) in ways, _earns_chip(sheet, roll)
    fits = value == 0 or value in player.book.scores[box][roll]
    return fits and box in _in_order(player), False


_ENTRIES = {value: Entry(value) for value in range(1000)}
_TRIES = 3


def _ordinary(sheet: Sequence[Player], roll: Roll, chance: Random) -> Way:
    """A box by chance; another is looked at when it would score nothing."""
    left = [player for player in sheet if player.open] if len(sheet) > 1 else sheet
    player, box = left[0], ""
    for _ in range(_TRIES):
        player = left[int(chance.random() * len(left))]
        boxes = _in_order(player)
        box = boxes[int(chance.random() * len(boxes))]
        scores = player.book.scores[box][roll]
        if scores and chance.random() < 0.9:
            return player, box, scores[int(chance.random() * len(scores))]
    return player, box, 0


def _is_further(sheet: Sequence[Player], roll: Roll) -> bool:
    """Whether this is a further Yahtzee: the Yahtzee boxes are used."""
    yahtzee = sheet[0].book.yahtzee
    if yahtzee is None or roll[0] != roll[-1]:
        return False
    return all(yahtzee[0] in one.entries for one in sheet)


def _earns_chip(sheet: Sequence[Player], roll: Roll) -> bool:
    """Whether a further Yahtzee is worth a chip: the Yahtzee boxes are scored, not struck."""
    held = [
        (one.entries[one.book.yahtzee[0]].base, one.book.yahtzee[1])
        for one in sheet
        if one.book.yahtzee
    ]
    return roll[0] == roll[-1] and all(base == scored for base, scored in held)


def _further_yahtzee(sheet: Sequence[Player], roll: Roll) -> Iterator[Way]:
    options = sheet[0].book.rules.options
    joker, zero = options.get("joker", "forced"), options.get("joker_zero", "lower")
    own, upper = sheet[0].book.own[roll[0]], sheet[0].book.upper
    places = [(one, box) for one in sheet for box in _in_order(one)]
    lower = [(one, box) for one, box in places if box not in upper]
    if joker == "none" or zero == "any":
        yield from ((one, box, 0) for one, box in places)
    own_open = any(own in one.open for one in sheet)
    for one, box in places:
        if box == own:
            yield from ((one, own, score) for score in one.book.scores[own][roll])
    if own_open and joker == "forced":
        return
    for one, box in lower:
        yield from ((one, box, score) for score in one.book.scores[box][roll])
        if box in one.book.jokers and not own_open:
            yield one, box, one.book.jokers[box]
        if zero == "lower":
            yield one, box, 0
    if not own_open and not lower:
        yield from ((one, box, 0) for one, box in places)


def _in_order(player: Player) -> list[str]:
    """The open boxes that orders of the whole card leave to choose from."""
    boxes = player.open
    if not player.book.ordered or not boxes:
        return boxes
    rules = player.book.rules
    for order in rules.orders:
        if order.by_box:
            boxes = boxes[-1:] if order.upwards else boxes[:1]
        elif order.sections:
            section = rules.boxes[boxes[0]].section
            boxes = [box for box in boxes if rules.boxes[box].section == section]
    return boxes


@cache
def _scores(pattern: Pattern, dice: int, factor: int) -> dict[Roll, tuple[int, ...]]:
    return {
        roll: tuple(factor * score for score in sorted(pattern.scores(roll)))
        for roll in all_rolls(dice)
    }


@cache
def _rolls(dice: int) -> tuple[Roll, ...]:
    """A third equal dice, a quarter of two numbers, the rest as they fall."""
    chance = Random(dice)
    rolls: list[Roll] = [(face,) * dice for face in FACES] * 60
    for _ in range(250):
        two = chance.sample(FACES, 2)
        rolls.append(tuple(sorted(chance.choice(two) for _ in range(dice))))
    rolls += (tuple(sorted(chance.choice(FACES) for _ in range(dice))) for _ in range(400))
    return tuple(rolls)
