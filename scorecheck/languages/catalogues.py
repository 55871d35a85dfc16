"""The languages that reports and the review page speak, and the catalogue of each.

English sentences are the keys; the others lie as gettext catalogues in `scorecheck/data/locale/`.
`python -m scorecheck.languages.update` collects the sentences from the code and compiles them.
"""

from __future__ import annotations

import gettext
from functools import cache

from scorecheck.errors import UsageError, quoted
from scorecheck.resources import data_file

DOMAIN = "scorecheck"
ENGLISH = "en"
LANGUAGES = {"en": "English", "sv": "Svenska", "no": "Norsk bokmål", "de": "Deutsch"}
"""Language codes as templates use them, each with its own name for itself."""

_ALSO = {"nb": "no", "nn": "no", "se": "sv"}

Translator = gettext.NullTranslations
"""What says a sentence in one language: `.gettext(text)`, `.ngettext(one, many, number)`."""


def language(name: str) -> str:
    """The language that a code such as `sv`, `nb` or `de_AT` means.

    Raises:
        UsageError: it is none of ours.
    """
    code = name.strip().lower().replace("_", "-").split("-")[0]
    known = _ALSO.get(code, code)
    if known not in LANGUAGES:
        raise UsageError(
            f"no language {quoted(name)}",
            help=f"the languages are {', '.join(LANGUAGES)}",
            code="unknown-language",
        )
    return known


@cache
def translator(lang: str) -> Translator:
    """The catalogue of one of `LANGUAGES`; English sentences stay as they are."""
    if lang == ENGLISH:
        return gettext.NullTranslations()
    folder = data_file("locale") / lang / "LC_MESSAGES"
    with (folder / f"{DOMAIN}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def formal(lang: str) -> str:
    """The language as web pages and PDF files name it: Norwegian here is bokmål."""
    return "nb" if lang == "no" else lang
