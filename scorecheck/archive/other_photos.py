"""What people decided on other photos of a sheet, which holds on every photo of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import place_of
from scorecheck.archive.store import Archive, Change
from scorecheck.decisions.place import Place, places
from scorecheck.decisions.record import Decision
from scorecheck.report.result import FileResult


def from_other_photos(
    archive: Archive, file: FileResult, decisions: Sequence[Decision]
) -> list[Decision]:
    """Those of the archive's decisions that were made on other photos of the sheets in a file, as
    if they had been made on this one.

    Only photos that stand together count: not those of a corrected sheet, nor of an open conflict.
    Another page of the same file is another photo; what was decided on it is given for its own page
    too.
    """
    moved: list[Decision] = []
    with archive.read() as connection:
        papers = Papers(Change(connection))
        for home, _ in places(file):
            others = _others(papers, home)
            told = [one for one in decisions if one.place in others]
            moved += [_moved(one, home) for one in told]
            moved += [one for one in told if one.sha256 == file.sha256]
    return moved


def _moved(one: Decision, home: Place) -> Decision:
    """A decision as if it had been made at a place; without what was read there before, as that
    tells where on the other photo the cell is."""
    return replace(one, **home._asdict(), read=None)


def _others(papers: Papers, home: Place) -> set[Place]:
    """Where else the sheet is seen that is at a place in a photo."""
    reading = papers.reading_at(home)
    version = None if reading is None else papers.current_with(reading)
    if version is None:
        return set()
    return {place_of(papers.reading(name)) for name in version["readings"]} - {home}
