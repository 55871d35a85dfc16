"""The pages themselves: the list of photos, and a sheet under review."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from scorecheck.decisions.record import SECOND, SETTLING
from scorecheck.languages.catalogues import LANGUAGES, formal
from scorecheck.languages.page_templates import page_templates
from scorecheck.resources import PACKAGE
from scorecheck.review.desk import Progress
from scorecheck.review.desk_facts import NOTHING_AROUND, desk_facts, sheet_line
from scorecheck.review.facts import sheet_facts
from scorecheck.review.language import COOKIE, asked_for, lang_of
from scorecheck.review.sending import desk_of, kept_of, round_of, sheet_of

_PAGES = PACKAGE / "review" / "pages"


def desk_page(request: Request) -> Response:
    """Every photo or, of an archive, every sheet; and a way to add a photo."""
    lang = lang_of(request)
    kept = kept_of(request)
    facts = kept.facts(lang) if kept else desk_facts(desk_of(request), lang)
    return _page(request, "desk.html", facts=facts)


def sheet_page(request: Request) -> Response:
    """One sheet: the photo, the cells in doubt, the verdict. Where its photo was not read yet, a
    page that waits for it."""
    lang, desk, kept = lang_of(request), desk_of(request), kept_of(request)
    entry = desk.entry_of(request.path_params["key"])
    if entry is not None and entry.progress is not Progress.DONE:
        desk.ask_for(entry)
        return _page(request, "wait.html", again=1)
    if entry is not None and not entry.sheets and entry.error is not None:
        return _page(request, "wait.html", again=0, error=entry.error)
    sheet = sheet_of(request)
    sheet.ledger.refresh()
    if request.query_params.get("round") == str(SETTLING) and not sheet.can_be_compared:
        return RedirectResponse(f"{request.url.path}?round={SECOND}", 303)
    round = round_of(request)
    line = sheet_line(sheet, lang)
    return _page(
        request,
        "sheet.html",
        facts=sheet_facts(sheet, lang, round),
        line=line,
        round=round,
        photo=sheet.file.path.name,
        others=sheet.taken(round),
        around=kept.around(sheet, lang) if kept else NOTHING_AROUND,
    )


def _page(request: Request, name: str, **given: Any) -> Response:
    lang = lang_of(request)
    base = request.scope.get("root_path", "").rstrip("/")
    desk = desk_of(request)
    text = (
        page_templates(_PAGES, lang)
        .get_template(name)
        .render(
            base=base,
            here=request.url.path,
            lang=lang,
            formal=formal(lang),
            languages=LANGUAGES,
            names=desk.ledger.names()[:8],
            **given,
        )
    )
    answer = HTMLResponse(text)
    if asked_for(request):
        answer.set_cookie(COOKIE, lang, max_age=31_536_000, samesite="strict", httponly=True)
    return answer
