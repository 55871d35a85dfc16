"""The sheets of a round as a PDF."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.game.template import Template
from scorecheck.sheet.event_pdf import EventSheet, draw_event_sheets
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.words import word


def round_pdf(
    facts: EventFacts, sheets: Sequence[SheetFacts], template: Template, notes: list[str]
) -> bytes:
    """The sheets as they are to be played on; the same facts give the same bytes.

    Args:
        notes: gets a sentence for each name that could not be printed as given.
    """
    pages = [_page(facts, sheet) for sheet in sheets]
    return draw_event_sheets(template, pages, facts.event.name, notes)


def _page(facts: EventFacts, sheet: SheetFacts) -> EventSheet:
    lang = facts.event.lang
    names = [facts.player(one).name if one else "" for one in sheet.columns]
    at_table = [
        one.number for one in facts.sheets if (one.round, one.table) == (sheet.round, sheet.table)
    ]
    table = word("table", lang, n=sheet.table)
    if len(at_table) > 1:  # the table plays on several sheets
        table += f" ({at_table.index(sheet.number) + 1}/{len(at_table)})"
    place = " · ".join((word("round", lang, n=sheet.round), table))
    return EventSheet(SheetIdentity.from_text(sheet.identity), tuple(names), place)
