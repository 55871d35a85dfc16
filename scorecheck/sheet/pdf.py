"""`draw_sheets`: printed sheets as a PDF."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from reportlab.pdfgen.canvas import Canvas

from scorecheck.errors import UsageError
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Phrase
from scorecheck.sheet.canvas import Pen
from scorecheck.sheet.codes import best_mask
from scorecheck.sheet.fonts import MISSING, MM, printable, use_fonts
from scorecheck.sheet.identity import SheetIdentity, option_text
from scorecheck.sheet.make import make_layout
from scorecheck.sheet.page import Heading, draw_common, draw_heading, draw_own, heading_fits
from scorecheck.sheet.placed import Plan
from scorecheck.sheet.plan import check_printable, columns_that_fit, make_plan
from scorecheck.sheet.words import word


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
    check_printable(template)
    room = columns_that_fit(template, paper)
    if room == 0:
        raise UsageError(
            Phrase("{variant} does not fit on {paper}", variant=template.id, paper=paper),
            help=Phrase("choose a larger paper"),
            code="columns",
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
    headings = _Headings(template, identity, plan, names, notes).for_columns(
        max(columns or identity.columns, len(names)), title
    )
    stream = io.BytesIO()
    page = (plan.page[0] * MM, plan.page[1] * MM)
    canvas = Canvas(stream, pagesize=page, invariant=1, pageCompression=1)
    canvas.setTitle(f"{template.title(identity.lang)} – {word('sheet', identity.lang)}")
    canvas.setCreator("scorecheck")
    pen = Pen(canvas, plan.page[1])
    _forms(pen, template, identity, headings)
    mask = best_mask(identity.to_text())
    for n in range(sheets * len(headings)):
        canvas.doForm("common")
        canvas.doForm(f"heading{n % len(headings)}")
        draw_own(pen, plan, identity.with_sheet(identity.sheet + n), mask)
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


@dataclass(frozen=True)
class _Headings:
    """Makes the headings of a set of sheets, and notes what could not be printed as given."""

    template: Template
    identity: SheetIdentity
    plan: Plan
    names: Sequence[str]
    notes: list[str]

    def for_columns(self, wanted: int, title: str) -> list[Heading]:
        """One heading for each sheet that `wanted` columns take."""
        each = self.identity.columns
        texts = [self._column(n) for n in range(ceil(wanted / each) * each)]
        subtitle = self._shown(title, "the title") or word("sheet", self.identity.lang)
        game = printable(self.template.title(self.identity.lang))
        return [
            Heading(game, subtitle, tuple(texts[start : start + each]), named=bool(self.names))
            for start in range(0, len(texts), each)
        ]

    def _column(self, n: int) -> str:
        key = "game" if self.identity.mode == "games" else "player"
        default = word(key, self.identity.lang, n=n + 1)
        if n >= len(self.names) or not self.names[n].strip():
            return default
        shown = self._shown(self.names[n], f"the name of player {n + 1}")
        if shown.replace(MISSING, "").strip():
            if not heading_fits(self.plan, shown):
                self.notes.append(f"the name of player {n + 1} is too long, its end is cut")
            return shown
        self.notes.append(f"player {n + 1} is printed as {default!r}")
        return default

    def _shown(self, text: str, what: str) -> str:
        shown = printable(text)
        if MISSING in shown and MISSING not in text:
            self.notes.append(f"{what} has characters that the font lacks, printed as {MISSING}")
        return shown
