"""Small games with DOUBLE turns, played out in every way: the audit accepts exactly those cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from scorecheck.audit.reach.turns import possible_turns
from scorecheck.audit.verdict import audit_card
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.doubles import play_with_doubles
from scorecheck.audit.witness.turn import Game as GameShown
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.dice import Roll, all_rolls
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from tests.replay import replayed

DICE = 2
FACE = {"kind": "face"}
RUN = {"kind": "straight", "length": 2}
EQUAL = {"kind": "groups", "sizes": [2]}

BOXES = {
    "ones": {**FACE, "face": 1},
    "twos": {**FACE, "face": 2},
    "choice": {"kind": "any_face"},
    "high": {"kind": "straight", "length": 2, "first": 5, "score": "match"},
    "run_1": {**RUN, "score": 30},
    "run_2": {**RUN, "score": 30},
    "pair_1": {**EQUAL, "score": 7},
    "pair_2": {**EQUAL, "score": 7},
    "twin_1": {**EQUAL, "score": 50},
    "twin_2": {**EQUAL, "score": 100},
    "twin_3": {**EQUAL, "score": 150},
}

Square = tuple[int | str, str | None]
State = tuple[Square | None, ...]


def small_game(*boxes: str) -> Template:
    power = load_catalogue().get("power")
    strikes = {
        "run": {"strikes_option": "pair_strike_order"},
        "pair": {"strikes_option": "pair_strike_order"},
        "twin": {"strikes": "last-first"},
    }
    orders = [
        {"boxes": [box for box in boxes if box.startswith(kind)], **how}
        for kind, how in strikes.items()
    ]
    assert power.power
    return Template.model_validate(
        {
            "id": "small",
            "version": 1,
            "names": {"en": "Small"},
            "dice": DICE,
            "sources": ["made for a test"],
            "ends_at_first_full": True,
            "sections": [{"id": "all", "labels": {"en": "All"}}],
            "boxes": [
                {
                    "id": box,
                    "section": "all",
                    "labels": {"en": box},
                    "pattern": BOXES[box],
                    "fields": ["base", "power", "total"],
                }
                for box in boxes
            ],
            "sums": [
                {"id": "grand_total", "after": "all", "labels": {"en": "Sum"},
                 "formula": {"kind": "boxes", "section": "all"}}
            ],
            "orders": [order for order in orders if order["boxes"]],
            "power": power.power.model_dump(),
            "options": {name: option.model_dump() for name, option in power.options.items()},
        }
    )  # fmt: skip


class Game:
    """Plays every turn that the rules allow; knows nothing of the audit."""

    def __init__(self, template: Template, options: dict[str, object]) -> None:
        self.boxes = [box.id for box in template.boxes]
        self.patterns = [box.pattern for box in template.boxes]
        self.options = options

    def reachable(self) -> dict[State, set[int]]:
        """Every card that can come about, with the numbers of turns that it can take."""
        level: set[State] = {(None,) * len(self.boxes)}
        seen: dict[State, set[int]] = {}
        following: dict[State, set[State]] = {}
        number = 0
        while level:
            for state in level:
                seen.setdefault(state, set()).add(number)
                if state not in following:
                    following[state] = set(self.turns(state))
            level = {after for state in level for after in following[state]}
            number += 1
        return seen

    def turns(self, state: State) -> Iterator[State]:
        open_ = [place for place, square in enumerate(state) if square is None]
        for roll in all_rolls(DICE):
            for place in open_:
                yield from self.fill(state, {place: roll}, "1")
            if len(open_) == 1:
                yield from self.fill(state, {open_[0]: roll}, "D")
            for pair in combinations(open_, 2):
                yield from self.fill(state, dict.fromkeys(pair, roll), "D")
        if self.options["double_zero_turn"] == "one":
            for place in open_:
                for mark in ("D", None):
                    yield from self.put(state, {place: ("X", mark)})

    def fill(self, state: State, rolls: dict[int, Roll], symbol: str) -> Iterator[State]:
        ways = [self.squares(place, roll, symbol) for place, roll in rolls.items()]
        for squares in product(*ways):
            yield from self.put(
                state, dict(zip(rolls, squares, strict=True)), next(iter(rolls.values()))
            )

    def squares(self, place: int, roll: Roll, symbol: str) -> list[Square]:
        scores: list[Square] = [(value, symbol) for value in self.patterns[place].scores(roll)]
        return [*scores, ("X", symbol), ("X", None)]

    def put(self, state: State, new: dict[int, Square], roll: Roll = ()) -> Iterator[State]:
        struck = [place for place, (base, _) in new.items() if base == "X"]
        if len(new) == 2 and self.options["double_zero_turn"] == "one" and len(struck) == 2:
            return
        kinds = {self.boxes[place].split("_")[0] for place in new}
        forbid = self.options["double_same_category"] == "forbid"
        if len(new) == 2 and forbid and not struck and len(kinds) == 1:
            return
        after = tuple(new.get(place, square) for place, square in enumerate(state))
        if all(self.in_order(after, place, roll) for place in new):
            yield after

    def in_order(self, after: State, place: int, roll: Roll) -> bool:
        name = self.boxes[place]
        square = after[place]
        assert square is not None
        kind = name.split("_")[0]
        group = [at for at, box in enumerate(self.boxes) if box.split("_")[0] == kind]
        earlier = [after[at] for at in group if at < place]
        later = [after[at] for at in group if at > place]
        strikes = "last-first" if kind == "twin" else self.options["pair_strike_order"]
        if square[0] == "X" and strikes == "free":
            return True
        if square[0] == "X" and strikes == "last-first":
            return all(one is not None and one[0] == "X" for one in later)
        if name == "choice" and square[0] != "X" and self.options["choice_after_number"]:
            return self.choice_in_order(after, square[0], roll)
        return None not in earlier

    def choice_in_order(self, after: State, base: int | str, roll: Roll) -> bool:
        own = {1: "ones", 2: "twos"}
        faces = [face for face in own if roll.count(face) * face == base]
        return any(after[self.boxes.index(own[face])] is not None for face in faces)


def universe(template: Template, options: dict[str, object]) -> Iterator[State]:
    ways: list[list[Square | None]] = []
    for box in template.boxes:
        scored: list[Square | None] = [
            (value, mark)
            for value in sorted(template.values(box.id, options))
            for mark in ("1", "D")
        ]
        ways.append([None, ("X", None), ("X", "1"), ("X", "D"), *scored])
    return product(*ways)


def card_of(template: Template, state: State) -> Card:
    entries = {}
    for box, square in zip(template.boxes, state, strict=True):
        if square is not None:
            base, mark = square
            total = base * (2 if mark == "D" else 1) if isinstance(base, int) else 0
            entries[box.id] = Entry(base=base, power=mark, total=total)
    return Card(entries=entries)


GAMES = [
    (("run_1", "run_2", "pair_1", "pair_2"), {}),
    (("run_1", "run_2", "pair_1", "pair_2"), {"pair_strike_order": "last-first"}),
    (("run_1", "run_2", "twin_1", "twin_2"), {"double_zero_turn": "one"}),
    (("pair_1", "pair_2", "twin_1", "twin_2"), {"double_same_category": "forbid"}),
    (("pair_1", "pair_2", "twin_1", "twin_2"), {"pair_strike_order": "free"}),
    (("twin_1", "twin_2", "twin_3", "ones"), {}),
    (("ones", "twos", "high", "run_1"), {}),
]


@pytest.mark.parametrize("boxes, given", GAMES, ids=lambda value: "-".join(value) or "plain")
def test_accepted_cards_are_the_reachable_ones(
    boxes: tuple[str, ...], given: dict[str, object]
) -> None:
    template = small_game(*boxes)
    options = template.resolve_options(given)
    reachable = Game(template, dict(options)).reachable()
    for state in universe(template, dict(options)):
        verdict = audit_card(card_of(template, state), template, options)
        names = [finding.name for finding in verdict.findings]
        assert (state in reachable) == (not names), (state, names)


@pytest.mark.parametrize("boxes, given", GAMES[:4], ids=lambda value: "-".join(value) or "plain")
def test_numbers_of_turns(boxes: tuple[str, ...], given: dict[str, object]) -> None:
    template = small_game(*boxes)
    options = template.resolve_options(given)
    rules = ruleset(template, options)
    for state, turns in Game(template, dict(options)).reachable().items():
        view = CardView(card_of(template, state), rules, "in-progress")
        assert possible_turns(view) == turns, state


def test_choice_after_its_number() -> None:
    template = small_game("ones", "twos", "choice")
    options = template.resolve_options({"choice_after_number": True})
    reachable = Game(template, dict(options)).reachable()
    for state in universe(template, dict(options)):
        if state[2] is None or state[2][0] in ("X", 1, 2, 4):
            # Higher numbers have no box of their own in this small game.
            verdict = audit_card(card_of(template, state), template, options)
            assert (state in reachable) == verdict.is_clean, (state, verdict)


@pytest.mark.parametrize("boxes, given", GAMES, ids=lambda value: "-".join(value) or "plain")
def test_reachable_cards_have_a_game(boxes: tuple[str, ...], given: dict[str, object]) -> None:
    template = small_game(*boxes)
    options = template.resolve_options(given)
    rules = ruleset(template, options)
    reachable = Game(template, dict(options)).reachable()
    for state in sorted(reachable, key=repr)[::3]:
        card = card_of(template, state)
        for turns in reachable[state]:
            shown = play_with_doubles(CardView(card, rules, "in-progress"), turns)
            assert len(shown) == turns
            assert replayed(GameShown("card", shown, rules)) == {"": card}
