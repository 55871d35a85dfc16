"""Drawing sheets to compare by hand with the paper, as audits of elections do, and what came of it.

The sheets are drawn by lot from those that are in, by a seed that is best chosen by somebody else
and only when all sheets are in: so nobody can know before which ones will be looked at.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.facts import EventFacts
from scorecheck.archive.lots import drawn
from scorecheck.archive.store import Archive
from scorecheck.errors import UsageError
from scorecheck.languages.phrase import Phrase

OUTCOMES = ("agrees", "differs", "lost")
"""What a look at the paper may give: it says the same, something else, or is not to be found."""

_SAYS = {
    "agrees": Phrase("paper and archive agree"),
    "differs": Phrase("the paper says something else"),
    "lost": Phrase("the paper was not found"),
}


def outcome_words(outcome: str | None) -> str:
    """What came of a look at the paper."""
    return Phrase("to be compared with the paper") if outcome is None else _SAYS[outcome]


@dataclass(frozen=True)
class Sample:
    """Some sheets that were drawn; `outcomes` by their number, as far as they were looked at."""

    seq: int
    seed: str
    sheets: tuple[int, ...]
    outcomes: dict[int, str]

    @property
    def waiting(self) -> tuple[int, ...]:
        """The sheets that nobody has looked at."""
        return tuple(one for one in self.sheets if one not in self.outcomes)


def draw_sample(archive: Archive, facts: EventFacts, seed: str, number: int) -> Sample:
    """Draw sheets and write down which; the same seed from the same sheets draws the same.

    Raises:
        UsageError: fewer sheets are in.
        ArchiveError: the archive cannot be written to.
    """
    there = [sheet.number for sheet in facts.sheets if sheet.is_in]
    if not 1 <= number <= len(there):
        raise UsageError(
            Phrase("{number} sheets cannot be drawn from {there}", number=number, there=len(there)),
            help=Phrase("ask for as many as are in, or fewer: `scorecheck event status`"),
            code="sample",
        )
    sheets = drawn(there, seed, "sample")[:number]
    with archive.write() as change:
        record = change.append("sample", {"seed": seed, "sheets": sheets})
    return Sample(record.seq, seed, tuple(sheets), {})


def samples(connection: Connection, facts: EventFacts) -> list[Sample]:
    """All samples of an event's sheets, in their order; of several looks the last one counts."""
    own = {sheet.number for sheet in facts.sheets}
    looks: dict[int, dict[int, str]] = {}
    for row in connection.execute(select(tables.checks).order_by(tables.checks.c.seq)):
        looks.setdefault(row.sample, {})[row.sheet] = row.outcome
    found = connection.execute(select(tables.samples).order_by(tables.samples.c.seq))
    told = [Sample(r.seq, r.seed, tuple(json.loads(r.sheets)), looks.get(r.seq, {})) for r in found]
    return [sample for sample in told if set(sample.sheets) <= own]


def record_look(archive: Archive, facts: EventFacts, sheet: int, outcome: str) -> Sample:
    """Write down what the paper of a drawn sheet says, in the latest sample that holds it.

    Raises:
        UsageError: no sample holds the sheet, or no such outcome.
        ArchiveError: the archive cannot be written to.
    """
    if outcome not in OUTCOMES:
        raise UsageError(
            Phrase("there is no outcome {name}", name=repr(outcome)),
            help=Phrase("choose of {names}", names=", ".join(OUTCOMES)),
            code="outcome",
        )
    with archive.write() as change:
        holding = [one for one in samples(change.connection, facts) if sheet in one.sheets]
        if not holding:
            raise UsageError(
                Phrase("sheet {number} was not drawn", number=sheet),
                help=Phrase("draw sheets with `scorecheck archive sample --seed ... --sheets ...`"),
                code="sample",
            )
        sample = holding[-1]
        change.append("checked", {"sample": sample.seq, "sheet": sheet, "outcome": outcome})
    sample.outcomes[sheet] = outcome
    return sample
