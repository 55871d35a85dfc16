"""A progress bar whose length is known only once work has begun."""

from __future__ import annotations

from collections.abc import Callable

from scorecheck.cli.countdown import Countdown
from scorecheck.languages.catalogues import ENGLISH


class Bar:
    """Shown on standard error, and only where that is a terminal.

    Args:
        shown: whether to show it at all.
    """

    def __init__(self, *, shown: bool, lang: str = ENGLISH) -> None:
        self._shown, self._lang = shown, lang
        self._countdown: Countdown | None = None

    def begin(self, total: int) -> Callable[[], object]:
        """Begin with nothing of `total` done; gives what to call for each that is."""
        self._countdown = Countdown(total, shown=self._shown, lang=self._lang)
        return self._countdown.tick

    def clear(self) -> None:
        """Take it away, if there is any."""
        if self._countdown is not None:
            self._countdown.clear()
