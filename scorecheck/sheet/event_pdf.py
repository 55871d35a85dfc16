"""`draw_event_sheets`: the sheets of one round, with names, round and table printed on them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen, Style
from scorecheck.sheet.codes import best_mask
from scorecheck.sheet.colours import DEEP, INK
from scorecheck.sheet.fonts import BOLD, MISSING, MM, printable, use_fonts
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.page import Heading, draw_common, draw_heading, draw_own, heading_fits
from scorecheck.sheet.placed import Plan
from scorecheck.sheet.plan import make_plan
from scorecheck.sheet.strip import strip_places
from scorecheck.sheet.words import word

_PLACE_SIZE = 10.5
"""Of the letters that say where the sheet is played, in points."""


@dataclass(frozen=True)
class EventSheet:
    """One page.

    Attributes:
        names: over the columns; an empty one is printed as `Player 2`.
        place: where it is played, such as `Round 1 · Table 3`, printed in the place's field.
    """

    identity: SheetIdentity
    names: tuple[str, ...]
    place: str


def draw_event_sheets(
    template: Template, sheets: Sequence[EventSheet], title: str, notes: list[str] | None = None
) -> bytes:
    """A PDF with a page for each sheet; the same input gives the same bytes.

    Args:
        sheets: of one game, paper and language; columns of players.
        title: the event's name, a line under the game's name.
        notes: gets a sentence for each name that could not be printed as given.
    """
    use_fonts()
    notes = [] if notes is None else notes
    first = sheets[0].identity
    stream = io.BytesIO()
    page = make_plan(template, first.paper, first.columns).page
    canvas = Canvas(stream, pagesize=(page[0] * MM, page[1] * MM), invariant=1, pageCompression=1)
    canvas.setTitle(f"{printable(title)} – {template.title(first.lang)}")
    canvas.setCreator("scorecheck")
    pen = Pen(canvas, page[1])
    masks = _common_parts(pen, template, sheets)
    for sheet in sheets:
        plan = make_plan(template, first.paper, sheet.identity.columns)
        canvas.doForm(_form(sheet))
        heading = Heading(
            printable(template.title(first.lang)),
            printable(title) or word("sheet", first.lang),
            tuple(_names(sheet, plan, notes)),
            named=True,
        )
        draw_heading(pen, plan, sheet.identity, heading)
        _place(pen, plan, printable(sheet.place))
        draw_own(pen, plan, sheet.identity, masks[sheet.identity.columns])
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _common_parts(pen: Pen, template: Template, sheets: Sequence[EventSheet]) -> dict[int, int]:
    """What sheets of equally many columns share is drawn once; gives the mask of their codes."""
    masks: dict[int, int] = {}
    for sheet in sheets:
        identity = sheet.identity
        if identity.columns not in masks:
            masks[identity.columns] = best_mask(identity.to_text())
            plan = make_plan(template, identity.paper, identity.columns)
            pen.canvas.beginForm(_form(sheet))
            draw_common(pen, template, identity, plan, make_layout(template, identity))
            pen.canvas.endForm()
    return masks


def _form(sheet: EventSheet) -> str:
    return f"common{sheet.identity.columns}"


def _names(sheet: EventSheet, plan: Plan, notes: list[str]) -> Sequence[str]:
    shown = []
    for number, name in enumerate(sheet.names, start=1):
        text = printable(name)
        if not text.replace(MISSING, "").strip():
            text = word("player", sheet.identity.lang, n=number)
            if name:
                notes.append(f"sheet {sheet.identity.sheet}: {name!r} is printed as {text!r}")
        elif MISSING in text and MISSING not in name:
            notes.append(f"sheet {sheet.identity.sheet}: {name!r} is printed as {text!r}")
        elif not heading_fits(plan, text):
            notes.append(f"sheet {sheet.identity.sheet}: {name!r} is too long, its end is cut")
        shown.append(text)
    return shown


def _place(pen: Pen, plan: Plan, text: str) -> None:
    """In the field for the place, so that it need not be written."""
    place = strip_places(plan)[0]
    style = Style(BOLD, min(_PLACE_SIZE, place.h * 1.7), DEEP if len(text) < 40 else INK, least=5)
    base = place.middle[1] + style.cap / 2
    pen.text((place.middle[0], base), text, style, room=place.w - 2, align="centre")
