"""Which sheet a decision is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorecheck.report.result import FileResult, SheetResult


class Place(NamedTuple):
    """A sheet in a photo: the hash of the file, the page (from 1), the sheet on it (from 0)."""

    sha256: str
    page: int
    sheet: int


def places(file: FileResult) -> Iterator[tuple[Place, SheetResult]]:
    """Every sheet of a file with its place; none for a file that could not be opened."""
    on_page: dict[int, int] = {}
    for sheet in file.sheets if file.sha256 is not None else ():
        number = on_page.get(sheet.page, 0)
        on_page[sheet.page] = number + 1
        yield Place(file.sha256 or "", sheet.page, number), sheet
