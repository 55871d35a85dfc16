"""The web pages' templates (Jinja2), which say their sentences in one language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorecheck.languages.catalogues import translator
from scorecheck.languages.phrase import say_in


@cache
def page_templates(folder: Path, lang: str) -> Environment:
    """The templates in a folder, in one language; whatever is put into them is escaped.

    `_("…")` says a sentence, the filter `say` a phrase.
    """
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_translations(translator(lang), newstyle=True)  # type: ignore[attr-defined]
    made.filters["say"] = say_in(lang)
    return made
