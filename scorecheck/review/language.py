"""In which language a page is shown: as asked for, as last time, or as the browser prefers."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request

from scorecheck.errors import UsageError
from scorecheck.languages.catalogues import ENGLISH, LANGUAGES, language

COOKIE = "scorecheck-language"


def asked_for(request: Request) -> str | None:
    """The language that the address names, if it is one of ours."""
    given = request.query_params.get("lang", "")
    return given if given in LANGUAGES else None


def lang_of(request: Request) -> str:
    """The language that a page is shown in."""
    return asked_for(request) or next(_preferred(request), ENGLISH)


def _preferred(request: Request) -> Iterator[str]:
    kept = request.cookies.get(COOKIE, "")
    if kept in LANGUAGES:
        yield kept
    for part in request.headers.get("accept-language", "").split(",")[:10]:
        try:
            yield language(part.partition(";")[0])
        except UsageError:
            continue
