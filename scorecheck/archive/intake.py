"""One file on its way into the archive: read, judged, its photo kept; the log is written later.

This is the long part of the work, which all cores share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from scorecheck.archive.cards import cards_of, table_of
from scorecheck.archive.photos import PhotoStore, ending_of
from scorecheck.archive.reading_json import Body, body_of, sheet_of
from scorecheck.batch import run_file, sha256_of
from scorecheck.decisions.place import places
from scorecheck.errors import ScorecheckError
from scorecheck.faults import own_fault
from scorecheck.game.catalogue import Catalogue
from scorecheck.pipeline import Kit, read_photo
from scorecheck.report.result import FileResult


@dataclass(frozen=True)
class FoundSheet:
    """A sheet that was found: its reading, and what it comes to if nobody decides anything."""

    reading: Body
    cards: tuple[Body, ...]
    table: Body | None


@dataclass(frozen=True)
class Taken:
    """What became of one file. `sheets` is empty, and nothing is kept, where `error` says why, or
    where the file is `known` already; there may also be sheets on some pages and an error. `size`
    is that of the photo that was kept, in bytes."""

    path: Path
    sha256: str | None = None
    size: int = 0
    sheets: tuple[FoundSheet, ...] = ()
    error: ScorecheckError | None = None
    notes: tuple[str, ...] = ()
    known: bool = False
    ending: str = ""


Read = Callable[[Path], FileResult]
"""Reads the sheets in a file; what goes wrong is in the result."""


@dataclass(frozen=True)
class ReadFile:
    """Reads with this kit; can be pickled."""

    kit: Kit

    def __call__(self, path: Path) -> FileResult:
        """All sheets of one file, as they are read."""
        return run_file(path, self.kit, read_photo)


@dataclass(frozen=True)
class Intake:
    """The work on each file; it can be pickled, so that several processes may do it.

    Args:
        archive: the folder of the archive.
        known: the hashes of the photos that are in it, none of which is read again, and what
            their names end in; None where the photo itself was taken out for good.
    """

    archive: Path
    known: Mapping[str, str | None]
    read: Read
    catalogue: Catalogue

    def __call__(self, path: Path) -> Taken:
        """Read one file, judge its sheets and keep its photo."""
        try:
            return self._taken(path)
        except ScorecheckError as error:
            return Taken(path, error=error)
        except (MemoryError, KeyboardInterrupt):
            raise
        except Exception as error:  # a fault of our own must not take the other files with it
            return Taken(path, error=own_fault(str(path), error))

    def _restored(self, path: Path, sha256: str) -> int:
        """Put a photo back that the archive has lost; gives its size, 0 where it has it."""
        ending = self.known[sha256]
        store = PhotoStore(self.archive)
        if ending is None or store.has(sha256, ending):
            return 0
        return store.keep(path, sha256, ending)

    def _taken(self, path: Path) -> Taken:
        sha256 = sha256_of(path)
        if sha256 is not None and sha256 in self.known:
            return Taken(path, sha256, self._restored(path, sha256), known=True)
        file = self.read(path)
        sheets = []
        for place, sheet in places(file):
            body = body_of(sheet, place)
            judged = sheet_of(body, self.catalogue)
            sheets.append(FoundSheet(body, tuple(cards_of(judged)), table_of(judged)))
        size, ending = 0, ""
        if sheets and file.sha256:
            ending = ending_of(file.pages[0].kind)
            size = PhotoStore(self.archive).keep(path, file.sha256, ending)
        return Taken(path, file.sha256, size, tuple(sheets), file.error, file.notes, ending=ending)
