"""Several readings of one sheet of paper as one, whichever of them came first.

A cell that is sure on one photo stays sure as long as no other photo thinks something else far
likelier. Where one does, a person is asked, however sure the first one was: so a second photo can
make a cell sure that was in doubt on the first, but never hides that the two do not fit together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

from scorecheck.archive.reading_json import Body
from scorecheck.archive.record import canonical
from scorecheck.evidence.policy import POLICY
from scorecheck.reading.types import State

TOGETHER = "together"
"""How a version was judged, as its record says: on all its readings. Older ones have no such word
and were judged on the first of their readings alone."""

_KNOWN = (State.SURE.value, State.BLANK.value)

_FAR_LIKELIER = 3.0
"""A sure reading is wrong so seldom that it stays even if another photo makes being wrong three
times likelier; not more."""

_BELOW = 0.01
"""So much less than what may be settled on is what photos that do not fit together show."""

_Cell = list[Any]
"""As in a `reading` record: cell, box, field, kind, state, candidates, corners."""
_STATE, _CANDIDATES = 4, 5


def in_order(readings: Sequence[Body]) -> list[Body]:
    """The readings, each once: the one with the fewest cells that are not sure first, of equals
    that of the lowest name."""
    each = {one["reading"]: one for one in readings}
    return sorted(each.values(), key=lambda one: (_unsure(one), one["reading"]))


def combined(readings: Sequence[Body]) -> Body:
    """One reading with what all of them see; places are those of the first one.

    Args:
        readings: of one sheet of paper, none of which contradicts another.
    """
    first, *others = readings
    if not others:
        return first
    seen = [_by_name(one) for one in readings]
    cells = {
        column: [_together([own[cell[0]] for own in seen if cell[0] in own]) for cell in told]
        for column, told in first["cells"].items()
    }
    return first | {"cells": cells}


def _together(cells: Sequence[_Cell]) -> _Cell:
    """One cell as several photos show it; it keeps its place on the first of them."""
    own = cells[0]
    told = [cell for cell in cells if cell[_STATE] != State.ILLEGIBLE.value]
    known = [cell for cell in told if cell[_STATE] in _KNOWN]
    if known and _all_allow(known[0][_CANDIDATES][0][0], told):
        best = min(known, key=lambda cell: (-cell[_CANDIDATES][0][1], canonical(cell[_CANDIDATES])))
        return _with(own, best[_STATE], best[_CANDIDATES])
    if not told:
        return own
    shares = _mean([cell[_CANDIDATES] for cell in told])
    agreed = len({cell[_CANDIDATES][0][0] for cell in told}) == 1
    settled = shares if agreed and not known else _for_a_person(shares)
    return _with(own, State.DOUBTFUL.value, settled)


def _all_allow(text: str, cells: Sequence[_Cell]) -> bool:
    """Whether none of the photos thinks something else far likelier."""
    for cell in cells:
        shares = dict(map(tuple, cell[_CANDIDATES]))
        if cell[_CANDIDATES][0][1] > _FAR_LIKELIER * shares.get(text, 0.0):
            return False
    return True


def _mean(lists: Sequence[Sequence[Sequence[Any]]]) -> list[list[Any]]:
    """Of each text the mean of its probabilities: photos of one entry are no independent witnesses,
    so two that both waver are not surer than one."""
    if len(lists) == 1:
        return [list(one) for one in lists[0]]
    shares: dict[str, list[float]] = {}
    for candidates in lists:
        for text, p in candidates:
            shares.setdefault(text, []).append(float(p))
    means = {text: fsum(some) / len(lists) for text, some in shares.items()}
    return [[text, means[text]] for text in sorted(means, key=lambda text: (-means[text], text))]


def _for_a_person(candidates: list[list[Any]]) -> list[list[Any]]:
    """The same in the same proportions, none so likely that the rest of the card may settle on it:
    the mean of a photo and of one that thinks otherwise would be, and nobody would be asked.
    """
    most, top = POLICY.seen - _BELOW, candidates[0][1]
    return [[text, p * min(1.0, most / top)] for text, p in candidates]


def _with(cell: _Cell, state: str, candidates: Sequence[Sequence[Any]]) -> _Cell:
    own = list(cell)
    own[_STATE], own[_CANDIDATES] = state, [list(one) for one in candidates]
    return own


def _by_name(body: Body) -> dict[str, _Cell]:
    return {cell[0]: cell for column in body["cells"].values() for cell in column}


def _unsure(body: Body) -> int:
    return sum(cell[_STATE] not in _KNOWN for cell in _by_name(body).values())
