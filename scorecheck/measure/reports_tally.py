"""What happened to the cases of one report: counted, and said in one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from scorecheck.errors import ScorecheckError
from scorecheck.measure.rows import same
from scorecheck.reading.types import State
from scorecheck.report.result import SheetResult


@dataclass
class Tally:
    """The cases of one report.

    `cases` were tried; `cells` counts cells `right`, `asked` and `wrong` (sure, and not what is
    written); `refused` counts refusals by their sentence; `facts` counts other things worth
    saying; `amiss` tells every case that did not end as it should.
    """

    cases: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    amiss: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.cases += other.cases
        self.cells += other.cells
        self.refused += other.refused
        self.facts += other.facts
        self.amiss += other.amiss

    def expect(self, holds: bool, fact: str, otherwise: str = "") -> None:
        """Count a case that ends with `fact`; where it does not hold, that is amiss."""
        self.cases += 1
        self.note(holds, fact, otherwise)

    def note(self, holds: bool, fact: str, otherwise: str = "") -> None:
        """As `expect`, said of a case that was counted already."""
        if holds:
            self.facts[fact] += 1
        else:
            self.amiss.append(otherwise or f"not {fact}")

    def refuse(self, error: ScorecheckError, *, expected: bool, what: str) -> None:
        """Count a refusal with its sentence."""
        self.refused[sentence(error)] += 1
        if not expected:
            self.amiss.append(f"{what}: refused: {sentence(error)}")

    def compare(
        self,
        sheet: SheetResult,
        written: Mapping[str, str],
        what: str,
        only: Callable[[str], bool] = lambda cell: True,
    ) -> None:
        """Count the cells of a sheet that was read, against what is written on it (by cell id)."""
        # Where only the marks are left, columns of players are numbered as games: g1 for p1.
        cells = {cell.cell[1:]: cell for card in sheet.cards for cell in card.cells}
        for name, text in written.items():
            if not only(name):
                continue
            cell = cells[name[1:]]
            if cell.state in (State.DOUBTFUL, State.ILLEGIBLE):
                self.cells["asked"] += 1
            elif same(cell.text, text):
                self.cells["right"] += 1
            else:
                self.cells["wrong"] += 1
                seen = f"{cell.text or 'blank'!r} {cell.confidence:.4f}"
                self.amiss.append(f"{what}: {name} is {text or 'blank'!r}, read as {seen}")

    def words(self) -> str:
        """Everything that happened, in one line of Markdown."""
        parts = [f"{count} {fact}" for fact, count in self.facts.items()]
        if self.cells:
            parts.append(
                f"cells: {self.cells['right']} right, {self.cells['asked']} asked about, "
                f"{self.cells['wrong']} sure but wrong"
            )
        parts += [f"{count} refused: “{said}”" for said, count in self.refused.items()]
        return "; ".join(parts)


def sentence(error: ScorecheckError) -> str:
    """What a person is told, without the name of the file."""
    return re.sub(r"^(page \d+: )?\S.*?\.\w+(: )?", "", error.message, count=1).strip()
