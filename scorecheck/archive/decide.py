"""People's decisions into the archive: each once, on the sheet where its cell is.

Who decided, and what they remarked, lies beside the log and can be forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scorecheck.archive.decision_bodies import in_time, other_words
from scorecheck.archive.names import PERSON, REMARK, name_of, names_of
from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body, sheet_of
from scorecheck.archive.record import canonical
from scorecheck.archive.remembered import Remembered
from scorecheck.archive.store import Archive, Change, records
from scorecheck.archive.versions import Versions
from scorecheck.decisions.fit import fit
from scorecheck.decisions.record import Decision
from scorecheck.errors import UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.judge.sheet import read_columns
from scorecheck.languages.phrase import Phrase
from scorecheck.report.result import FileResult, SheetResult

_PLACED_ANEW = ("by", "remark", "sheet")
"""Parts of a decision that the archive keeps in its own way."""

FORGOTTEN = "(forgotten)"
"""Stands for a name, or a remark, that was taken out."""


@dataclass(frozen=True)
class Decided:
    """What became of some decisions: those that are new, that were known, that are about photos
    which are not in the archive, and that fit no cell of theirs."""

    added: tuple[Decision, ...] = ()
    known: tuple[Decision, ...] = ()
    elsewhere: tuple[Decision, ...] = ()
    misfits: tuple[Decision, ...] = ()


def add_decisions(
    archive: Archive,
    decisions: Sequence[Decision],
    catalogue: Catalogue,
    remembered: Remembered | None = None,
) -> Decided:
    """Keep decisions and judge their sheets again, all of it or nothing.

    Args:
        remembered: what was fetched and worked out for earlier ones.

    Raises:
        ArchiveError: a decision has the id of another one in the archive, or it cannot be written
            to.
    """
    known = Remembered() if remembered is None else remembered
    with archive.write() as change:
        papers = Papers(change, known)
        sorted_out = _sorted_out(papers, decisions, catalogue, known)
        for one in sorted_out.added:
            papers.append("decision", _body(change, one))
        versions = Versions(papers, catalogue, known.settlers)
        for place in dict.fromkeys(one.place for one in sorted_out.added):
            reading = papers.reading_at(place)
            if reading is not None:
                versions.decided(reading)
    return sorted_out


@dataclass
class ArchiveDecisions:
    """The decisions of an archive as a log, for reviews: what `append` returns from is kept.

    `remembered` may be shared with what shows the sheets, so that each is worked out once.
    """

    archive: Archive
    catalogue: Catalogue
    remembered: Remembered = field(default_factory=Remembered)
    _known: list[Decision] = field(default_factory=list)
    _last: int = 0

    def __post_init__(self) -> None:
        # While a connection is open, though it does nothing, SQLite need not fold its log into the
        # file at the end of each decision; the decision itself is on the disk either way.
        self._open = self.archive.engine.connect()

    @property
    def path(self) -> Path:
        """Where they are kept."""
        return self.archive.folder

    def all(self) -> tuple[Decision, ...]:
        """Every decision and undo, in the order in which they were made: by their times, as those
        from another archive are written down later."""
        with self.archive.read() as connection:
            new = list(records(connection, self._last, "decision"))
            told = [one.body[part] for one in new for part in ("by", "remark")]
            names = names_of(connection, dict.fromkeys(told)) if new else {}
        if new:
            self._known += [_told(record.body, names) for record in new]
            order = _order(self._known)
            self._known.sort(key=lambda one: order[one.id])
            self._last = new[-1].seq
        return tuple(self._known)

    def append(self, decision: Decision) -> None:
        """Add one decision.

        Raises:
            ArchiveError: it could not be written; then it does not count.
            UsageError: it fits no cell of the sheet as the archive has it.
        """
        done = add_decisions(self.archive, [decision], self.catalogue, self.remembered)
        if done.elsewhere or done.misfits:
            raise UsageError(
                Phrase("the sheet in the archive has no such cell"),
                help=Phrase("load the page again"),
                code="unknown-cell",
            )


def _sorted_out(
    papers: Papers, decisions: Sequence[Decision], catalogue: Catalogue, remembered: Remembered
) -> Decided:
    known = tuple(one for one in decisions if _is_known(papers, one))
    new = [one for one in decisions if one not in known]
    added: dict[str, Decision] = {}
    elsewhere: list[Decision] = []
    for sha256 in dict.fromkeys(one.sha256 for one in new):
        own = [one for one in new if one.sha256 == sha256]
        readings = papers.readings_in(sha256)
        if not readings:
            elsewhere += own
            continue
        sheets = tuple(_as_read(body, catalogue, remembered) for body in readings)
        before = [before for one in own for before in _taken_back(papers, one, remembered)]
        fitted = fit([*before, *own], FileResult(Path(), sha256, None, sheets))
        added |= {one.id: one for one in fitted.decisions}
    fitting = tuple(added[one.id] for one in new if one.id in added)
    lost = [one for one in new if one.id not in added and one not in elsewhere]
    return Decided(fitting, known, tuple(elsewhere), tuple(lost))


def _is_known(papers: Papers, one: Decision) -> bool:
    """Whether a decision is in the archive, with the same words.

    Raises:
        ArchiveError: one of its id is there, and says something else.
    """
    body = papers.decision(one.id)
    if body is None:
        return False
    told = one.to_json()
    same = all(
        canonical(body[key]) == canonical(told[key]) for key in told if key not in _PLACED_ANEW
    )
    for key in ("by", "remark"):
        name = name_of(papers.connection, body[key]) if body[key] else ""
        same = same and (name is None or name == told[key])  # None: it was forgotten
    if not same:
        raise other_words(one.id, papers.seq_of_decision(one.id))
    return True


def _as_read(body: Body, catalogue: Catalogue, remembered: Remembered) -> SheetResult:
    name = body["reading"]
    if name not in remembered.sheets:
        remembered.sheets[name] = sheet_of(body, catalogue, read_columns)
    return remembered.sheets[name]


def _taken_back(papers: Papers, one: Decision, remembered: Remembered) -> list[Decision]:
    """What a decision takes back, and what that took back, the first of them first."""
    found: list[Decision] = []
    while one.undoes is not None and (body := papers.decision(one.undoes)) is not None:
        one = remembered.decision(body)
        found.insert(0, one)
    return found


def _body(change: Change, one: Decision) -> dict[str, Any]:
    """A decision as the log keeps it: names and free words are committed to only."""
    remark = change.commit_name(one.remark, REMARK) if one.remark else ""
    return one.to_json() | {"by": change.commit_name(one.by, PERSON), "remark": remark}


def _order(decisions: Sequence[Decision]) -> dict[str, int]:
    """Where each decision stands by its time, by the ids."""
    bodies = in_time([{"id": d.id, "at": d.at, "undoes": d.undoes} for d in decisions])
    return {body["id"]: number for number, body in enumerate(bodies)}


def _told(body: Mapping[str, Any], names: Mapping[str, str]) -> Decision:
    """The decision with what is still known of its words."""
    one = Decision.from_json(body)
    remark = names.get(one.remark, FORGOTTEN) if one.remark else ""
    return replace(one, by=names.get(one.by, FORGOTTEN), remark=remark)
