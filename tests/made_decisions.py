"""Decisions for tests, and the program that appends them until it is killed."""

from __future__ import annotations

import itertools
import uuid
from pathlib import Path

from scorecheck.decisions.log import DecisionLog
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import Decision, MachineReading
from scorecheck.reading.types import Candidate, State

PLACE = Place("a" * 64, 1, 0)
BOX = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
READ = MachineReading(
    Candidate("18", 0.55), "18", 0.61, State.DOUBTFUL, (Candidate("13", 0.39),), BOX
)
_seconds = itertools.count()


def decision(text: str | None = "18", by: str = "Åsa", **more: object) -> Decision:
    """A decision on the chance of the first game, a second after the last one made."""
    second = next(_seconds)
    given: dict[str, object] = {
        "id": uuid.uuid4().hex,
        "at": f"2026-01-31T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z",
        **PLACE._asdict(),
        "cell": "g1/chance/value",
        "read": None if text is None else READ,
    }
    return Decision(by=by, text=text, **(given | more))  # type: ignore[arg-type]


def undo(of: Decision, by: str = "Björn", **more: object) -> Decision:
    """A decision or an undo taken back."""
    return decision(None, by, undoes=of.id, round=of.round, cell=of.cell, **more)


def append_until_killed(path: Path, count: int) -> None:
    """Append, and print the id of each decision once the append has returned."""
    log = DecisionLog(path)
    for _ in range(count):
        one = decision(remark="säker på det " * 40)
        log.append(one)
        print(one.id, flush=True)
