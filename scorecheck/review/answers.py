"""What a request is answered with when it cannot be served, and reading what requests bring."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from scorecheck.errors import OutputError, ScorecheckError, UsageError
from scorecheck.languages.phrase import translate

MOST_JSON = 16_000
"""Bytes of a decision with a long remark, and some."""


LONGEST = 10.0
"""Seconds that a decision may be on its way."""


class RefusedError(Exception):
    """A request that is refused with a status of its own."""

    def __init__(self, status: int, message: str, help: str = "", code: str = "refused") -> None:
        super().__init__(message)
        self.status = status
        self.error = UsageError(message, help=help, code=code)


def error_answer(error: ScorecheckError, lang: str, status: int | None = None) -> Response:
    """An error as the page's script takes it."""
    if status is None:
        status = 500 if isinstance(error, OutputError) else 400
    told = {
        "code": error.code,
        "message": translate(error.message, lang),
        "help": translate(error.help, lang),
    }
    return JSONResponse({"error": told}, status)


async def json_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings.

    Raises:
        RefusedError: it is too large, too slow, of another kind, or no object.
    """
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise RefusedError(415, "expected JSON")
    try:
        async with asyncio.timeout(LONGEST):
            body = await _small_body(request)
    except TimeoutError as error:
        raise RefusedError(408, "that took too long to arrive") from error
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RefusedError(400, "expected a JSON object")
    return found


async def _small_body(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_JSON:
            raise RefusedError(413, "that is too long")
    return bytes(body)


def text_of(found: dict[str, Any], name: str) -> str:
    """A text in a JSON object; empty where it is missing.

    Raises:
        RefusedError: something else stands there.
    """
    value = found.get(name, "")
    if not isinstance(value, str):
        raise RefusedError(400, f"{name} is no text")
    return value
