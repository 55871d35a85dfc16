"""The dispute report as one web page that needs nothing else: no script, no other file, no network.

Whatever comes from outside (names, remarks, paths) is text in it and never markup; the page itself
forbids scripts, so that nothing could run even so.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorecheck import __version__
from scorecheck.languages.catalogues import ENGLISH, formal
from scorecheck.languages.page_templates import page_templates
from scorecheck.languages.phrase import Say, say_in
from scorecheck.report import together, witness_words, words
from scorecheck.report.again import typed
from scorecheck.report.crops import PhotoLoader, Picture, SheetView, jpeg, shrink
from scorecheck.report.dispute_cells import CellShown
from scorecheck.report.dispute_shown import Dispute, SheetShown
from scorecheck.report.dispute_source import LEGEND, readable, reason_of
from scorecheck.report.dispute_verdict import verdict_of
from scorecheck.report.photos import each_photo
from scorecheck.report.picture import KEY, draw_sheet
from scorecheck.report.table import Column, Row, card_rows, shown_columns
from scorecheck.resources import PACKAGE

_PHOTO_PX, _ROW_PX = 1800, 1400
_QUALITY = 80
_KEY = [(text, f"rgb{colour}") for text, colour in KEY]
_WORDS = {"words": words, "witness": witness_words, "together": together}


def report_html(dispute: Dispute, load: PhotoLoader, lang: str = ENGLISH) -> str:
    """The whole report as a web page, in one language.

    Args:
        load: gives the upright colour picture of a page; called once per page that has sheets.
    """
    templates = page_templates(PACKAGE / "report" / "pages", lang)
    article = templates.get_template("article.html")

    def drawn(shown: SheetShown, photo: Picture) -> str:
        one = _Sheet(shown, SheetView(photo, shown.sheet), lang)
        told = Markup(article.render(one=one, key=_KEY, **_WORDS))
        # Jinja's contexts hold themselves in circles, so the photo would wait for the collector.
        del one.view
        return told

    html = templates.get_template("dispute.html").render(
        dispute=dispute,
        articles=list(each_photo(dispute, load, drawn)),
        lang=formal(lang),
        version=__version__,
        command=typed(dispute.command),
        legend=LEGEND,
        reason_of=reason_of,
        **_WORDS,
    )
    return readable(html)


@dataclass
class _Sheet:
    """A sheet with its pictures, each as an address that holds the picture itself."""

    shown: SheetShown
    view: SheetView
    lang: str

    @property
    def say(self) -> Say:
        """Says texts in the report's language."""
        return say_in(self.lang)

    @property
    def verdict(self) -> str:
        """The kind of the verdict, for its colour."""
        return verdict_of(self.shown.sheet).value

    def photo(self) -> str:
        """The sheet in its photo, with the readings."""
        drawn = draw_sheet(self.view.photo, self.shown.sheet, self.lang)
        return _address(shrink(drawn, _PHOTO_PX))

    def cut(self, cells: Sequence[CellShown]) -> str:
        """The cells, cut out."""
        return _address(self.view.cut([one.cell for one in cells]))

    def row(self, cells: Sequence[CellShown]) -> str:
        """The whole row of the sheet that they are in."""
        return _address(shrink(self.view.row([one.cell for one in cells]), _ROW_PX))

    def columns(self) -> list[list[str]]:
        """The headings of the card's table, each in its lines."""
        return [self.say(column.heading).split("\n") for column in self._columns]

    def rows(self) -> list[Row]:
        """The card as it was read."""
        return card_rows(self.shown.sheet, self._columns)

    @property
    def _columns(self) -> list[Column]:
        return shown_columns(self.shown.sheet)


def _address(picture: Picture) -> str:
    return "data:image/jpeg;base64," + b64encode(jpeg(picture, _QUALITY)).decode("ascii")
