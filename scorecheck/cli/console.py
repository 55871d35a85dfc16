"""The two streams: data on standard output, everything said to a person on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scorecheck.errors import ScorecheckError

if TYPE_CHECKING:
    from rich.console import Console


def prepare_streams() -> None:
    """Let no letter or file name that the terminal cannot show end a run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def emit(text: str) -> None:
    """Write data to standard output; a reader that went away (`| head`) is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more at exit: give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: str) -> None:
    """A line to a person, on standard error."""
    try:
        print(text, file=sys.stderr, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def say_error(error: ScorecheckError, *, where: str = "") -> None:
    """What is wrong, and what to do next."""
    say(f"scorecheck: {where}{error.message}")
    if error.help:
        say(f"  {error.help}")
    if error.code == "internal":
        say_traceback(error.__cause__)


def say_traceback(error: BaseException | None) -> None:
    """Where a fault of our own happened, for whoever set SCORECHECK_TRACEBACK."""
    if error is not None and os.environ.get("SCORECHECK_TRACEBACK"):
        import traceback

        traceback.print_exception(error)


@contextmanager
def data_console() -> Iterator[Console]:
    """A rich console for standard output; what was drawn is written out at the end, in one go.

    Rich itself obeys NO_COLOR; without a terminal there are no colours, and lines are as wide as
    COLUMNS says, or 100.
    """
    from rich.console import Console

    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(file=sys.stdout, highlight=False, width=100)
    with console.capture() as captured:
        yield console
    emit("\n".join(line.rstrip(" ") for line in captured.get().split("\n")))
