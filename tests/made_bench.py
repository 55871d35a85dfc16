"""Sheets to write on, as the trials of `scorecheck.measure.reports` make them."""

from __future__ import annotations

from scorecheck.measure.reports_sheet import Sheet
from scorecheck.sheet.pdf import sheet_identity
from tests.made_photos import catalogue


def empty_sheet(variant: str, columns: int, mode: str = "games") -> Sheet:
    """A sheet with nothing on it but its print, 12 px per mm."""
    template = catalogue().get(variant)
    return Sheet(template, sheet_identity(template, "a4", "en", columns=columns, mode=mode))
