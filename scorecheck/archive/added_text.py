"""What became of files that were added, as lines for people and as JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from scorecheck.archive.add import FileOutcome, State
from scorecheck.archive.cards import in_doubt
from scorecheck.archive.corrections import Correction, correction, correction_json
from scorecheck.archive.reading_json import identity_of
from scorecheck.archive.versions import Entered, Step

SCHEMA = "scorecheck/archive-add/1"

_FILES = {
    State.KNOWN: "in the archive already, skipped",
    State.RESTORED: "in the archive already; its photo was missing there and is back",
}
_STEPS = {
    Step.ADDED: "added",
    Step.JOINED: "seen before, says the same: joined",
    Step.CORRECTED: "corrected: version {version}",
    Step.CONFLICT: "seen before, and differs in {cells}: to be settled",
    Step.KNOWN: "its reading came from another archive; the photo is here now too",
}
_NAMESAKE = "another sheet has this number too, and they are kept apart"
_MOST_CELLS = 4
_MOST_CHANGES = 12


def lines_of(outcome: FileOutcome) -> list[str]:
    """A line for the file, or one for each of its sheets."""
    told = [_FILES[outcome.state]] if outcome.state in _FILES else []
    told += [_sheet(sheet) for sheet in outcome.sheets]
    if outcome.error is not None:
        why = _without_name(str(outcome.error.message), str(outcome.path))
        told.append(why if outcome.sheets else f"not added: {why}")
    return [f"{outcome.path}: {line}" for line in told]


def _without_name(message: str, path: str) -> str:
    """What is wrong with a file, or with a page of it, where the line begins with its name."""
    page = re.match(r"page \d+: ", message)
    start = page.group() if page else ""
    return start + message.removeprefix(start).removeprefix(path).lstrip(": ")


def document(outcomes: Sequence[FileOutcome]) -> dict[str, Any]:
    """All outcomes as `archive add --json` says them."""
    return {"schema": SCHEMA, "files": [_file(one) for one in outcomes]}


def summary(outcomes: Sequence[FileOutcome]) -> str:
    """How many files and sheets were added, in one line."""
    sheets = [sheet for one in outcomes for sheet in one.sheets]
    counts = {
        "added": sum(sheet.step is Step.ADDED for sheet in sheets),
        "joined": sum(sheet.step is Step.JOINED for sheet in sheets),
        "corrected": sum(sheet.step is Step.CORRECTED for sheet in sheets),
        "to be settled": sum(sheet.step is Step.CONFLICT for sheet in sheets),
    }
    files = {
        "skipped": sum(one.state in (State.KNOWN, State.RESTORED) for one in outcomes),
        "not read": sum(one.state is State.NOT_READ for one in outcomes),
    }
    told = [f"{number} {what}" for what, number in counts.items() if number]
    told += [f"{n} file{'s' * (n != 1)} {what}" for what, n in files.items() if n]
    return ", ".join(told) or "nothing to add"


def _sheet(sheet: Entered) -> str:
    """Such as `yahtzee sheet 12: added, 2 cells in doubt`."""
    body = sheet.version
    cells = ", ".join(sheet.cells[:_MOST_CELLS])
    if len(sheet.cells) > _MOST_CELLS:
        cells += f" and {len(sheet.cells) - _MOST_CELLS} more"
    told = [_STEPS[sheet.step].format(version=body["version"], cells=cells)]
    if sheet.step is Step.CORRECTED and sheet.before is not None:
        told += _of_correction(correction(sheet.before, body))
    if sheet.step is not Step.CONFLICT:
        told += _of_cards(body["cards"])
    if sheet.namesake:
        told.append(_NAMESAKE)
    return f"{_name(sheet)}: {', '.join(told)}"


def _of_correction(one: Correction) -> list[str]:
    """What the corrected sheet says otherwise, and what that changes."""
    told = [
        f"{_place(cell)} {new or 'blank'} (was {old or 'blank'})" for cell, old, new in one.cells
    ]
    if len(told) > _MOST_CHANGES:
        told[_MOST_CHANGES:] = [f"and {len(told) - _MOST_CHANGES} more cells"]
    told += [f"total of {column} {new} (was {old})" for column, old, new in one.totals]
    if one.decisions:
        told.append(
            f"{one.decisions} decision{'s' * (one.decisions != 1)} on the earlier photo "
            f"do{'es' * (one.decisions == 1)} not count for this one"
        )
    return told


def _place(cell: str) -> str:
    """`p1/full_house/value` as `p1 full_house`."""
    return " ".join(cell.removesuffix("/value").removesuffix("/sum").split("/"))


def _of_cards(cards: Sequence[dict[str, Any]]) -> list[str]:
    doubts, findings = in_doubt(cards), sum(len(card["findings"]) for card in cards)
    told = [f"{doubts} cell{'s' * (doubts != 1)} in doubt"] if doubts else []
    told += [f"{findings} finding{'s' * (findings != 1)}"] if findings else []
    return told


def _name(sheet: Entered) -> str:
    identity = identity_of(sheet.reading)
    if not identity.complete:
        return f"{identity.variant}, a sheet whose number could not be read"
    event = sheet.version["event"]
    return f"{identity.variant} sheet {identity.sheet}{f' of {event}' if event else ''}"


def _file(outcome: FileOutcome) -> dict[str, Any]:
    error = outcome.error
    return {
        "file": str(outcome.path),
        "sha256": outcome.sha256,
        "state": outcome.state.value,
        "error": error and {"code": error.code, "message": error.message, "help": error.help},
        "notes": [str(note) for note in outcome.notes],
        "sheets": [_sheet_json(sheet) for sheet in outcome.sheets],
    }


def _sheet_json(sheet: Entered) -> dict[str, Any]:
    body, identity = sheet.version, identity_of(sheet.reading)
    return {
        "step": sheet.step.value,
        "variant": identity.variant,
        "sheet_number": identity.sheet if identity.complete else None,
        "event": body["event"],
        "paper": body["paper"],
        "version": body["version"],
        "in_doubt": in_doubt(body["cards"]),
        "findings": sum(len(card["findings"]) for card in body["cards"]),
        "differs_in": list(sheet.cells),
        "correction": _correction_json(sheet),
        "namesake": sheet.namesake,
    }


def _correction_json(sheet: Entered) -> dict[str, Any] | None:
    if sheet.step is not Step.CORRECTED or sheet.before is None:
        return None
    return correction_json(correction(sheet.before, sheet.version))
