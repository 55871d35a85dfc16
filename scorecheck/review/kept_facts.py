"""The list of an archive's sheets as plain data for the page's script."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorecheck.archive.facts import SheetFacts
from scorecheck.archive.played import played_at
from scorecheck.archive.shown import place_words
from scorecheck.decisions.place import Place
from scorecheck.errors import UsageError
from scorecheck.languages.phrase import Joined, Phrase, translate
from scorecheck.report.played import Played
from scorecheck.review.desk import Desk, Entry, Progress
from scorecheck.review.desk_facts import NOTHING_AROUND, photo_line, sheet_line
from scorecheck.review.kept import KeptSheet
from scorecheck.review.sheet import ReviewSheet
from scorecheck.review.shelf import Shelf

Json = dict[str, Any]


@dataclass(frozen=True)
class ShelfList:
    """The sheets of a shelf, for the pages."""

    shelf: Shelf

    def facts(self, lang: str) -> Json:
        """Every sheet in its order, and the photos that are on their way into the archive."""
        shelf = self.shelf
        shelf.desk.ledger.refresh()
        sheets = shelf.sheets()
        return {
            "photos": [photo_line(one, lang) for one in shelf.desk.entries() if self._is_new(one)],
            "sheets": [_line(shelf, one, lang) for one in sheets],
        }

    def around(self, sheet: ReviewSheet, lang: str) -> Json:
        """Where a sheet was played, by whom, its other photos, and which sheet is open next."""
        sheets = self.shelf.sheets()
        at = next((n for n, one in enumerate(sheets) if sheet.place in _photos(one)), None)
        if at is None:
            return NOTHING_AROUND
        kept, others = sheets[at], (*sheets[at + 1 :], *sheets[:at])
        return {
            "place": _place(kept, lang),
            "players": {column: translate(name, lang) for column, name in kept.players.items()},
            "photos": _photo_lines(self.shelf, kept),
            "differ": sorted(kept.contested),
            "next": next((self.shelf.key(o.photos[0]) for o in others if o.is_open), None),
        }

    def played(self, sheet: ReviewSheet) -> Played | None:
        """Where a sheet was played and by whom, for a report; None for one of no event."""
        with self.shelf.archive.read() as connection:
            return played_at(connection, sheet.place)

    def _is_new(self, entry: Entry) -> bool:
        """Whether a photo is shown by itself: it was sent in, and is not among the archive's."""
        if self.shelf.holds(entry):
            return False
        return entry.progress is not Progress.DONE or not entry.sheets


def _place(sheet: KeptSheet, lang: str) -> str:
    """`Spring Cup · Round 1 · Table 3`; empty for a sheet of no event."""
    if not sheet.event:
        return ""
    where = place_words(SheetFacts(sheet.number or 0, sheet.round, sheet.table, (), ""))
    return translate(Joined([sheet.event, where], between=" · "), lang)


def _line(shelf: Shelf, sheet: KeptSheet, lang: str) -> Json:
    """One sheet of paper: where it was played, by whom, and what is open on it."""
    first = sheet.photos[0]
    entry, key = shelf.entry(first), shelf.key(first)
    read = shelf.desk.sheet(key) if key else None
    error = entry.error if entry else None
    told = sheet_line(read, lang) if read else {}
    return {
        "key": key,
        "event": sheet.event,
        "round": _round(sheet, lang),
        "title": _title(shelf.desk, sheet, lang),
        "number": sheet.number,
        "players": [translate(name, lang) for name in sheet.players.values()],
        "open": sheet.doubts,
        # What is wrong is not for the eyes of whoever has to say what is written.
        "findings": 0 if sheet.doubts else sheet.findings,
        "differ": bool(sheet.rivals),
        "waits": sheet.is_open,
        "photos": _photo_lines(shelf, sheet),
        "progress": entry.progress.value if entry else "gone",
        "error": translate(error.message, lang) if error else "",
        "help": translate(error.help, lang) if error else "",
        "second": told.get("second", False),
        "differences": told.get("differences"),
    }


def _round(sheet: KeptSheet, lang: str) -> str:
    """`Round 1`; empty for a sheet of no event."""
    return translate(Phrase("Round {number}", number=sheet.round), lang) if sheet.event else ""


def _photo_lines(shelf: Shelf, sheet: KeptSheet) -> list[Json]:
    """Its photos, those that contradict it last."""
    return [{"key": shelf.key(at), "rival": at in sheet.rivals} for at in _photos(sheet)]


def _photos(sheet: KeptSheet) -> tuple[Place, ...]:
    return (*sheet.photos, *sheet.rivals)


def _title(desk: Desk, sheet: KeptSheet, lang: str) -> str:
    if sheet.event:
        return translate(Phrase("Table {number}", number=sheet.table), lang)
    try:
        return desk.catalogue.get(sheet.variant).title(lang)
    except UsageError:  # a game whose template is not here
        return sheet.variant
