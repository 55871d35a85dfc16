"""The results of an event as one web page that needs nothing else: no script, no other file."""

from __future__ import annotations

from scorecheck import __version__
from scorecheck.archive import shown
from scorecheck.archive.chart_svg import svg
from scorecheck.archive.facts import EventFacts
from scorecheck.archive.results import CODE_SAYS, gather_results
from scorecheck.game.template import Template
from scorecheck.languages.catalogues import ENGLISH, formal
from scorecheck.languages.page_templates import page_templates
from scorecheck.languages.phrase import say_in
from scorecheck.resources import PACKAGE


def results_html(facts: EventFacts, template: Template, lang: str = ENGLISH) -> str:
    """The page in one language; the same facts give the same page."""
    pages = page_templates(PACKAGE / "archive" / "pages", lang)
    return pages.get_template("results.html").render(
        results=gather_results(facts, template, say_in(lang)),
        shown=shown,
        svg=svg,
        code_says=CODE_SAYS,
        lang=formal(lang),
        version=__version__,
    )
