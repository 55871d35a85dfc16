"""Small games with chips, played out in every way: the audit accepts exactly those counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from scorecheck.audit.verdict import audit_card
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.find import witness_of_card
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from tests.replay import replayed

FACES = (1, 2, 3)
UPPER = {"ones": 1, "twos": 2, "threes": 3}
ROLLS = tuple(combinations_with_replacement(FACES, 2))
LOWER = ("chance", "straight", "yahtzee")

State = tuple[tuple[int | None, ...], int]


def small_game() -> Template:
    """Two dice, three numbers: a pair is a Yahtzee (50), two in a row a straight (30)."""
    yahtzee = load_catalogue().get("yahtzee")
    upper = [(box, {"kind": "face", "face": face}, "upper") for box, face in UPPER.items()]
    lower = [
        ("chance", {"kind": "any", "score": "all"}, "lower"),
        ("straight", {"kind": "straight", "length": 2, "score": 30}, "lower"),
        ("yahtzee", {"kind": "groups", "sizes": [2], "score": 50}, "lower"),
    ]
    return Template.model_validate(
        {
            "id": "small",
            "version": 1,
            "names": {"en": "Small"},
            "dice": 2,
            "sources": ["made for a test"],
            "sections": [{"id": name, "labels": {"en": name}} for name in ("upper", "lower")],
            "boxes": [
                {"id": box, "section": section, "labels": {"en": box}, "pattern": pattern}
                for box, pattern, section in (*upper, *lower)
            ],
            "sums": [
                {"id": "grand_total", "after": "lower", "labels": {"en": "Sum"},
                 "formula": {"kind": "boxes", "section": "lower"}}
            ],
            "chips": {"box": "yahtzee", "value": 50, "labels": {"en": "Chips"}},
            "orders": [{"sections": ["upper", "lower"], "when": "upper_first"}],
            "options": {name: option.model_dump() for name, option in yahtzee.options.items()},
        }
    )  # fmt: skip


BOXES = (*UPPER, *LOWER)


class Game:
    """Plays every turn that the rules allow; knows nothing of the audit."""

    def __init__(self, joker: str, zero: str, upper_first: bool) -> None:
        self.joker, self.zero, self.upper_first = joker, zero, upper_first

    def reachable(self) -> set[State]:
        start: State = ((None,) * len(BOXES), 0)
        seen, todo = {start}, [start]
        while todo:
            for following in self.turns(*todo.pop()):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return seen

    def turns(self, card: tuple[int | None, ...], chips: int) -> Iterator[State]:
        held = dict(zip(BOXES, card, strict=True))
        for roll in ROLLS:
            again = roll[0] == roll[1] and held["yahtzee"] is not None
            earned = chips + (again and held["yahtzee"] == 50)
            for box, value in self.further(held, roll[0]) if again else self.ordinary(held, roll):
                if not (self.upper_first and box in LOWER and self.open(held, UPPER)):
                    after = tuple(value if name == box else held[name] for name in BOXES)
                    yield after, earned

    def open(self, held: dict[str, int | None], boxes: object) -> list[str]:
        return [box for box in boxes if held[box] is None]  # type: ignore[attr-defined]

    def ordinary(
        self, held: dict[str, int | None], roll: tuple[int, ...]
    ) -> Iterator[tuple[str, int]]:
        for box in self.open(held, BOXES):
            yield box, 0
            if box in UPPER and UPPER[box] in roll:
                yield box, UPPER[box] * roll.count(UPPER[box])
            if box == "chance":
                yield box, sum(roll)
            if box == "straight" and roll[1] == roll[0] + 1:
                yield box, 30
            if box == "yahtzee" and roll[0] == roll[1]:
                yield box, 50

    def further(self, held: dict[str, int | None], face: int) -> Iterator[tuple[str, int]]:
        """Equal dice when the Yahtzee box is used."""
        own = next(box for box, number in UPPER.items() if number == face)
        scores = {own: 2 * face, "chance": 2 * face}
        if self.joker != "none" and held[own] is not None:
            scores["straight"] = 30
        open_lower, open_upper = self.open(held, LOWER), self.open(held, UPPER)
        if self.joker == "none" or self.zero == "any":
            for box in self.open(held, BOXES):
                yield box, 0
        if self.joker == "forced" and held[own] is None:
            yield own, 2 * face
            return
        for box, score in scores.items():
            if held[box] is None:
                yield box, score
        if self.zero == "lower":
            for box in open_lower:
                yield box, 0
        if held[own] is not None and not open_lower:
            for box in open_upper:
                yield box, 0


@cache
def reachable(joker: str, zero: str, upper_first: bool) -> set[State]:
    """What can come about; played out once for all tests."""
    return Game(joker, zero, upper_first).reachable()


def universe() -> Iterator[State]:
    values: list[tuple[int | None, ...]] = [(None, 0, face, 2 * face) for face in FACES]
    values += [(None, 0, 2, 3, 4, 5, 6), (None, 0, 30), (None, 0, 50)]
    return ((card, chips) for card in product(*values) for chips in range(6))


GAMES = [
    ("forced", "lower", False),
    ("forced", "none", False),
    ("forced", "any", False),
    ("free", "lower", False),
    ("free", "none", False),
    ("none", "lower", False),
    ("forced", "lower", True),
]


@pytest.mark.parametrize("joker, zero, upper_first", GAMES)
def test_accepted_chips_are_the_reachable_ones(joker: str, zero: str, upper_first: bool) -> None:
    template = small_game()
    options = template.resolve_options(
        {"joker": joker, "joker_zero": zero, "upper_first": upper_first}
    )
    known = reachable(joker, zero, upper_first)
    for card, chips in universe():
        if card[-1] != 50 and chips > 1:
            continue  # a chip too many is the same finding as two
        entries = {
            box: Entry(base=value)
            for box, value in zip(BOXES, card, strict=True)
            if value is not None
        }
        verdict = audit_card(Card(entries=entries, chips=chips), template, options)
        assert ((card, chips) in known) == verdict.is_clean, (card, chips, verdict)


@pytest.mark.parametrize("joker, zero, upper_first", GAMES)
def test_reachable_cards_have_a_game(joker: str, zero: str, upper_first: bool) -> None:
    template = small_game()
    options = template.resolve_options(
        {"joker": joker, "joker_zero": zero, "upper_first": upper_first}
    )
    rules = ruleset(template, options)
    for card, chips in sorted(reachable(joker, zero, upper_first), key=repr)[::5]:
        entries = {
            box: Entry(base=value)
            for box, value in zip(BOXES, card, strict=True)
            if value is not None
        }
        view = CardView(Card(entries=entries, chips=chips), rules, "in-progress")
        (game,) = witness_of_card(view).games
        assert replayed(game) == {"": view.card}
