"""A smallest set of rows of a Power card that cannot stand together because of DOUBLE turns.

What is set free keeps its box and whether it is struck, but its numbers and its Power may be
anything. Rows that are scored without DOUBLE, and blanks, stay what they are: they only say that
they are nobody's partners. On a card full of DOUBLE rows such a set can hold half of them, which
explains little; then the other rows stay as they are too, and those are named that get no partner.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from scorecheck.audit.reach.doubles import Problem, demanding, find_pairs, problems_of
from scorecheck.audit.reach.rows import Role, Row, every_roll, scoring_rolls
from scorecheck.audit.view import CardView

_TRIES = 600
"""So many sets are tried before the answer is one from which no row can be left out."""

_FEW = 4
"""More rows than these explain little."""

Test = Callable[[Collection[str]], bool]
"""Whether these rows rule out every game."""


def smallest_doubles(view: CardView) -> tuple[str, ...]:
    """Box ids of rows that no game allows: whatever the other DOUBLE and struck rows say, or if
    that takes many, as they stand."""
    problems = problems_of(view)
    rows = problems[0].rows
    marked = [row.box for row in rows if row.role is Role.MUST]

    def whatever(kept: Collection[str]) -> bool:
        return all(find_pairs(_freed(view, problem, kept)) is None for problem in problems)

    def as_they_stand(kept: Collection[str]) -> bool:
        return all(find_pairs(demanding(problem, kept)) is None for problem in problems)

    free = [row.box for row in rows if row.role is Role.MUST or _is_alone(row)]
    found = _smallest(free, whatever)
    return found if len(found) <= _FEW else _smallest(marked, as_they_stand)


def _smallest(rows: Sequence[str], rule_out: Test) -> tuple[str, ...]:
    few = _without_any(rows, rule_out)
    sets = islice(_sets(rows, min(len(few), _FEW + 1)), _TRIES)
    return next((chosen for chosen in sets if rule_out(chosen)), few)


def _without_any(rows: Sequence[str], rule_out: Test) -> tuple[str, ...]:
    """Rows that cannot stand together, and none of which can be left out."""
    kept = list(rows)
    for row in rows:
        fewer = [one for one in kept if one != row]
        if rule_out(fewer):
            kept = fewer
    return tuple(kept)


def _freed(view: CardView, problem: Problem, kept: Collection[str]) -> Problem:
    rows = (
        replace(row, role=Role.MAY, rolls=_any_roll(view, row))
        if row.box not in kept and (row.role is Role.MUST or row.struck)
        else row
        for row in problem.rows
    )
    return replace(problem, rows=tuple(rows))


def _any_roll(view: CardView, row: Row) -> int:
    """The rolls that score anything in a row, or all where it is struck, as bits."""
    if row.struck:
        return every_roll(view.rules)
    return scoring_rolls(view.rules.patterns[row.box], view.rules.template.dice)


def _is_alone(row: Row) -> bool:
    """A struck row with a Power of its own, which is nobody's partner."""
    return row.struck and row.role is Role.NEVER


def _sets(rows: Sequence[str], below: int) -> Iterator[tuple[str, ...]]:
    for size in range(1, below):
        yield from combinations(rows, size)
