"""`Decision`: what one person said of one cell, once; a record that is never changed."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorecheck.decisions.names import name_fault
from scorecheck.decisions.place import Place
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Phrase
from scorecheck.reading.types import Candidate, State
from scorecheck.report.result import Point

SCHEMA = "scorecheck/decision/1"

FIRST, SECOND, SETTLING = 1, 2, 3
"""Rounds: the first person, the second who does not see the first, and the third who settles a
difference between them."""

LONGEST_REMARK, LONGEST_TEXT, LONGEST_CELL = 2000, 12, 200
_MOST_PAGES = 1_000_000

_ID = re.compile(r"[0-9a-f]{32}")
_HASH = re.compile(r"[0-9a-f]{64}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_CELL = re.compile(r"[^/\s]*/[^/\s]+/[^/\s]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TURNS = re.compile(r"[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
"""What changes the direction of the words around it."""
_LINE_BREAKS = re.compile(r"[\r\n\t\u2028\u2029]")


@dataclass(frozen=True)
class MachineReading:
    """What the machine made of a cell: blind (`alone`), and weighed with the whole card.

    `box_px` are the cell's corners in pixels of the upright photo, as in `CellResult`.
    """

    alone: Candidate
    text: str
    confidence: float
    state: State
    alternatives: tuple[Candidate, ...]
    box_px: tuple[Point, ...]

    def to_json(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "alone": _shown(self.alone),
            "text": self.text,
            "confidence": round(self.confidence, 6),
            "state": self.state.value,
            "alternatives": [_shown(candidate) for candidate in self.alternatives],
            "box_px": [[round(x, 1), round(y, 1)] for x, y in self.box_px],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MachineReading:
        """The reading from its JSON form; what does not fit raises one of Python's own errors."""
        return cls(
            _candidate(data["alone"]),
            _read_text(data["text"]),
            _share(data["confidence"]),
            State(data["state"]),
            tuple(_candidate(one) for one in data["alternatives"]),
            _corners(data["box_px"]),
        )


@dataclass(frozen=True)
class Decision:
    """What a person says is written in a cell, or that an earlier decision is taken back.

    Attributes:
        id: 32 hex digits, its own for ever.
        at: UTC, as `2026-01-31T20:15:00.000Z`.
        by: the person's name, as that person gave it.
        sha256: of the photo's file; `page` counts from 1, `sheet` from 0 among the page's sheets.
        text: what is written, character by character; `""` for nothing, `"?"` for what cannot be
            read; None only where `undoes` is given.
        round: 1, 2 (who does not see round 1), or 3 (who settles a difference, with a remark).
        read: what the machine had read by then; None for an undo.
        undoes: the id of the decision, or of the undo, that is taken back.

    Raises:
        UsageError: a part that does not fit.
    """

    id: str
    at: str
    by: str
    sha256: str
    page: int
    sheet: int
    cell: str
    text: str | None
    round: int = FIRST
    read: MachineReading | None = None
    remark: str = ""
    undoes: str | None = None

    def __post_init__(self) -> None:
        wrong = _what_is_wrong(self)
        if wrong:
            raise UsageError(
                Phrase("this decision cannot be kept: {why}", why=wrong),
                help=Phrase("give a name, the cell and what is written in it"),
                code="decision",
            )

    @property
    def place(self) -> Place:
        """The sheet that it is about."""
        return Place(self.sha256, self.page, self.sheet)

    def to_json(self) -> dict[str, Any]:
        """The JSON form; `from_json` gives an equal decision back."""
        return {
            "schema": SCHEMA,
            "id": self.id,
            "at": self.at,
            "by": self.by,
            "sha256": self.sha256,
            "page": self.page,
            "sheet": self.sheet,
            "cell": self.cell,
            "text": self.text,
            "round": self.round,
            "read": self.read.to_json() if self.read else None,
            "remark": self.remark,
            "undoes": self.undoes,
        }

    @classmethod
    def from_json(cls, data: object) -> Decision:
        """A decision from its JSON form; keys that it does not know are left alone.

        Raises:
            UsageError: no decision, or one of a format that is not known.
        """
        if not isinstance(data, Mapping) or data.get("schema") != SCHEMA:
            raise _not_one(Phrase("expected {schema} as its schema", schema=repr(SCHEMA)))
        try:
            read = data["read"]
            return cls(
                id=_typed(data["id"], str),
                at=_typed(data["at"], str),
                by=_typed(data["by"], str),
                sha256=_typed(data["sha256"], str),
                page=_typed(data["page"], int),
                sheet=_typed(data["sheet"], int),
                cell=_typed(data["cell"], str),
                text=None if data["text"] is None else _typed(data["text"], str),
                round=_typed(data["round"], int),
                read=None if read is None else MachineReading.from_json(read),
                remark=_typed(data["remark"], str),
                undoes=None if data["undoes"] is None else _typed(data["undoes"], str),
            )
        except KeyError as error:
            raise _not_one(Phrase("the key {key} is missing", key=str(error))) from error
        except (TypeError, ValueError) as error:
            raise _not_one(str(error)) from error


