"""Small games of several columns, and with forced orders, played out in every way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from scorecheck.audit.columns import audit_columns, column_views
from scorecheck.audit.verdict import audit_card
from scorecheck.audit.witness.find import witness_of_sheet
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import load_catalogue
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.template import Template
from tests.replay import replayed

ROLLS = ((1, 1), (1, 2), (2, 2))
Column = tuple[int | None, ...]
Sheet = tuple[Column, Column]
BOXES = {
    "ones": ({"kind": "face", "face": 1}, "upper"),
    "twos": ({"kind": "face", "face": 2}, "upper"),
    "chance": ({"kind": "any", "score": "all"}, "lower"),
    "yahtzee": ({"kind": "groups", "sizes": [2], "score": 50}, "lower"),
}
NAMES = tuple(BOXES)


def small_game(columns: list[dict[str, object]] | None = None, **more: object) -> Template:
    """Two dice, two numbers; two equal are a Yahtzee."""
    data: dict[str, object] = {
        "id": "small",
        "version": 1,
        "names": {"en": "Small"},
        "dice": 2,
        "sources": ["made for a test"],
        "sections": [{"id": name, "labels": {"en": name}} for name in ("upper", "lower")],
        "boxes": [
            {"id": box, "section": section, "labels": {"en": box}, "pattern": pattern}
            for box, (pattern, section) in BOXES.items()
        ],
        "sums": [
            {"id": "column_total", "after": "lower", "labels": {"en": "Sum"},
             "formula": {"kind": "boxes", "section": "lower"}}
        ],
        **more,
    }  # fmt: skip
    if columns:
        data["columns"] = [{"labels": {"en": one["id"]}, **one} for one in columns]
        data["overall"] = [
            {"id": "grand_total", "after": "lower", "labels": {"en": "All"},
             "formula": {"kind": "columns", "of": "column_total"}}
        ]  # fmt: skip
    return Template.model_validate(data)


def entries(column: Column) -> dict[str, Entry]:
    """The filled boxes of a column."""
    marks = zip(NAMES, column, strict=True)
    return {box: Entry(value) for box, value in marks if value is not None}


def scores(roll: tuple[int, int], box: str) -> Iterator[int]:
    """What an ordinary roll may write in a box."""
    yield 0
    face = {"ones": 1, "twos": 2}.get(box)
    if face in roll:
        yield roll.count(face) * face  # type: ignore[operator,arg-type]
    if box == "chance":
        yield sum(roll)
    if box == "yahtzee" and roll[0] == roll[1]:
        yield 50


# Triple Yahtzee: chips once both Yahtzee boxes are scored, the number's boxes first.

VALUES: dict[str, tuple[int | None, ...]] = {
    "ones": (None, 0, 1, 2), "twos": (None, 0, 4), "chance": (None, 0, 2, 3, 4),
    "yahtzee": (None, 50),
}  # fmt: skip
"""The numbers that are looked at; a card without the others needs no turn that writes them."""
State = tuple[Sheet, tuple[int, int]]


def turns(state: State) -> Iterator[State]:
    """Every way to write a roll on a sheet."""
    sheet, chips = state
    every = [(c, n) for c in (0, 1) for n, value in enumerate(sheet[c]) if value is None]
    again = all(column[3] == 50 for column in sheet)
    for roll in ROLLS:
        if not (again and roll[0] == roll[1]):
            yield from (
                (put(sheet, c, n, value), chips)
                for c, n in every
                for value in scores(roll, NAMES[n])
            )
            continue
        for c, n, value in further(every, roll[0]):
            earned = (chips[0] + (c == 0), chips[1] + (c == 1))
            yield put(sheet, c, n, value), earned


def further(open_: list[tuple[int, int]], face: int) -> Iterator[tuple[int, int, int]]:
    """Equal dice when all Yahtzee boxes are scored."""
    own = [(c, n) for c, n in open_ if n == face - 1]
    lower = [(c, n) for c, n in open_ if n > 1]
    for c, n in own or lower or open_:
        if own or n == 2:
            yield c, n, 2 * face
        if not own:
            yield c, n, 0


def put(sheet: Sheet, column: int, place: int, value: int) -> Sheet:
    """The sheet with one more box filled."""
    columns = [list(one) for one in sheet]
    columns[column][place] = value
    return tuple(columns[0]), tuple(columns[1])


@cache
def reachable() -> set[State]:
    start: State = (((None,) * 4, (None,) * 4), (0, 0))
    seen, todo = {start}, [start]
    while todo:
        for after in turns(todo.pop()):
            looked_at = all(
                value in VALUES[box]
                for column in after[0]
                for box, value in zip(NAMES, column, strict=True)
            )
            if looked_at and after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def test_chips_of_two_columns() -> None:
    template = small_game(
        [{"id": "c1"}, {"id": "c2", "factor": 2}],
        chips={"box": "yahtzee", "value": 50, "labels": {"en": "Chips"}},
    )
    options = template.resolve_options()
    known = reachable()
    one = [(*column, 50) for column in product(*(VALUES[box] for box in NAMES[:3]))]
    order = {None: -1}
    keyed = sorted(one, key=lambda column: [order.get(value, value) for value in column])
    for sheet in combinations_with_replacement(keyed, 2):
        for chips in product(range(3), repeat=2):
            cards = {
                name: Card(entries(column), count)
                for name, column, count in zip(("c1", "c2"), sheet, chips, strict=True)
            }
            verdict = audit_columns(ColumnsCard(cards), template, options)
            assert ((sheet, chips) in known) == (not verdict.findings), (sheet, chips)


def test_reachable_sheets_have_a_game() -> None:
    template = small_game(
        [{"id": "c1"}, {"id": "c2", "factor": 2}],
        chips={"box": "yahtzee", "value": 50, "labels": {"en": "Chips"}},
    )
    options = template.resolve_options()
    for sheet, chips in sorted(reachable(), key=repr)[::40]:
        cards = {
            name: Card(entries(column), count)
            for name, column, count in zip(("c1", "c2"), sheet, chips, strict=True)
        }
        views = tuple(column_views(ColumnsCard(cards), template, options, "in-progress").values())
        (game,) = witness_of_sheet(views).games
        assert replayed(game) == cards


# Yamb: one column from the top down, one from the bottom up. Yatzy: all boxes from the top down.


def filled_in(direction: str, column: Column) -> bool:
    """Whether some order of turns fills a column so."""
    blank = [value is None for value in column]
    return blank == sorted(blank, reverse=direction == "up") or direction == "free"


ANY: tuple[tuple[int | None, ...], ...] = (
    (None, 0, 1, 2), (None, 0, 2, 4), (None, 0, 2, 3, 4, 5), (None, 0, 30, 50),
)  # fmt: skip


def attainable(column: Column) -> bool:
    """Whether some ordinary rolls score every box of a column."""
    return all(
        value is None or any(value in scores(roll, box) for roll in (*ROLLS, (2, 3), (3, 3)))
        for box, value in zip(NAMES, column, strict=True)
    )


@pytest.mark.parametrize("direction", ["down", "up", "free"])
def test_columns_in_one_direction(direction: str) -> None:
    template = small_game([{"id": "c1", "order": direction}, {"id": "c2"}])
    options = template.resolve_options()
    for column in product(*ANY):
        card = ColumnsCard({"c1": Card(entries(column))})
        clean = not audit_columns(card, template, options).findings
        assert clean == (attainable(column) and filled_in(direction, column)), column


@pytest.mark.parametrize("order", ["by_box", "sections"])
def test_forced_orders(order: str) -> None:
    forced = {"sections": ["upper", "lower"], "by_box": order == "by_box", "when": "forced_order"}
    yatzy = load_catalogue().get("yatzy").options["forced_order"]
    template = small_game(orders=[forced], options={"forced_order": yatzy.model_dump()})
    for wanted in (True, False):
        options = template.resolve_options({"forced_order": wanted})
        for column in product(*ANY):
            clean = audit_card(Card(entries(column)), template, options).is_clean
            if not wanted:
                in_order = True
            elif order == "by_box":
                in_order = filled_in("down", column)
            else:
                in_order = None not in column[:2] or column[2:] == (None, None)
            assert clean == (attainable(column) and in_order), column
