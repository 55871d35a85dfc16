"""The photos that a report shows, each loaded once however many sheets are on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TypeVar

from scorecheck.report.crops import PhotoLoader, Picture
from scorecheck.report.dispute_shown import Dispute, SheetShown

T = TypeVar("T")


def each_photo(
    dispute: Dispute, load: PhotoLoader, show: Callable[[SheetShown, Picture], T]
) -> Iterator[T]:
    """What `show` makes of every sheet and the upright colour picture of its page, in order.

    A photo is let go before the next one is loaded: `show` must not keep it.
    """
    for _, on_page in groupby(dispute.sheets, _page):
        sheets = list(on_page)
        shown = _shown(sheets, load, show)
        yield from shown


def _shown(
    sheets: list[SheetShown], load: PhotoLoader, show: Callable[[SheetShown, Picture], T]
) -> list[T]:
    page = next(one for one in sheets[0].file.pages if one.page == sheets[0].sheet.page)
    picture = load(page)
    return [show(sheet, picture) for sheet in sheets]


def _page(shown: SheetShown) -> tuple[int, int]:
    """Tells pages apart, those of a file that was given twice too."""
    return id(shown.file), shown.sheet.page