def _what_is_wrong(one: Decision) -> str:
    """The first thing that does not fit; empty where all does."""
    checks = {
        Phrase("its id is not 32 hex digits"): _ID.fullmatch(one.id),
        Phrase("its time is not UTC with milliseconds"): _AT.fullmatch(one.at),
        Phrase("there is no such day or time as its own"): _is_time(one.at),
        (fault := name_fault(one.by)): not fault,
        Phrase("the photo's SHA-256 is not 64 hex digits"): _HASH.fullmatch(one.sha256),
        Phrase("pages count from 1, sheets on a page from 0"): (
            1 <= one.page < _MOST_PAGES and 0 <= one.sheet < _MOST_PAGES
        ),
        Phrase("the cell is not named column/box/field"): (
            _CELL.fullmatch(one.cell) and one.cell.isprintable() and len(one.cell) <= LONGEST_CELL
        ),
        Phrase("a round is 1, 2 or 3"): one.round in (FIRST, SECOND, SETTLING),
        Phrase("the remark is longer than {number} letters", number=LONGEST_REMARK): (
            len(one.remark) <= LONGEST_REMARK
        ),
        Phrase("the remark holds control characters"): not _CONTROL.search(
            _LINE_BREAKS.sub("", one.remark)
        )
        and not _TURNS.search(one.remark),
        Phrase("it must say what is written, or which decision it takes back, and not both"): (
            (one.text is None) != (one.undoes is None)
        ),
        Phrase("what it takes back is no decision's id"): (
            one.undoes is None or (_ID.fullmatch(one.undoes) and one.undoes != one.id)
        ),
        Phrase("what is written is too long or holds control characters"): (
            one.text is None or (len(one.text) <= LONGEST_TEXT and not _CONTROL.search(one.text))
        ),
        Phrase("whoever settles a difference must say why"): (
            one.round != SETTLING or one.text is None or one.remark.strip()
        ),
    }
    return next((wrong for wrong, fine in checks.items() if not fine), "")


def _is_time(at: str) -> bool:
    """Whether the calendar and the clock know this time."""
    try:
        return bool(datetime.fromisoformat(at))
    except ValueError:
        return False


def _shown(candidate: Candidate) -> dict[str, Any]:
    return {"text": candidate.text, "p": round(candidate.p, 6)}


def _candidate(data: Mapping[str, Any]) -> Candidate:
    return Candidate(_read_text(data["text"]), _share(data["p"]))


def _read_text(text: Any) -> str:
    """What a reader may have read: nothing that a terminal would obey."""
    if not _typed(text, str).isprintable():
        raise ValueError("the machine's reading holds control characters")
    return str(text)


def _share(number: Any) -> float:
    if not 0 <= (share := float(number)) <= 1:  # not a number is neither
        raise ValueError(f"expected a number from 0 to 1, found {quoted(number)}")
    return share


def _corners(data: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    points = tuple((float(x), float(y)) for x, y in data)
    if len(points) != 4 or not all(math.isfinite(n) for point in points for n in point):
        raise ValueError("expected four corners")
    return points


def _typed(value: Any, kind: type) -> Any:
    """The value; JSON's true and false are no whole numbers."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"expected {kind.__name__}, found {quoted(value)}")
    return value


def _not_one(why: str) -> UsageError:
    return UsageError(
        Phrase("this is no decision: {why}", why=why),
        help=Phrase("decisions are written by `scorecheck review`, one to a line"),
        code="not-a-decision",
    )
