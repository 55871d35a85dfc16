"""New decisions, with their id and time."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime

from scorecheck.decisions.names import clean_name
from scorecheck.decisions.place import Place
from scorecheck.decisions.record import FIRST, Decision, MachineReading
from scorecheck.decisions.texts import clean_text
from scorecheck.report.result import CellResult


def decide(
    place: Place, cell: CellResult, text: str, by: str, *, remark: str = "", round: int = FIRST
) -> Decision:
    """A person's decision on a cell.

    Args:
        cell: as it stands now, decided already or not; the machine's own reading is kept.
        text: as typed; what is written there, whether the rules allow it or not.

    Raises:
        UsageError: a text that cannot stand in such a cell, no name, or a remark that is missing
            where a difference is settled.
    """
    return Decision(
        id=uuid.uuid4().hex,
        at=now(),
        by=clean_name(by),
        sha256=place.sha256,
        page=place.page,
        sheet=place.sheet,
        cell=cell.cell,
        text=clean_text(text, cell.kind),
        round=round,
        read=machine_reading(cell),
        remark=remark.strip(),
    )


def undo(of: Decision, by: str, *, remark: str = "") -> Decision:
    """Take back a decision, or take back an undo; both stay on record.

    Raises:
        UsageError: no name.
    """
    return replace(
        of,
        id=uuid.uuid4().hex,
        at=now(),
        by=clean_name(by),
        text=None,
        read=None,
        remark=remark.strip(),
        undoes=of.id,
    )


def machine_reading(cell: CellResult) -> MachineReading:
    """What the machine made of a cell, whatever people have said of it since."""
    own = cell.machine or cell
    return MachineReading(
        own.alone, own.text, own.confidence, own.state, own.alternatives, own.box_px
    )


def now() -> str:
    """The time as decisions carry it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
