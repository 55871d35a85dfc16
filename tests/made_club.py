"""An archive in which an event was made, drawn, and played: sheets as stubbed photos."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from scorecheck.archive.add import FileOutcome, add_files
from scorecheck.archive.event_draw import draw_round
from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.event_make import Wanted, make_event
from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.store import Archive
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.stub_photos import read_stub, write_photo
from tests.made_sheets import CLEAN

CATALOGUE = load_catalogue()
GAME = CATALOGUE.get("yahtzee")
ENTRANTS = tuple(
    Entrant(name, team)
    for name, team in (("Anna Ek", "Röd"), ("Bo Ål", "Blå"), ("Cleo", "Röd"), ("=Dag", "Blå"))
)
WANTED = Wanted("Vårcupen", rounds=2, seed="4711", ties=("best-game", "wins"), table_size=2)


def club(folder: Path, wanted: Wanted = WANTED, rounds: Iterable[int] = (1, 2)) -> Archive:
    """An archive with the event, its rounds drawn: two tables each, so four sheets."""
    create_archive(folder)
    archive = open_archive(folder)
    event = make_event(archive, wanted, GAME, ENTRANTS)
    for round in rounds:
        draw_round(archive, event.id, round, GAME)
    return archive


def card(chance: int) -> dict[str, str]:
    """A finished game without a mistake: 237 points and the chance."""
    sums = {"lower_total/sum": str(139 + chance), "grand_total/sum": str(237 + chance)}
    return {**CLEAN, "chance/value": str(chance), **sums}


def chance(sheet: int, column: int) -> int:
    """What is written as the chance of a column, another in each."""
    return 5 + 2 * sheet + 7 * column


def photo(
    folder: Path,
    sheet: SheetFacts,
    nonce: str = "",
    cards: Mapping[str, Mapping[str, str]] | None = None,
    **more: object,
) -> Path:
    """A photo of a sheet of the event."""
    usual = {f"p{n}": card(chance(sheet.number, n)) for n in range(1, len(sheet.columns) + 1)}
    path = folder / f"sheet-{sheet.number}{nonce}.jpg"
    told = {**usual, **(cards or {})}
    return write_photo(path, told, sheet=sheet.number, mode="players", nonce=nonce, **more)  # type: ignore[arg-type]


def add(archive: Archive, *paths: Path, corrected: bool = False) -> list[FileOutcome]:
    """Add photos in this order."""
    return list(add_files(archive, paths, read_stub, CATALOGUE, corrected=corrected))


def facts_of(archive: Archive, upto: int | None = None) -> EventFacts:
    """What is known of the event."""
    with archive.read() as connection:
        return event_facts(connection, "varcupen", upto)


def played(folder: Path) -> Archive:
    """The same, with a photo of every sheet in it."""
    archive = club(folder)
    add(archive, *[photo(folder, sheet) for sheet in facts_of(archive).sheets])
    return archive


def export_of(path: Path) -> dict[str, object]:
    """An export as it was written."""
    document = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document
