"""An archive under review: its sheets as the archive has read them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from scorecheck.archive.add import add_files
from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import identity_of, sheet_of
from scorecheck.archive.remembered import Remembered
from scorecheck.archive.store import Archive, Change
from scorecheck.decisions.settle import Settler
from scorecheck.errors import ScorecheckError
from scorecheck.game.catalogue import Catalogue
from scorecheck.report.result import FileResult
from scorecheck.review.checking import Checked
from scorecheck.review.desk import Checks
from scorecheck.review.flat_picture import SheetPicture
from scorecheck.sheet.identity import SheetIdentity


@dataclass(frozen=True)
class ArchiveChecks:
    """Checks photos, and says of each what the archive has read, whatever is read now.

    A photo that is not in the archive, as a phone may send one, is added to it. What is worked out
    of a sheet is put into `remembered`, for whoever keeps the decisions.
    """

    checks: Checks
    archive: Archive
    catalogue: Catalogue
    remembered: Remembered = field(default_factory=Remembered)

    def check(self, path: Path) -> Checked:
        """All sheets of one file; what went wrong is in the result."""
        checked = self.checks.check(path)
        if not checked.file.sheets:
            return checked
        try:
            self._add(checked.file)
            return self._as_kept(checked)
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

    def _as_kept(self, checked: Checked) -> Checked:
        """The file with its sheets as the archive judges them: with what other photos show."""
        file = checked.file
        with self.archive.read() as connection:
            papers = Papers(Change(connection))
            bodies = papers.readings_in(file.sha256 or "")
            whole = [papers.together(one) for one in bodies]
            alone = [papers.is_alone(one["reading"]) for one in bodies]
        if [body["page"] for body in bodies] != [sheet.page for sheet in file.sheets]:
            return checked  # another release finds other sheets: there are no pictures of the old
        sheets = tuple(sheet_of(body, self.catalogue) for body in whole)
        settlers = tuple(Settler(sheet, self.catalogue) for sheet in sheets)
        for body, settler, is_alone in zip(bodies, settlers, alone, strict=True):
            if is_alone:  # else the archive takes the places of cells from another photo
                self.remembered.settlers.setdefault(body["reading"], settler)
        pictures = tuple(
            _under(picture, read.basis.identity, identity_of(body)) if read.basis else picture
            for picture, read, body in zip(checked.pictures, file.sheets, bodies, strict=True)
        )
        return Checked(replace(file, sheets=sheets), pictures, settlers)


def _under(picture: SheetPicture, read: SheetIdentity, kept: SheetIdentity) -> SheetPicture:
    """The picture with its cells under the archive's names of the columns: where somebody put the
    sheet to its place, they are not those that were read."""
    columns = dict(zip(read.column_ids, kept.column_ids, strict=True))
    places = {}
    for cell, place in picture.places.items():
        column, slash, rest = cell.partition("/")
        places[f"{columns.get(column, column)}{slash}{rest}"] = place
    return replace(picture, places=places)
