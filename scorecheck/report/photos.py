"""The photos that a report shows, each loaded once however many sheets are on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorecheck.report.crops import PhotoLoader, Picture
from scorecheck.report.dispute_shown import Dispute, SheetShown

if TYPE_CHECKING:
    from scorecheck.photo.load import Photo


def each_photo(dispute: Dispute, load: PhotoLoader) -> Iterator[tuple[SheetShown, Picture]]:
    """Every sheet with the upright colour picture of its page, in order."""
    last: Photo | None = None
    picture: Picture | None = None
    for shown in dispute.sheets:
        page = next(page for page in shown.file.pages if page.page == shown.sheet.page)
        if picture is None or page is not last:
            last, picture = page, load(page)
        yield shown, picture
