"""What became of files that were added, as lines for people and as JSON."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from scorecheck.archive.add import FileOutcome, State
from scorecheck.archive.called import Called
from scorecheck.archive.cards import findings_in, in_doubt
from scorecheck.archive.corrections import Correction, correction, correction_json
from scorecheck.archive.reading_json import identity_of
from scorecheck.archive.shown import number_words
from scorecheck.archive.steps import Step
from scorecheck.archive.versions import Entered
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.report.words import text_words

SCHEMA = "scorecheck/archive-add/1"

_FILES = {
    State.KNOWN: Phrase("in the archive already, skipped"),
    State.RESTORED: Phrase("in the archive already; its photo was missing there and is back"),
}
_NAMESAKE = Phrase("another sheet has this number too, and they are kept apart")
_MOST_CELLS = 4
_MOST_CHANGES = 12


def lines_of(outcome: FileOutcome, called: Called) -> list[str]:
    """A line for the file, or one for each of its sheets; and what its photo asks for, if
    anything.

    Args:
        called: what games, events, players and boxes are called.
    """
    told: list[str] = [_FILES[outcome.state]] if outcome.state in _FILES else []
    told += [_waits_in(number) for number in outcome.waits_in]
    told += [_sheet(sheet, called) for sheet in outcome.sheets]
    if outcome.error is not None:
        why = _without_name(outcome.error.message, str(outcome.path))
        told.append(why if outcome.sheets else Phrase("not added: {why}", why=why))
    return [Joined([outcome.path, line], between=": ") for line in (*told, *outcome.notes)]


def _waits_in(number: int) -> str:
    return Phrase(
        "it waits in conflict {number}, and --corrected does not change that: `scorecheck archive "
        "settle {number} --take second --by NAME` takes it as the corrected sheet",
        number=number,
    )


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
    steps = Counter(sheet.step for one in outcomes for sheet in one.sheets)
    states = Counter(one.state for one in outcomes)
    skipped, unread = states[State.KNOWN] + states[State.RESTORED], states[State.NOT_READ]
    unsettled = steps[Step.CONFLICT] + sum(len(one.waits_in) for one in outcomes)
    told = [
        (steps[Step.ADDED], Phrase("{n} added", n=steps[Step.ADDED])),
        (steps[Step.JOINED], Phrase("{n} joined", n=steps[Step.JOINED])),
        (steps[Step.CORRECTED], Phrase("{n} corrected", n=steps[Step.CORRECTED])),
        (unsettled, Phrase("{n} to be settled", n=unsettled)),
        (skipped, Plural("{n} file skipped", "{n} files skipped", skipped)),
        (unread, Plural("{n} file not read", "{n} files not read", unread)),
    ]
    return Joined([text for n, text in told if n], between=", ") or Phrase("nothing to add")


def _sheet(sheet: Entered, called: Called) -> str:
    """Such as `Yahtzee sheet 12: added, 2 cells in doubt`."""
    body = sheet.version
    told = [_step(sheet, called)]
    if sheet.step is Step.CORRECTED and sheet.before is not None:
        told += _of_correction(correction(sheet.before, body, sheet.outdated), sheet, called)
    if sheet.step is not Step.CONFLICT:
        told += _of_cards(body["cards"])
    if sheet.namesake:
        told.append(_NAMESAKE)
    between = "; " if sheet.step is Step.CORRECTED else ", "  # a cell's name has a comma in it
    return Joined([_name(sheet, called), Joined(told, between=between)], between=": ")


def _step(sheet: Entered, called: Called) -> str:
    match sheet.step:
        case Step.ADDED:
            return Phrase("added")
        case Step.JOINED:
            return Phrase("seen before, says the same: joined")
        case Step.CORRECTED:
            return Phrase("corrected: version {version}", version=sheet.version["version"])
        case Step.CONFLICT:
            return Phrase(
                "seen before, and differs in {cells}: to be settled",
                cells=_cells(called.cells(sheet, sheet.cells)),
            )
        case Step.KNOWN:
            return Phrase("its reading came from another archive; the photo is here now too")


def _cells(cells: Sequence[str]) -> str:
    """The first of some cells, and how many more there are."""
    first = Joined(cells[:_MOST_CELLS], between="; ")
    more = len(cells) - _MOST_CELLS
    return first if more <= 0 else Phrase("{first} and {number} more", first=first, number=more)


def _of_correction(one: Correction, sheet: Entered, called: Called) -> list[str]:
    """What the corrected sheet says otherwise, and what that changes."""
    names = called.cells(sheet, [cell for cell, _, _ in one.cells])
    told: list[str] = [
        Phrase("{cell} {new} (was {old})", cell=name, new=text_words(new), old=text_words(old))
        for name, (_, old, new) in zip(names, one.cells, strict=True)
    ]
    more = len(told) - _MOST_CHANGES
    if more > 0:
        told[_MOST_CHANGES:] = [Plural("and {n} more cell", "and {n} more cells", more)]
    told += [
        Phrase(
            "total of {column} {new} (was {old})",
            column=called.player(sheet, column),
            new=number_words(new),
            old=number_words(old),
        )
        for column, old, new in one.totals
    ]
    if one.decisions:
        told.append(
            Plural(
                "{n} decision on the earlier photo does not count for this one",
                "{n} decisions on the earlier photo do not count for this one",
                one.decisions,
            )
        )
    return told


def _of_cards(cards: Sequence[dict[str, Any]]) -> list[str]:
    doubts, (findings, perhaps) = in_doubt(cards), findings_in(cards)
    told: list[str] = [Plural("{n} cell in doubt", "{n} cells in doubt", doubts)] if doubts else []
    told += [Plural("{n} finding", "{n} findings", findings)] if findings else []
    if perhaps:
        told.append(Plural("{n} possible finding", "{n} possible findings", perhaps))
    return told


def _name(sheet: Entered, called: Called) -> str:
    identity = identity_of(sheet.reading)
    if not identity.complete:
        return Phrase(
            "{variant}, a sheet whose number could not be read (`scorecheck archive assign` puts "
            "it to its place)",
            variant=called.game(sheet.reading),
        )
    told = {"variant": called.game(sheet.reading), "number": identity.sheet}
    if sheet.version["event"]:
        return Phrase(
            "{variant} sheet {number} of {event}",
            event=called.event(sheet.version["event"]),
            **told,
        )
    return Phrase("{variant} sheet {number}", **told)


def _file(outcome: FileOutcome) -> dict[str, Any]:
    error = outcome.error
    return {
        "file": str(outcome.path),
        "sha256": outcome.sha256,
        "state": outcome.state.value,
        "error": error and {"code": error.code, "message": error.message, "help": error.help},
        "notes": [str(note) for note in outcome.notes],
        "waits_in": list(outcome.waits_in),
        "sheets": [_sheet_json(sheet) for sheet in outcome.sheets],
    }


def _sheet_json(sheet: Entered) -> dict[str, Any]:
    body, identity = sheet.version, identity_of(sheet.reading)
    findings = findings_in(body["cards"])
    return {
        "step": sheet.step.value,
        "variant": identity.variant,
        "sheet_number": identity.sheet if identity.complete else None,
        "event": body["event"],
        "paper": body["paper"],
        "version": body["version"],
        "in_doubt": in_doubt(body["cards"]),
        "findings": sum(findings),
        "findings_in_doubt": findings[1],
        "differs_in": list(sheet.cells),
        "correction": _correction_json(sheet),
        "namesake": sheet.namesake,
    }


def _correction_json(sheet: Entered) -> dict[str, Any] | None:
    if sheet.step is not Step.CORRECTED or sheet.before is None:
        return None
    return correction_json(correction(sheet.before, sheet.version, sheet.outdated))
