"""`Pace`: at most so many events in so many seconds, for each device on its own."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

MINUTE = 60.0
"""In seconds."""

_MOST_DEVICES = 1000


@dataclass
class Pace:
    """Counts events by device, and says when there were `most` of them in the last `seconds`."""

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _events: dict[str, deque[float]] = field(default_factory=dict)

    def is_over(self, device: str) -> bool:
        """Whether the device has had all that it may have for now."""
        events = self._events.get(device)
        if events is None:
            return False
        since = self.clock() - self.seconds
        while events and events[0] <= since:
            events.popleft()
        return len(events) >= self.most

    def count(self, device: str) -> None:
        """One more event of a device."""
        if len(self._events) >= _MOST_DEVICES and device not in self._events:
            self._events.pop(next(iter(self._events)))
        self._events.setdefault(device, deque(maxlen=self.most)).append(self.clock())
