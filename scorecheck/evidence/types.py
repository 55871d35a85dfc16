"""`WeighedCard`: the cells of one column after they have been weighed together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorecheck.evidence.policy import Why
from scorecheck.evidence.slots import number_of
from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES, Candidate, CellReading, State


@dataclass(frozen=True, slots=True)
class WeighedCell:
    """One cell: the blind reading, for ever, and beside it what the weighing makes of it.

    `candidates` are the texts with their weighed probabilities, most likely first; the rest
    belongs to texts that the reader did not name. `text` is what the cell is taken to say:
    the blind reading where its picture was clear, else the likeliest candidate. `why` is the
    reason why a person is asked, where it is not plain from the texts themselves.
    """

    alone: CellReading
    text: str
    state: State
    confidence: float
    candidates: tuple[Candidate, ...]
    why: Why | None = None

    @property
    def cell(self) -> str:
        """The cell's id."""
        return self.alone.cell

    @property
    def value(self) -> int | None:
        """The number written, 0 for a strike; None for a blank and for what is no number."""
        return None if self.is_word else number_of(self.text)

    @property
    def strike(self) -> bool:
        """Whether the box is struck with a sign (a written 0 is a number)."""
        return not self.is_word and self.text in STRIKES

    @property
    def is_word(self) -> bool:
        """Whether digits here are no number: symbols of the Power die, ticks, names."""
        return self.alone.kind in ("power", "tick", "text")

    @property
    def is_open(self) -> bool:
        """Whether a person has to look."""
        return self.state in (State.DOUBTFUL, State.ILLEGIBLE)

    @property
    def alternatives(self) -> tuple[Candidate, ...]:
        """The candidates other than `text`."""
        return tuple(c for c in self.candidates if c.text != self.text)

    @property
    def card_text(self) -> str:
        """What stands for the cell on the card: for an illegible one, its likeliest candidate."""
        if self.text != ILLEGIBLE_TEXT:
            return self.text
        return next((c.text for c in self.alternatives), "")


@dataclass(frozen=True)
class WeighedCard:
    """One column.

    `posterior` is the probability that every cell that passes without a look (sure and blank)
    says what it is taken to say. `mistakes` gives for each sum, and for each box with a
    multiplier, the probability that it is wrong on the paper.
    """

    column: str
    cells: tuple[WeighedCell, ...]
    posterior: float
    mistakes: Mapping[str, float]

    def saying(self, texts: Mapping[str, str]) -> WeighedCard:
        """The card if these cells, by id, said something else; itself where none is its own."""
        if not any(cell.cell in texts for cell in self.cells):
            return self
        cells = (replace(one, text=texts.get(one.cell, one.text)) for one in self.cells)
        return replace(self, cells=tuple(cells))

    @property
    def open_cells(self) -> tuple[WeighedCell, ...]:
        """The cells that a person has to look at."""
        return tuple(cell for cell in self.cells if cell.is_open)

    @property
    def texts(self) -> dict[str, str]:
        """What stands on the card, by cell id."""
        return {cell.cell: cell.card_text for cell in self.cells}
