"""The page's addresses, all of them under the token, and what each answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from inspect import iscoroutinefunction
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from scorecheck.errors import ScorecheckError
from scorecheck.review import pages, sending
from scorecheck.review.answers import RefusedError, error_answer
from scorecheck.review.desk import Desk
from scorecheck.review.desk_facts import KeptList
from scorecheck.review.guard import Guard
from scorecheck.review.language import lang_of
from scorecheck.review.report import Given, report
from scorecheck.review.statics import font, static
from scorecheck.review.uploads import Uploads, take_photo

Handler = Callable[[Request], Awaitable[Response]]


def make_app(
    desk: Desk,
    uploads: Uploads,
    token: str,
    hosts: Collection[str],
    given: Given | None = None,
    kept: KeptList | None = None,
) -> ASGIApp:
    """The whole page as one application.

    Args:
        token: the secret first part of every address.
        hosts: the values of `Host` under which it may be asked.
        given: what the reports name as the command that computes them again.
        kept: the sheets of the archive, where that is reviewed.
    """
    routes = [
        Route("/", _handled(pages.desk_page)),
        Route("/desk.json", _handled(sending.desk_state)),
        Route("/photos", _handled(take_photo), methods=["POST"]),
        Route("/sheet/{key}", _handled(pages.sheet_page)),
        Route("/sheet/{key}/facts.json", _handled(sending.facts)),
        Route("/sheet/{key}/picture.jpg", _handled(sending.picture)),
        Route("/sheet/{key}/decide", _handled(sending.decide), methods=["POST"]),
        Route("/sheet/{key}/report.{kind}", _handled(report)),
        Route("/sheet/{key}/undo", _handled(sending.undo), methods=["POST"]),
        Route("/static/{name}", _handled(static)),
        Route("/fonts/{name}", _handled(font)),
    ]
    app = Starlette(routes=[Mount(f"/{token}", routes=routes)])
    app.state.desk = desk
    app.state.uploads = uploads
    app.state.given = given or Given()
    app.state.kept = kept
    return Guard(app, token, frozenset(hosts))


def _handled(work: Callable[[Request], Any]) -> Handler:
    """Run a handler, in a thread where it is no coroutine; errors become answers of their own."""

    async def handle(request: Request) -> Response:
        try:
            if iscoroutinefunction(work):
                answer = await work(request)
            else:
                answer = await run_in_threadpool(work, request)
        except RefusedError as refused:
            return error_answer(refused.error, lang_of(request), refused.status)
        except ScorecheckError as error:
            return error_answer(error, lang_of(request))
        except ClientDisconnect:  # gone in the middle of a photo, as phones go: nobody to answer
            return Response(status_code=400)
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    return handle
