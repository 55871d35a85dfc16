"""`draw_sheets`: printed sheets as a PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from reportlab.pdfgen.canvas import Canvas

from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.sheet.canvas import Pen
from scorecheck.sheet.fonts import MISSING, MM, printable, use_fonts
from scorecheck.sheet.identity import SheetIdentity, option_text
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.page import Heading, draw_common, draw_heading, draw_own
from scorecheck.sheet.plan import columns_that_fit, make_plan
from scorecheck.sheet.words import word

MOST_SHEETS = 9999


def sheet_identity(
    template: Template,
    paper: str,
    lang: str,
    *,
    columns: int,
    mode: str = "games",
    options: dict[str, object] | None = None,
    sheet: int = 1,
) -> SheetIdentity:
    """The identity of a new sheet; `columns` beyond what fits are spread evenly over sheets.

    Raises:
        UsageError: a paper too small for the game, or an unknown option.
    """
    room = columns_that_fit(template, paper)
    if room == 0:
        raise UsageError(
            f"{template.id} does not fit on {paper}", help="choose a larger paper", code="columns"
        )
    chosen, usual = template.resolve_options(options or {}), template.resolve_options({})
    return SheetIdentity(
        variant=template.id,
        template_version=template.version,
        paper=paper,
        lang=lang,
        columns=ceil(columns / ceil(columns / room)),
        mode="players" if mode == "players" else "games",
        options={
            name: option_text(value)
            for name, value in chosen.items()
            if value != usual[name] and template.options[name].printed
        },
        sheet=sheet,
    )


def draw_sheets(
    template: Template,
    identity: SheetIdentity,
    *,
    names: Sequence[str] = (),
    columns: int | None = None,
    sheets: int = 1,
    title: str = "",
    notes: list[str] | None = None,
) -> bytes:
    """A PDF of numbered sheets; the same input gives the same bytes.

    Args:
        template: the game.
        identity: of the first sheet; its `columns` are those of each sheet.
        names: printed over the columns, one player each.
        columns: how many columns are wanted in all; further sheets follow when one is too small.
        sheets: how many sets of numbered sheets.
        title: a line under the game's name.
        notes: gets a sentence for each name that could not be printed as given.
    """
    use_fonts()
    notes = [] if notes is None else notes
    plan = make_plan(template, identity.paper, identity.columns)
    headings = _headings(template, identity, names, columns, title, notes)
    page = (plan.page[0] * MM, plan.page[1] * MM)
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=page, invariant=1, pageCompression=1)
    canvas.setTitle(f"{template.title(identity.lang)} – {word('sheet', identity.lang)}")
    canvas.setCreator("scorecheck")
    pen = Pen(canvas, plan.page[1])
    _forms(pen, template, identity, headings)
    for n in range(sheets * len(headings)):
        canvas.doForm("common")
        canvas.doForm(f"heading{n % len(headings)}")
        draw_own(pen, plan, identity.with_sheet(identity.sheet + n))
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _forms(
    pen: Pen, template: Template, identity: SheetIdentity, headings: Sequence[Heading]
) -> None:
    """What pages share is drawn once and used by each."""
    plan = make_plan(template, identity.paper, identity.columns)
    layout = make_layout(template, identity)
    pen.canvas.beginForm("common")
    draw_common(pen, template, identity, plan, layout)
    pen.canvas.endForm()
    for n, heading in enumerate(headings):
        pen.canvas.beginForm(f"heading{n}")
        draw_heading(pen, plan, identity, heading)
        pen.canvas.endForm()


def _headings(
    template: Template,
    identity: SheetIdentity,
    names: Sequence[str],
    columns: int | None,
    title: str,
    notes: list[str],
) -> list[Heading]:
    """One heading for each sheet of a set."""
    wanted = max(columns or identity.columns, len(names))
    per_sheet = identity.columns
    texts = [
        _column_text(identity, names, n, notes) for n in range(ceil(wanted / per_sheet) * per_sheet)
    ]
    base = Heading(
        title=printable(template.title(identity.lang)),
        subtitle=_shown(title, "the title", notes) or word("sheet", identity.lang),
        columns=(),
        named=bool(names),
    )
    return [
        replace(base, columns=tuple(texts[start : start + per_sheet]))
        for start in range(0, len(texts), per_sheet)
    ]


def _column_text(identity: SheetIdentity, names: Sequence[str], n: int, notes: list[str]) -> str:
    key = "game" if identity.mode == "games" else "player"
    default = word(key, identity.lang, n=n + 1)
    if n >= len(names):
        return default
    shown = _shown(names[n], f"the name of player {n + 1}", notes)
    if not shown.replace(MISSING, "").strip():
        notes.append(f"the name of player {n + 1} is printed as {default!r}")
        return default
    return shown


def _shown(text: str, what: str, notes: list[str]) -> str:
    shown = printable(text)
    if MISSING in shown and MISSING not in text:
        notes.append(
            f"{what} has characters that the sheet's font lacks; {MISSING} stands for them"
        )
    return shown
