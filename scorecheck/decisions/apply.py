"""Apply a log of decisions to all the sheets of a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorecheck.decisions.compare import outcome
from scorecheck.decisions.current import live
from scorecheck.decisions.fit import fit
from scorecheck.decisions.place import Place, places
from scorecheck.decisions.record import Decision
from scorecheck.decisions.settle import Settler
from scorecheck.errors import quoted
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.report.result import BatchResult, FileResult, Note, SheetResult

_NONE: Mapping[str | None, Sequence[Decision]] = {}


@dataclass(frozen=True)
class Applied:
    """A run with the decisions applied; `elsewhere` counts those about photos not among them."""

    batch: BatchResult
    elsewhere: int


def apply_decisions(
    batch: BatchResult,
    decisions: Sequence[Decision],
    catalogue: Catalogue,
    moved: Mapping[str | None, Sequence[Decision]] = _NONE,
) -> Applied:
    """Settle every sheet of a run by what people decided.

    Decisions about a photo of the run that fit no cell in it are named in a note.

    Args:
        batch: as the machine left it, judged and undecided.
        decisions: in their order.
        moved: for files, by their hashes, what was decided on other photos of the same sheets.
    """
    files, notes = [], []
    for file in batch.files:
        own = _in_order(decisions, moved.get(file.sha256, ()))
        settled, misfits = apply_to_file(file, own, catalogue)
        files.append(settled)
        notes += [misfit_note(file, misfits)] if misfits else []
    known = {file.sha256 for file in batch.files}
    used = {one.id for some in moved.values() for one in some}
    elsewhere = sum(one.sha256 not in known and one.id not in used for one in live(decisions))
    return Applied(BatchResult(tuple(files), (*batch.notes, *notes)), elsewhere)


def _in_order(decisions: Sequence[Decision], moved: Sequence[Decision]) -> list[Decision]:
    """The decisions, with those that count elsewhere where the others of their ids stand: which
    word is the later one makes a difference."""
    places: dict[str, dict[Decision, None]] = {}
    for one in moved:
        places.setdefault(one.id, {})[one] = None
    return [copy for one in decisions for copy in places.get(one.id, (one,))]


def apply_to_file(
    file: FileResult, decisions: Sequence[Decision], catalogue: Catalogue
) -> tuple[FileResult, tuple[Decision, ...]]:
    """One file, settled, and the decisions that hold but fit no cell of it."""
    fitted = fit(decisions, file)
    sheets = tuple(
        settled_by(own, place, Settler(sheet, catalogue)) if (own := fitted.on(place)) else sheet
        for place, sheet in places(file)
    )
    return (replace(file, sheets=sheets) if sheets else file), fitted.lost


def settled_by(decisions: Sequence[Decision], place: Place, settler: Settler) -> SheetResult:
    """A sheet with all that holds on it: both rounds, and what settled their differences."""
    held = outcome(decisions, *place)
    return settler.settle(held.decided, held.differences)


def misfit_note(file: FileResult, misfits: Sequence[Decision]) -> Note:
    """That decisions about a file (at least one) fit no cell of it, for the notes of a run."""
    told = Joined([file.path, misfit_words(misfits)], between=": ")
    return Note("decision-misfit", told, (file.path,))


def misfit_words(misfits: Sequence[Decision]) -> str:
    """That decisions (at least one) fit no cell: which one, and how many more there are."""
    first = misfits[0]
    told = Phrase(
        "{cell} on page {page}, {text} by {person}",
        cell=first.cell,
        page=first.page,
        text=quoted(first.text),
        person=first.by,
    )
    if len(misfits) > 1:
        told = Phrase("{first} and {number} more", first=told, number=len(misfits) - 1)
    return Phrase(
        "a decision fits no cell that was found and is not applied: {decision}", decision=told
    )
