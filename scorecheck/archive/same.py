"""Two readings of one sheet of paper: where they say different things.

A cell that neither of them doubts has to say the same in both. A doubtful cell contradicts nothing
that it may well say, and one that cannot be read contradicts nothing at all.

What a person decided is about the paper, so it holds against a photo that only doubts. It does not
hold against one that is sure of something else, nor against what a person decided there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorecheck.archive.reading_json import Body, columns_of
from scorecheck.reading.types import ILLEGIBLE_TEXT, CellReading, State

Said = Mapping[str, str]
"""What people decided of some cells, by cell id; `"?"` for what nobody can read."""

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
    """What a cell may say by one photo, and by whom; `texts` is None where that is anything."""

    texts: frozenset[str] | None
    by: _By

    def agrees(self, other: _Cell | None) -> bool:
        """Whether both may be of one entry."""
        if other is None or self.texts is None or other.texts is None:
            return True
        word_on_doubt = {self.by, other.by} == {_By.PERSON, _By.DOUBT}
        return word_on_doubt or not self.texts.isdisjoint(other.texts)


_NOTHING = frozenset({""})


def differences(
    first: Body, second: Body, said: Said | None = None, said_second: Said | None = None
) -> tuple[str, ...]:
    """The cells on which two readings contradict each other, in the order of the sheet.

    Args:
        said, said_second: what people decided of the cells of the one and of the other.
    """
    mine, theirs = _cells(first, said or {}), _cells(second, said_second or {})
    return tuple(cell for cell, own in mine.items() if not own.agrees(theirs.get(cell)))


def seem_one_sheet(first: Body, second: Body) -> bool:
    """Whether two readings are of one sheet of paper, perhaps corrected in between.

    This is for sheets whose number tells nothing, as every printing counts from 1 again. Two that
    are empty could be any two.
    """
    mine, theirs = _cells(first, {}), _cells(second, {})
    written = [cell for cell in mine if not _is_nothing(mine[cell], theirs.get(cell))]
    alike = sum(mine[cell].agrees(theirs.get(cell)) for cell in written)
    return set(mine) == set(theirs) and bool(written) and alike >= _ALIKE * len(written)


def _is_nothing(*cells: _Cell | None) -> bool:
    """Whether nothing stands in a cell by any photo of it."""
    return all(cell is not None and cell.texts == _NOTHING for cell in cells)


def _cells(body: Body, said: Said) -> dict[str, _Cell]:
    """Each cell of a reading, by its id."""
    cells = (cell for column in columns_of(body) for cell in column)
    return {cell.cell: _cell(cell, said.get(cell.cell)) for cell in cells}


def _cell(cell: CellReading, said: str | None) -> _Cell:
    if said is not None:
        return _Cell(None if said == ILLEGIBLE_TEXT else frozenset({said}), _By.PERSON)
    if cell.state is State.ILLEGIBLE:
        return _Cell(None, _By.DOUBT)
    if cell.state is State.DOUBTFUL:
        texts = {one.text for one in cell.candidates if one.p >= _MAY_WELL_SAY}
        return _Cell(frozenset(texts - {ILLEGIBLE_TEXT}) or None, _By.DOUBT)
    return _Cell(frozenset({cell.text}), _By.SURE)
