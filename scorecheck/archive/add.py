"""Photos into the archive: file by file, each of them wholly or not at all.

Whoever is killed in the middle loses the files that were being read, and nothing else: those that
were told of are in the archive, and are not read again the next time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sqlalchemy import select

from scorecheck.archive.intake import Intake, Read, Taken
from scorecheck.archive.papers import Papers
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.queries import photos_taken_out
from scorecheck.archive.steps import Step
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import photos
from scorecheck.archive.versions import Entered, Versions
from scorecheck.crew import HERE, Crew
from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue
from scorecheck.processes import in_order


class State(StrEnum):
    """What became of a file."""

    ADDED = "added"
    KNOWN = "known"
    RESTORED = "restored"
    """It was known, but the archive had lost the photo, and has it again."""
    NOT_READ = "not-read"


@dataclass(frozen=True)
class FileOutcome:
    """What became of one file; there may be sheets and an error, on different pages.

    Attributes:
        waits_in: the open conflicts in which a file waits that was there already, where it is
            said to be corrected: they are to be settled, as nothing is done about them here.
    """

    path: Path
    sha256: str | None
    state: State
    sheets: tuple[Entered, ...] = ()
    error: ScorecheckError | None = None
    notes: tuple[str, ...] = ()
    waits_in: tuple[int, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 where nothing asks for a person, 1 where something does, else the error's own."""
        if self.error is not None:
            return self.error.exit_code
        return int(bool(self.waits_in) or any(asks_for_a_person(sheet) for sheet in self.sheets))


def asks_for_a_person(sheet: Entered) -> bool:
    """Whether a sheet has a conflict, a finding, or a cell in doubt."""
    cards = sheet.version["cards"]
    return sheet.step is Step.CONFLICT or any(
        card["verdict"] != "clean" or card["open"] for card in cards
    )


def add_files(
    archive: Archive,
    paths: Sequence[Path],
    read: Read,
    catalogue: Catalogue,
    *,
    crew: Crew = HERE,
    corrected: bool = False,
) -> Iterator[FileOutcome]:
    """Add the sheets in some files; each outcome comes when its file is in the archive for good.

    Args:
        crew: who reads; only this process writes in the archive.
        corrected: sheets that differ from what is known were corrected on the paper.

    Raises:
        ArchiveError: the archive cannot be written to.
    """
    PhotoStore(archive.folder).sweep()
    intake = Intake(archive.folder, _known(archive), read, catalogue)
    results: Iterator[Taken]
    if crew.at_home:
        results = in_order(crew.each(intake, paths))
    else:
        results = map(intake.keep, in_order(crew.each(intake.look, paths)))
    for taken in results:
        yield _enter(archive, taken, catalogue, corrected=corrected)


def _known(archive: Archive) -> dict[str, str | None]:
    """The photos in the archive: what their names end in, None where they are to be forgotten."""
    with archive.read() as connection:
        rows = connection.execute(select(photos.c.sha256, photos.c.ending))
        known: dict[str, str | None] = {row.sha256: row.ending for row in rows}
        return known | dict.fromkeys(connection.scalars(photos_taken_out()))


def _enter(archive: Archive, taken: Taken, catalogue: Catalogue, *, corrected: bool) -> FileOutcome:
    """Write down what was found in one file."""
    if taken.known:
        state = State.RESTORED if taken.size else State.KNOWN
        with archive.read() as connection:
            waits_in = _waits_in(Papers(Change(connection)), taken.sha256) if corrected else ()
        return FileOutcome(taken.path, taken.sha256, state, waits_in=waits_in)
    if not taken.sheets or taken.sha256 is None:
        return FileOutcome(
            taken.path, taken.sha256, State.NOT_READ, error=taken.error, notes=taken.notes
        )
    with archive.write() as change:
        papers = Papers(change)
        change.name_photo(taken.sha256, _shown(taken.path))
        if papers.has_photo(taken.sha256):  # twice in this run, or another program was quicker
            waits_in = _waits_in(papers, taken.sha256) if corrected else ()
            return FileOutcome(taken.path, taken.sha256, State.KNOWN, waits_in=waits_in)
        photo = {"sha256": taken.sha256, "bytes": taken.size, "ending": taken.ending}
        papers.append("photo", photo)
        versions = Versions(papers, catalogue)
        sheets = tuple(versions.enter(found, corrected=corrected) for found in taken.sheets)
    return FileOutcome(taken.path, taken.sha256, State.ADDED, sheets, taken.error, taken.notes)


def _waits_in(papers: Papers, sha256: str | None) -> tuple[int, ...]:
    """The open conflicts in which a photo stands against what is known of its sheet."""
    return tuple(
        one.seq for one in papers.open_conflicts() if papers.reading(one.second)["sha256"] == sha256
    )


def _shown(path: Path) -> str:
    """A file's name as Unicode, whatever bytes it is made of."""
    return os.fsencode(path.name).decode(errors="replace")
