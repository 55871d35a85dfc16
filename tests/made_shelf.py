"""Archives under review for tests: photos are stubs, their pictures empty printed sheets."""

from __future__ import annotations

from pathlib import Path

from scorecheck.archive.decide import ArchiveDecisions
from scorecheck.archive.store import Archive
from scorecheck.measure.stub_photos import read_stub
from scorecheck.review.archived import ArchiveChecks
from scorecheck.review.checking import Checked
from scorecheck.review.desk import Desk
from scorecheck.review.kept_facts import ShelfList
from scorecheck.review.ledger import Ledger
from scorecheck.review.shelf import Shelf
from tests.made_decisions import catalogue
from tests.made_review import picture_of


class StubChecks:
    """Checks files of JSON that stand for photos."""

    def check(self, path: Path) -> Checked:
        file = read_stub(path)
        return Checked(file, tuple(picture_of(sheet) for sheet in file.sheets))

    def close(self) -> None:
        """Nothing runs."""


def shelf_on(archive: Archive) -> Shelf:
    """The shelf of an archive; nothing on its desk is checked yet."""
    decisions = ArchiveDecisions(archive, catalogue())
    checks = ArchiveChecks(StubChecks(), archive, catalogue(), decisions.remembered)
    desk = Desk(checks, Ledger(decisions), catalogue())
    shelf = Shelf(archive, desk)
    shelf.sheets()
    return shelf


def read_all(shelf: Shelf) -> ShelfList:
    """Every photo of the archive checked, whether anybody asked for it or not."""
    for entry in shelf.desk.entries():
        shelf.desk.show(entry, shelf.desk.checker.check(entry.path))
    return ShelfList(shelf)
