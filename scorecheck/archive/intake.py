"""One file on its way into the archive: read, judged, its photo kept; the log is written later.

This is the long part of the work, which all cores share.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from scorecheck.archive.cards import cards_of, table_of
from scorecheck.archive.photos import PhotoStore, ending_of
from scorecheck.archive.reading_json import Body, body_of, sheet_of
from scorecheck.batch import reader_lost, run_file, sha256_of
from scorecheck.decisions.place import places
from scorecheck.errors import ScorecheckError
from scorecheck.faults import own_fault
from scorecheck.game.catalogue import Catalogue
from scorecheck.photo.elsewhere import Held, is_fetched, on_hand
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
    is that of the photo that was kept, in bytes; `fetched` is the photo itself, where it came from
    an address and is not kept yet."""

    path: Path
    sha256: str | None = None
    size: int = 0
    sheets: tuple[FoundSheet, ...] = ()
    error: ScorecheckError | None = None
    notes: tuple[str, ...] = ()
    known: bool = False
    ending: str = ""
    fetched: bytes = b""


Read = Callable[[Path], FileResult]
"""Reads the sheets in a file; what goes wrong is in the result."""


@dataclass(frozen=True)
class ReadFile:
    """Reads with this kit; can be pickled."""

    kit: Kit

    def __call__(self, path: Path) -> FileResult:
        """All sheets of one file, as they are read."""
        return run_file(path, self.kit, read_photo)


Step = Callable[[Path], Taken]


def _guarded(path: Path, step: Step) -> Taken:
    """What a step says of a file; what goes wrong is in what it says."""
    try:
        return step(path)
    except ScorecheckError as error:
        return Taken(path, error=error)
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:  # a fault of our own must not take the other files with it
        return Taken(path, error=own_fault(str(path), error))


@dataclass(frozen=True)
class Look:
    """Reads one file and judges its sheets, far away from the archive as well.

    Args:
        known_hashes: of the photos that are in the archive, none of which is read again.
    """

    known_hashes: Collection[str]
    read: Read
    catalogue: Catalogue

    def __call__(self, path: Path) -> Taken:
        """What is in a file; nothing is kept of it yet."""
        return _guarded(path, self._seen)

    def known(self, path: Path) -> Taken | None:
        """A file that is in the archive."""
        sha256 = sha256_of(path) if self.known_hashes else None
        return Taken(path, sha256, known=True) if sha256 in self.known_hashes else None

    def lost(self, path: Path) -> Taken:
        """A file that takes those with it who read it."""
        return Taken(path, sha256_of(path), error=reader_lost(path))

    def _seen(self, path: Path) -> Taken:
        photo = on_hand(path)
        if known := self.known(photo):
            return replace(known, path=path)
        file = self.read(photo)
        sheets = []
        for place, sheet in places(file):
            body = body_of(sheet, place)
            judged = sheet_of(body, self.catalogue)
            sheets.append(FoundSheet(body, tuple(cards_of(judged)), table_of(judged)))
        fetched = photo.read_bytes() if sheets and is_fetched(photo) else b""
        ending = ending_of(file.pages[0].kind) if sheets else ""
        notes = tuple(dict.fromkeys([*file.notes, *_of_sheets(file)]))
        return Taken(path, file.sha256, 0, tuple(sheets), file.error, notes, False, ending, fetched)


def _of_sheets(file: FileResult) -> Iterator[str]:
    """What the reader has to say of the sheets, such as how to take a better photo."""
    for sheet in file.sheets:
        yield from sheet.basis.notes if sheet.basis else ()


@dataclass(frozen=True)
class Intake:
    """The work on each file at home, where the archive is; several processes may do it.

    Args:
        archive: the folder of the archive.
        known_photos: those in it, by hash: what their names end in; None where the photo itself
            was taken out for good.
    """

    archive: Path
    known_photos: Mapping[str, str | None]
    read: Read
    catalogue: Catalogue

    @property
    def look(self) -> Look:
        """The part of it that others may do, on another machine."""
        return Look(self.known_photos, self.read, self.catalogue)

    def __call__(self, path: Path) -> Taken:
        """Read one file, judge its sheets and keep its photo."""
        return self.keep(self.look(path))

    def known(self, path: Path) -> Taken | None:
        """A file that is in the archive; its photo is put back where the archive has lost it."""
        known = self.look.known(path)
        return known and self.keep(known)

    def lost(self, path: Path) -> Taken:
        """A file that takes those with it who read it."""
        return self.look.lost(path)

    def keep(self, taken: Taken) -> Taken:
        """Keep the photo of what was seen, if anything was."""
        return _guarded(taken.path, lambda path: self._kept(taken))

    def _kept(self, taken: Taken) -> Taken:
        sha256, store = taken.sha256, PhotoStore(self.archive)
        ending = self.known_photos[sha256 or ""] if taken.known else taken.ending
        if not ending or sha256 is None or (taken.known and store.has(sha256, ending)):
            return taken
        photo = Held(taken.path, taken.fetched) if taken.fetched else taken.path
        return replace(taken, size=store.keep(photo, sha256, ending), fetched=b"")
