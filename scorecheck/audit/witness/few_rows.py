"""A smallest set of rows of a Power card that cannot stand together because of DOUBLE turns.

What is set free keeps its box and whether it is struck, but its numbers and its Power may be
anything. Rows that are scored without DOUBLE, and blanks, stay what they are: they only say that
they are nobody's partners.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from scorecheck.audit.reach.doubles import Problem, find_pairs, problems_of
from scorecheck.audit.reach.rows import Role, Row, every_roll, scoring_rolls
from scorecheck.audit.view import CardView

_TRIES = 3000
"""So many sets are tried before the answer is one from which no row can be left out."""


def smallest_doubles(view: CardView) -> tuple[str, ...]:
    """Box ids of rows that no game allows, whatever the other DOUBLE and struck rows say."""
    problems = problems_of(view)
    rows = [row.box for row in problems[0].rows if row.role is Role.MUST or _is_alone(row)]
    few = _without_any(view, problems, rows)
    for chosen in islice(_sets(rows, len(few)), _TRIES):
        if _rule_out(view, problems, chosen):
            return chosen
    return few


def _without_any(
    view: CardView, problems: Sequence[Problem], rows: Sequence[str]
) -> tuple[str, ...]:
    """Rows that cannot stand together, and none of which can be left out."""
    kept = list(rows)
    for row in rows:
        fewer = [one for one in kept if one != row]
        if _rule_out(view, problems, fewer):
            kept = fewer
    return tuple(kept)


def _rule_out(view: CardView, problems: Sequence[Problem], kept: Collection[str]) -> bool:
    return all(find_pairs(_freed(view, problem, kept)) is None for problem in problems)


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
