"""`Visit`: one connection, dropped where it keeps a place without asking for anything.

Whoever opens connections and is silent, or is slow on purpose, takes the place of nobody else: a
device has so many places, and where one more is needed, the one that was idle longest is given up.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_OF_ONE = 32
"""Connections of one device; a browser opens six, and tabs share them."""

MOST_TOGETHER = 120
"""Connections of all devices."""

FOR_A_REQUEST = 5.0
"""Seconds until a request has come whole, but for what it carries."""

FOR_AN_ANSWER = 180.0
"""Seconds from there until the answer was taken; a photo may be on its way for two minutes."""


class Visit(H11Protocol):
    """A connection as uvicorn serves it, with a bound on its time and on its place."""

    _alarm: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take one more connection, in the place of an idle one where there are too many."""
        super().connection_made(transport)
        self._set_alarm(FOR_A_REQUEST)
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take what came; the alarm is set anew only by a whole request, not by each byte of it."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before and not self.is_idle:
            self._set_alarm(FOR_AN_ANSWER)
        elif self.is_idle and self._alarm is None:
            refused = self.cycle is not None and self.cycle.more_body  # and still being sent
            self._set_alarm(FOR_AN_ANSWER if refused else FOR_A_REQUEST)

    def on_response_complete(self) -> None:
        """From here on the connection waits for another request, as long as uvicorn lets it."""
        self._stop_alarm()
        self._since = self.loop.time()
        super().on_response_complete()
        if not self.is_idle:  # the next request had come already
            self._set_alarm(FOR_AN_ANSWER)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._stop_alarm()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def device(self) -> str:
        """The address at the other end."""
        return self.client[0] if self.client else ""

    def drop(self) -> None:
        """End it at once; uvicorn forgets it a moment later, but its place is free now."""
        self._stop_alarm()
        self.connections.discard(self)
        self.transport.abort()

    def _make_room(self) -> None:
        """Give up an idle connection where there are too many: one of this device where they are
        its own, else one of the device that has most. This one is idle too, so one always goes."""
        visits = [one for one in self.connections if isinstance(one, Visit)]
        held = Counter(one.device for one in visits)
        if held[self.device] > MOST_OF_ONE:
            visits = [one for one in visits if one.device == self.device]
        elif len(visits) <= MOST_TOGETHER:
            return
        idle = (one for one in visits if one.is_idle)
        min(idle, key=lambda one: (-held[one.device], one._since)).drop()

    def _set_alarm(self, seconds: float) -> None:
        self._stop_alarm()
        self._since = self.loop.time()
        self._alarm = self.loop.call_later(seconds, self.drop)

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
