"""The list of photos as plain data for the page's script."""

from __future__ import annotations

from typing import Any, Protocol

from scorecheck.decisions.compare import Standing
from scorecheck.decisions.record import SECOND
from scorecheck.languages.phrase import Phrase, Plural, translate
from scorecheck.report.played import Played
from scorecheck.report.result import SheetResult
from scorecheck.review.desk import Desk, Entry
from scorecheck.review.hangs import open_cells
from scorecheck.review.sheet import ReviewSheet

Json = dict[str, Any]

NOTHING_AROUND: Json = {"place": "", "players": {}, "photos": [], "differ": [], "next": None}
"""What is known around a sheet that is in no archive; see `KeptList.around`."""


class KeptList(Protocol):
    """The sheets of an archive, where that is under review."""

    def facts(self, lang: str) -> Json:
        """Every sheet in its order, and the photos that are on their way into the archive."""

    def around(self, sheet: ReviewSheet, lang: str) -> Json:
        """Where a sheet was played, by whom, its other photos, and which sheet is open next."""

    def played(self, sheet: ReviewSheet) -> Played | None:
        """Where a sheet was played and by whom, for a report; None for one of no event."""


def desk_facts(desk: Desk, lang: str) -> Json:
    """Every photo in the order they came, with its sheets or the reason why there is none."""
    desk.ledger.refresh()
    return {"photos": [photo_line(entry, lang) for entry in desk.entries()]}


def photo_line(entry: Entry, lang: str) -> Json:
    """One photo in the list, with its sheets."""
    error = entry.error
    return {
        "number": entry.number,
        "name": entry.path.name,
        "progress": entry.progress.value,
        "error": translate(error.message, lang) if error else "",
        "help": translate(error.help, lang) if error else "",
        "sheets": [sheet_line(sheet, lang) for sheet in entry.sheets],
    }


def sheet_line(sheet: ReviewSheet, lang: str) -> Json:
    """One sheet in the list: what it is, and how far people are with it."""
    settled = sheet.settled()
    return {
        "key": sheet.key,
        "title": settled.template.title(lang),
        "number": settled.sheet_number,
        "page": settled.page,
        "columns": translate(_columns(settled), lang),
        "asked": len(sheet.asked),
        "open": sum(len(open_cells(card)) for card in settled.cards),
        "second": bool(sheet.decisions(SECOND)),
        "differences": _differences(sheet) if sheet.can_be_compared else None,
    }


def _columns(settled: SheetResult) -> str:
    """`4 players`: how many have written anything."""
    filled = settled.filled
    if not filled:
        return Phrase("blank")
    if filled[0].column.startswith("p"):
        return Plural("{n} player", "{n} players", len(filled))
    return Plural("{n} game", "{n} games", len(filled))


def _differences(sheet: ReviewSheet) -> int:
    """On how many cells two people differ, and nobody has settled it."""
    return sum(one.standing is Standing.DIFFERS for one in sheet.compared())
