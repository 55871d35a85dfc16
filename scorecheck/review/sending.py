"""The answers to the page's script: the state of the desk, the facts of a sheet, decisions kept."""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from scorecheck.decisions.record import SETTLING
from scorecheck.languages.phrase import Phrase
from scorecheck.review.answers import RefusedError, json_of, text_of
from scorecheck.review.desk import Desk
from scorecheck.review.desk_facts import KeptList, desk_facts
from scorecheck.review.facts import sheet_facts
from scorecheck.review.language import lang_of
from scorecheck.review.sheet import ROUNDS, ReviewSheet

Json = dict[str, Any]


def desk_of(request: Request) -> Desk:
    """The desk behind this page."""
    desk: Desk = request.app.state.desk
    return desk


def kept_of(request: Request) -> KeptList | None:
    """The list of an archive's sheets; None where photos are reviewed."""
    kept: KeptList | None = request.app.state.kept
    return kept


def sheet_of(request: Request) -> ReviewSheet:
    """The sheet that an address names.

    Raises:
        RefusedError: there is none.
    """
    sheet = desk_of(request).sheet(request.path_params["key"])
    if sheet is None:
        raise RefusedError(
            404, Phrase("there is no such sheet"), Phrase("go back to the list of sheets")
        )
    return sheet


def round_of(request: Request) -> int:
    """Which look at the sheet an address means: the first, the second, or the comparison.

    Raises:
        RefusedError: another one, or the comparison before both are done.
    """
    given = request.query_params.get("round", "1")
    if given not in map(str, ROUNDS):
        raise RefusedError(404, "there is no such round")
    if int(given) == SETTLING and not sheet_of(request).can_be_compared:
        raise RefusedError(
            409, Phrase("the second review is not done yet"), Phrase("settle all its cells first")
        )
    return int(given)


def desk_state(request: Request) -> Json:
    """Every photo with its state."""
    kept, lang = kept_of(request), lang_of(request)
    return kept.facts(lang) if kept else desk_facts(desk_of(request), lang)


def facts(request: Request) -> Json:
    """What stands on a sheet now."""
    sheet = sheet_of(request)
    sheet.ledger.refresh()
    return sheet_facts(sheet, lang_of(request), round_of(request))


def picture(request: Request) -> Response:
    """The flat sheet."""
    headers = {"Cache-Control": "private, max-age=86400, immutable"}
    return Response(sheet_of(request).picture.jpeg, media_type="image/jpeg", headers=headers)


async def decide(request: Request) -> Json:
    """Keep a decision; the answer is sent only after it is on the disk."""
    sheet, round = sheet_of(request), round_of(request)
    found = await json_of(request)
    cell, text, by, remark = (text_of(found, name) for name in ("cell", "text", "by", "remark"))

    def work() -> Json:
        made = sheet.decide(cell, text, by, remark, round)
        return {"saved": made.at, "cell": cell, "facts": _facts(request, sheet, round)}

    return await run_in_threadpool(work)


async def undo(request: Request) -> Json:
    """Take back the last decision of a person; that is kept too."""
    sheet, round = sheet_of(request), round_of(request)
    by = text_of(await json_of(request), "by")

    def work() -> Json:
        gone = sheet.undo(by, round)
        return {"saved": gone.at, "cell": gone.cell, "facts": _facts(request, sheet, round)}

    return await run_in_threadpool(work)


def _facts(request: Request, sheet: ReviewSheet, round: int) -> Json:
    return sheet_facts(sheet, lang_of(request), round)
