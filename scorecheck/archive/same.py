"""Readings of one sheet of paper: where they say different things.

A cell that none of them doubts has to say the same in all. A doubtful cell contradicts nothing
that it may well say, and one that cannot be read contradicts nothing at all.

What a person decided is about the paper, so it holds against every photo that only doubts. It does
not hold against one that is sure of something else, nor against what a person decided on another
photo, until a third person has settled that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from scorecheck.archive.cards import at_home
from scorecheck.archive.reading_json import Body, columns_of, place_of
from scorecheck.decisions.compare import Standing, compare, outcome
from scorecheck.decisions.record import Decision
from scorecheck.reading.types import ILLEGIBLE_TEXT, CellReading, State

COMPARED = "people-over-doubt"
"""How readings were compared, as the records of versions and conflicts say. Older ones have no such
word: for them a decision was no more than a sure reading of the photo that it was made on."""

_MAY_WELL_SAY = 0.01
"""The probability from which on a doubtful cell may well say something."""

_ALIKE = 0.5
"""Of the cells with writing, at least so many agree on two photos of one sheet of paper."""


class _By(Enum):
    """Who says what stands in a cell."""

    PERSON = "person"
    SURE = "sure"
    DOUBT = "doubt"


@dataclass(frozen=True)
class _Cell:
    """What a cell may say by one photo, and by whom; `texts` is empty where that is anything."""

    texts: frozenset[str]
    by: _By


_NOTHING = frozenset({""})


def contradictions(readings: Sequence[Body], decisions: Sequence[Decision] = ()) -> tuple[str, ...]:
    """The cells on which some readings contradict each other, in the order of the sheet. The order
    of the readings makes no difference to which these are.

    Args:
        decisions: what people decided on any of the photos, in the order in which they did.
    """
    if len(readings) < 2:
        return ()
    seen = [_cells(body, said_in(body, decisions)) for body in readings]
    settled = _settled(readings[0], decisions)
    names = dict.fromkeys(name for cells in seen for name in cells)
    return tuple(
        name
        for name in names
        if not _agree([cells[name] for cells in seen if name in cells], settled.get(name))
    )


def said_in(reading: Body, decisions: Sequence[Decision]) -> dict[str, str]:
    """What people decided on a reading's own photo, as far as it holds, by cell id; `"?"` is what
    nobody can read."""
    held = outcome(decisions, *place_of(reading)).decided
    return {cell: one.text or "" for cell, one in held.items()}


def seem_one_sheet(first: Body, second: Body) -> bool:
    """Whether two readings are of one sheet of paper, perhaps corrected in between.

    This is for sheets whose number tells nothing, as every printing counts from 1 again. Two that
    are empty could be any two.
    """
    mine, theirs = _cells(first, {}), _cells(second, {})
    if set(mine) != set(theirs):
        return False
    pairs = [(mine[cell], theirs[cell]) for cell in mine]
    written = [pair for pair in pairs if any(one.texts != _NOTHING for one in pair)]
    alike = sum(_agree(pair) for pair in written)
    return bool(written) and alike >= _ALIKE * len(written)


def _settled(home: Body, decisions: Sequence[Decision]) -> dict[str, str]:
    """What a third person said where two differed, by cell id."""
    place = place_of(home)
    found = compare(at_home(decisions, place), *place)
    ended = (one for one in found if one.standing is Standing.SETTLED)
    return {one.cell: one.holds.text or "" for one in ended if one.holds}


def _agree(cells: Sequence[_Cell], settled: str | None = None) -> bool:
    """Whether all photos of one cell may be of one entry.

    Args:
        settled: what ended that people differed.
    """
    words = {cell.texts for cell in cells if cell.by is _By.PERSON and cell.texts}
    if words and settled is not None:
        words = {_by_person(settled).texts} - {frozenset()}
    sure = {cell.texts for cell in cells if cell.by is _By.SURE}
    if words:
        return len(words | sure) == 1
    doubts = {cell.texts for cell in cells if cell.by is _By.DOUBT and cell.texts}
    return not any(one.isdisjoint(other) for one, other in combinations(sure | doubts, 2))


def _cells(body: Body, said: Mapping[str, str]) -> dict[str, _Cell]:
    """The cells of a reading, by their ids, with what people said of some."""
    cells = (cell for column in columns_of(body) for cell in column)
    return {
        cell.cell: _by_person(said[cell.cell]) if cell.cell in said else _by_machine(cell)
        for cell in cells
    }


def _by_person(text: str) -> _Cell:
    return _Cell(frozenset({text} - {ILLEGIBLE_TEXT}), _By.PERSON)


def _by_machine(cell: CellReading) -> _Cell:
    if cell.state is State.ILLEGIBLE:
        return _Cell(frozenset(), _By.DOUBT)
    if cell.state is State.DOUBTFUL:
        texts = {one.text for one in cell.candidates if one.p >= _MAY_WELL_SAY}
        return _Cell(frozenset(texts - {ILLEGIBLE_TEXT}), _By.DOUBT)
    return _Cell(frozenset({cell.text}), _By.SURE)
