"""An archive under review: its sheets in doubt, as the archive has read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import func, select

from scorecheck.archive.add import add_files
from scorecheck.archive.cards import in_doubt
from scorecheck.archive.papers import Papers
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.reading_json import sheet_of
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.tables import photos, versions
from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue
from scorecheck.report.result import FileResult
from scorecheck.review.checking import Checked
from scorecheck.review.desk import Checks


def photos_for_review(archive: Archive) -> list[Path]:
    """The photos of all sheets that a person has to look at, or has decided on, each once.

    Those that were taken out, or are lost, cannot be shown.
    """
    with archive.read() as connection:
        papers = Papers(Change(connection))
        endings = {row.sha256: row.ending for row in connection.execute(select(photos))}
        readings = dict.fromkeys(_readings(papers))
        hashes = dict.fromkeys(papers.reading(name)["sha256"] for name in readings)
    store = PhotoStore(archive.folder)
    paths = [store.path(one, endings[one]) for one in hashes if one in endings]
    return [path for path in paths if path.is_file()]


def _readings(papers: Papers) -> Iterator[str]:
    """The readings that are judged in versions with doubts, and those that wait in conflicts."""
    latest = select(func.max(versions.c.seq)).group_by(versions.c.paper)
    for version in papers.bodies(latest.order_by(func.max(versions.c.seq))):
        if in_doubt(version["cards"]) or version["decisions"]:
            yield version["readings"][0]
    for conflict in papers.open_conflicts():
        yield from (conflict.first, conflict.second)


@dataclass(frozen=True)
class ArchiveChecks:
    """Checks photos, and says of each what the archive has read, whatever is read now.

    A photo that is not in the archive, as a phone may send one, is added to it.
    """

    checks: Checks
    archive: Archive
    catalogue: Catalogue

    def check(self, path: Path) -> Checked:
        """All sheets of one file; what went wrong is in the result."""
        checked = self.checks.check(path)
        if not checked.file.sheets:
            return checked
        try:
            self._add(checked.file)
            return replace(checked, file=self._as_kept(checked.file))
        except ScorecheckError as error:  # what is not in the archive cannot be decided on
            return Checked(replace(checked.file, error=error, sheets=()), ())

    def close(self) -> None:
        """Stop, also in the middle of a check."""
        self.checks.close()

    def _add(self, file: FileResult) -> None:
        """Make sure that the photo is in the archive."""
        for outcome in add_files(self.archive, [file.path], lambda _: file, self.catalogue):
            if not outcome.sheets and outcome.error is not None:
                raise outcome.error

    def _as_kept(self, file: FileResult) -> FileResult:
        with self.archive.read() as connection:
            bodies = Papers(Change(connection)).readings_in(file.sha256 or "")
        if [body["page"] for body in bodies] != [sheet.page for sheet in file.sheets]:
            return file  # another release finds other sheets: there are no pictures of the old
        return replace(file, sheets=tuple(sheet_of(body, self.catalogue) for body in bodies))
