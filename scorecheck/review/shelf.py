"""`Shelf`: an archive's sheets beside the desk, each with the photo on which it is looked at.

Photos of sheets that wait for a person are read at once; any other when somebody opens it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from scorecheck.archive.event_facts import last_record
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.store import Archive
from scorecheck.decisions.place import Place
from scorecheck.review.desk import Desk, Entry, Progress
from scorecheck.review.kept import Kept, KeptSheet, kept_sheets, kin


@dataclass
class Shelf:
    """The sheets of an archive. Safe to use from several threads."""

    archive: Archive
    desk: Desk
    _kept: Kept = field(default_factory=Kept)
    _upto: int = -1
    _laid: dict[str, Entry] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        self.desk.kin = self.kin

    def sheets(self) -> tuple[KeptSheet, ...]:
        """All sheets as they are now; photos that came since are laid on the desk."""
        with self._lock:
            with self.archive.read() as connection:
                last = last_record(connection)
                if last != self._upto:
                    self._kept, self._upto = kept_sheets(connection), last
            self._lay_new()
            return self._kept.sheets

    def key(self, place: Place) -> str | None:
        """The key of a sheet in a photo; None where its photo is not to be had."""
        with self._lock:
            entry = self._laid.get(place.sha256)
            places = self._kept.on_photo.get(place.sha256, ())
            if entry is None or place not in places:
                return None
            return f"{entry.number}-{places.index(place) + 1}"

    def entry(self, place: Place) -> Entry | None:
        """The photo in which a place is."""
        with self._lock:
            return self._laid.get(place.sha256)

    def holds(self, entry: Entry) -> bool:
        """Whether a photo on the desk is one of the archive's."""
        with self._lock:
            return any(one is entry for one in self._laid.values())

    def kin(self, place: Place) -> tuple[Place, ...]:
        """Where else the same sheet of paper was photographed, as far as that is undisputed."""
        with self.archive.read() as connection:
            return kin(connection, place)

    def _lay_new(self) -> None:
        """Lay photos on the desk that do not lie there yet."""
        entries = self.desk.entries()
        for entry in entries:
            if entry.file is not None and entry.file.sha256 is not None:
                self._laid.setdefault(entry.file.sha256, entry)
        laid = {entry.number for entry in self._laid.values()}
        if any(one.progress is not Progress.DONE for one in entries if one.number not in laid):
            return  # a photo on its way may be one of the new ones: its hash is not known yet
        for sheet in self._kept.sheets:
            for place in (*sheet.photos, *sheet.rivals):
                if place.sha256 not in self._laid and (path := self._path(place)) is not None:
                    self._laid[place.sha256] = self.desk.lay(path, soon=sheet.is_open)

    def _path(self, place: Place) -> Path | None:
        ending = self._kept.endings.get(place.sha256)
        if ending is None:
            return None
        path = PhotoStore(self.archive.folder).path(place.sha256, ending)
        return path if path.is_file() else None
