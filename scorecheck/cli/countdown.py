"""One line of progress on a terminal: a bar, how many are done, and the time left."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable

from scorecheck.cli.console import CLEAR
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Phrase, say_in

_BAR = 30
"""How many signs long the bar is."""


class Countdown:
    """Shown on standard error while work goes on, and only where that is a terminal.

    Args:
        total: how many there are to do.
        shown: whether to show it at all.
    """

    def __init__(
        self,
        total: int,
        *,
        shown: bool,
        clock: Callable[[], float] = time.monotonic,
        lang: str = ENGLISH,
    ) -> None:
        self._total, self._done, self._worked = total, 0, 0
        self._shown = shown and sys.stderr.isatty()
        self._clock, self._say = clock, say_in(lang)
        self._started = clock()

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        self._write("")

    def tick(self, *, worked: bool = True) -> None:
        """One more is done.

        Args:
            worked: it took time; what is only skipped says nothing of how long the rest takes.
        """
        self._done += 1
        self._worked += worked
        line = f"{self.bar()} {self.line()}"
        # A line that is broken in two cannot be taken away again.
        fits = len(line) < shutil.get_terminal_size().columns
        self._write(line if fits else self.line())

    def bar(self) -> str:
        """Such as `[=====     ]`."""
        filled = _BAR * self._done // max(self._total, 1)
        return f"[{'=' * filled:{_BAR}}]"

    def line(self) -> str:
        """Such as `12 of 340, 3 min left`."""
        told = {"done": self._done, "all": self._total}
        left = self._total - self._done
        if not (self._worked and left):
            return self._say(Phrase("{done} of {all}", **told))
        time_left = in_words((self._clock() - self._started) / self._worked * left)
        return self._say(Phrase("{done} of {all}, {time} left", time=time_left, **told))

    def _write(self, line: str) -> None:
        if self._shown:
            sys.stderr.write(CLEAR + line)
            sys.stderr.flush()


def in_words(seconds: float) -> str:
    """A time that still has to pass, roundly: `5 s`, `3 min`, `2 h 10 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"
