"""`Guard`: who may speak to the page, and what the browser is told about it.

Whoever has the address with its token may; a page of another site may not, nor a name that was
made to point here (DNS rebinding). What the browser loads comes from here and from nowhere else.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorecheck.review.pace import MINUTE, Pace

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "geolocation=(), microphone=(), payment=(), usb=()",
}
MOST_WRONG = 30
"""Wrong addresses that one device may ask for in a minute."""

_FROM_HERE = ("same-origin", "none")
"""Requests of the page itself, and addresses that a person typed or scanned."""


@dataclass
class Guard:
    """Lets through what comes from the page itself, under its own address and with its token.

    Attributes:
        hosts: the values of `Host` under which this server is known, such as `127.0.0.1:8000`.
        tries: how many wrong addresses one device may ask for. The right one is never refused for
            them: on a shared network others could lock everybody out.
    """

    app: ASGIApp
    token: str
    hosts: Collection[str]
    tries: Pace = field(default_factory=lambda: Pace(MOST_WRONG, MINUTE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        refused = self._refusal(scope)
        answer = PlainTextResponse(refused[1], refused[0]) if refused else self.app

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await answer(scope, receive, send_on)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is refused, as status and sentence; None for one that may pass."""
        headers = Headers(scope=scope)
        if headers.getlist("host") != [host := headers.get("host", "")] or host not in self.hosts:
            return 421, "This server is not known by that name."
        return _wrong_origin(scope["method"], headers, f"http://{host}") or self._wrong_token(scope)

    def _wrong_token(self, scope: Scope) -> tuple[int, str] | None:
        """Refuses whoever has not got the address, and counts how often a device tries."""
        if self._has_token(scope["path"]):
            return None
        device = scope["client"][0] if scope.get("client") else ""
        if self.tries.is_over(device):
            return 429, "Too many wrong addresses; wait a minute."
        self.tries.count(device)
        return 404, "Not found. Use the whole address that scorecheck gave you."

    def _has_token(self, path: str) -> bool:
        given = path.split("/", 2)[1] if path.startswith("/") else ""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


def _wrong_origin(method: str, headers: Headers, own: str) -> tuple[int, str] | None:
    """Refuses what the page of another site, or another program's page, has a browser send."""
    if method not in ("GET", "HEAD", "POST"):
        return 405, "Only GET and POST."
    if headers.get("sec-fetch-site", "none") not in _FROM_HERE:
        return 403, "Pages of other sites may not ask for this."
    if method == "POST" and headers.get("origin") != own:
        return 403, "Only the page itself may send this."
    return None
