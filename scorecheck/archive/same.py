"""Two readings of one sheet of paper: where they say different things.

A cell that neither of them doubts has to say the same in both. A doubtful cell contradicts nothing
that it may well say, and one that cannot be read contradicts nothing at all.
"""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.archive.reading_json import Body, columns_of
from scorecheck.reading.types import ILLEGIBLE_TEXT, CellReading, State

Said = Mapping[str, str]
"""What people decided of some cells, by cell id; `"?"` for what nobody can read."""

_MAY_WELL_SAY = 0.01
"""The probability from which on a doubtful cell may well say something."""

_ALIKE = 0.5
"""Of the cells with writing, at least so many agree on two photos of one sheet of paper."""

_Texts = frozenset[str] | None
"""What a cell may say; None where that is anything."""

_NOTHING = frozenset({""})


def differences(
    first: Body, second: Body, said: Said | None = None, said_second: Said | None = None
) -> tuple[str, ...]:
    """The cells on which two readings contradict each other, in the order of the sheet.

    Args:
        said, said_second: what people decided of the cells of the one and of the other.
    """
    mine, theirs = _texts(first, said or {}), _texts(second, said_second or {})
    return tuple(cell for cell in mine if not _agree(mine[cell], theirs.get(cell)))


def seem_one_sheet(first: Body, second: Body) -> bool:
    """Whether two readings are of one sheet of paper, perhaps corrected in between.

    This is for sheets whose number tells nothing, as every printing counts from 1 again. Two that
    are empty could be any two.
    """
    mine, theirs = _texts(first, {}), _texts(second, {})
    pairs = [(mine[cell], theirs.get(cell)) for cell in mine]
    written = [(one, other) for one, other in pairs if (one, other) != (_NOTHING, _NOTHING)]
    alike = sum(_agree(one, other) for one, other in written)
    return set(mine) == set(theirs) and bool(written) and alike >= _ALIKE * len(written)


def _agree(one: _Texts, other: _Texts) -> bool:
    return one is None or other is None or not one.isdisjoint(other)


def _texts(body: Body, said: Said) -> dict[str, _Texts]:
    """What each cell may say."""
    cells = (cell for column in columns_of(body) for cell in column)
    return {
        cell.cell: _of_text(said[cell.cell]) if cell.cell in said else _of(cell) for cell in cells
    }


def _of_text(text: str) -> _Texts:
    return None if text == ILLEGIBLE_TEXT else frozenset({text})


def _of(cell: CellReading) -> _Texts:
    if cell.state is State.ILLEGIBLE:
        return None
    if cell.state is State.DOUBTFUL:
        texts = {one.text for one in cell.candidates if one.p >= _MAY_WELL_SAY}
        return frozenset(texts - {ILLEGIBLE_TEXT}) or None
    return frozenset({cell.text})
