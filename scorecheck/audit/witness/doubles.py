"""One legal game of a card with a Power die: DOUBLE rows in pairs, in an order of turns."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.audit.reach.doubles import Pair, Problem, find_pairs, problems_of
from scorecheck.audit.reach.rows import Edge, Role, scoring_rolls
from scorecheck.audit.view import CardView, is_power_strike
from scorecheck.audit.witness.boxes import fill_of
from scorecheck.audit.witness.rolls import len_of, most_likely, roll_for
from scorecheck.audit.witness.turn import Fill, Turn
from scorecheck.game.card import Entry
from scorecheck.game.dice import Roll
from scorecheck.game.template import PowerFace

Group = tuple[int, ...]
"""The rows of one turn."""


def play_with_doubles(view: CardView, turns: int | None = None) -> tuple[Turn, ...]:
    """One legal game that ends in a card that can be.

    Args:
        turns: how many turns it took; None where it does not matter.
    """
    count = None if turns is None else len(view.filled) - turns
    for problem in problems_of(view):
        pairs = find_pairs(problem, count)
        if pairs is not None:
            return tuple(_turn(view, problem, group) for group in _in_order(problem, pairs))
    raise ValueError("no legal game ends in this card in so many turns")


def _in_order(problem: Problem, pairs: Sequence[Pair]) -> list[Group]:
    """The turns in an order that the numbered boxes allow; a DOUBLE row alone comes last."""
    paired = {row for pair in pairs for row in pair}
    alone = [(row,) for row in range(len(problem.rows)) if row not in paired]
    last = [group for group in alone if problem.rows[group[0]].role is Role.MUST]
    waiting = sorted([*pairs, *(group for group in alone if group not in last)], key=min)
    turns: list[Group] = []
    while waiting:
        done = {row for group in turns for row in group}
        turn = next(group for group in waiting if _is_free(group, problem.edges, done))
        waiting.remove(turn)
        turns.append(turn)
    return turns + last


def _is_free(group: Group, edges: Sequence[Edge], done: set[int]) -> bool:
    """Whether everything that has to come before these rows is done."""
    return all(one in done or one in group for one, two in edges if two in group)


def _turn(view: CardView, problem: Problem, group: Group) -> Turn:
    rows = [problem.rows[row] for row in group]
    fills = tuple(_fill(view, row.box, double=len(group) == 2) for row in rows)
    if len(group) == 2:
        return Turn(_roll(view, problem, group), fills, _double(view))
    (fill,) = fills
    symbol = _plain(view) if is_power_strike(fill.entry.power) else fill.entry.power
    # A row without a base may have had any of several: its rolls are those of a DOUBLE turn.
    told = fill.entry.is_struck or view.card.entry(fill.box).base is not None
    dice = _roll(view, problem, group) if told else _roll_of(view, fill)
    return Turn(dice, fills, symbol)


def _roll(view: CardView, problem: Problem, group: Group) -> Roll:
    """A roll that fits all rows of a turn and, if there is one, scores nothing in struck rows."""
    rolls, dice = _common(problem, group), len_of(view)
    blank = rolls
    for row in group:
        if problem.rows[row].struck:
            blank &= ~scoring_rolls(view.rules.patterns[problem.rows[row].box], dice)
    return most_likely(blank or rolls, dice)


def _common(problem: Problem, group: Group) -> int:
    """The rolls that fit all rows of a turn, as bits."""
    rolls = problem.rows[group[0]].rolls
    for row in group[1:]:
        rolls &= problem.rows[row].rolls
    return rolls


def _fill(view: CardView, box: str, *, double: bool) -> Fill:
    """What a turn writes; base and Power are made up where a row shows only its total."""
    fill = fill_of(view, box)
    entry = fill.entry
    if entry.is_struck or entry.base is not None or not isinstance(entry.total, int):
        return fill
    for symbol, face in _faces(view, entry, double=double):
        base = entry.total // face.factor
        if base * face.factor == entry.total and base in view.rules.values[box]:
            return Fill(box, Entry(base, symbol, entry.total))
    return fill


def _faces(view: CardView, entry: Entry, *, double: bool) -> list[tuple[str, PowerFace]]:
    faces = view.rules.faces
    if entry.power and entry.power in faces:
        return [(entry.power, faces[entry.power])]
    return [(_double(view), faces[_double(view)])] if double else list(faces.items())


def _roll_of(view: CardView, fill: Fill) -> Roll:
    """A roll for a row of which only the total was written."""
    base = fill.entry.base
    return roll_for(view, fill.box, base if isinstance(base, int) else 0)


def _double(view: CardView) -> str:
    """How DOUBLE is written; where only factors are, as 2."""
    faces = view.rules.faces
    return next((name for name, face in faces.items() if face.double), "2")


def _plain(view: CardView) -> str:
    """A face that counts once."""
    return next(name for name, face in view.rules.faces.items() if face.factor == 1)
