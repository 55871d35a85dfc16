"""The two streams: data on standard output, everything said to a person on standard error."""

from __future__ import annotations

import codecs
import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from scorecheck.errors import OutputError, ScorecheckError, one_line
from scorecheck.languages.catalogues import ENGLISH
from scorecheck.languages.phrase import Phrase, translate
from scorecheck.reasons import reason

if TYPE_CHECKING:
    from rich.console import Console


CLEAR = "\r\x1b[K"
"""Takes away what stands on the line of a terminal."""


class _Closed(TextIOWrapper):
    """Standard output that whoever started us had closed: nothing can be shown on it."""

    def write(self, text: str) -> int:
        if text:
            raise OSError(errno.EBADF, Phrase("it is closed"))
        return 0


_UNSEEN = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {127: 0x2421}
"""Control characters as the signs for them: a file's name or text must not steer the terminal."""


def prepare_streams() -> None:
    """Let no closed stream, and no letter or name that the terminal cannot show, end a run."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is not None:
            continue
        if name == "stdout":
            nowhere = Path(os.devnull).open("wb")  # noqa: SIM115
            sys.stdout = _Closed(nowhere, encoding="utf-8")
        else:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error("scorecheck", _escaped)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="scorecheck")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What a stream cannot show, as JSON writes it: so JSON stays JSON on every stream."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def emit(text: str) -> None:
    """Write data to standard output; a reader that went away (`| head`) is no error.

    Raises:
        OutputError: it could not be written, as on a full disk.
    """
    with standard_output() as stream:
        stream.write(text)
        stream.flush()


def emit_json(document: dict[str, Any]) -> None:
    """Write a document to standard output; in ASCII where the stream is not UTF-8, as JSON must be.

    Raises:
        OutputError: it could not be written, as on a full disk.
    """
    from scorecheck.report.json import to_text

    encoding = codecs.lookup(sys.stdout.encoding or "utf-8").name
    emit(to_text(document, ascii_only=encoding != "utf-8"))


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Write to it in here: a reader that went away is no error, a full disk is an `OutputError`."""
    try:
        yield sys.stdout
    except BrokenPipeError:
        _nowhere(sys.stdout.fileno())
    except OSError as error:
        if not isinstance(sys.stdout, _Closed):
            _nowhere(sys.stdout.fileno())
        raise OutputError(
            Phrase("cannot write to standard output: {why}", why=reason(error)),
            help=Phrase("make room where it goes, or send it elsewhere"),
            code="unwritable",
        ) from error


def say(text: str) -> None:
    """A line to a person, on standard error; where that is gone, there is nobody to tell."""
    try:
        print(text.translate(_UNSEEN), file=sys.stderr, flush=True)
    except OSError:
        _nowhere(sys.stderr.fileno())


def clear_line() -> None:
    """Take away what stands on the line of a terminal, such as the `^C` that somebody pressed."""
    with suppress(OSError):
        if sys.stderr.isatty():
            sys.stderr.write(CLEAR)
            sys.stderr.flush()


def _nowhere(stream: int) -> None:
    """Python writes out both streams once more at exit: give it somewhere to go."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def say_error(error: ScorecheckError, *, where: str = "", lang: str = ENGLISH) -> None:
    """What is wrong, and what to do next."""
    say(f"scorecheck: {one_line(where)}{translate(error.message, lang)}")
    _say_more(error, lang)


def say_file_error(error: ScorecheckError, path: Path, lang: str = ENGLISH) -> None:
    """The same of one of several files: named, and its name begins no line of its own."""
    name = one_line(path)
    message = translate(error.message, lang).replace(str(path), name)
    say(f"scorecheck: {message if name in message else f'{name}: {message}'}")
    _say_more(error, lang)


def _say_more(error: ScorecheckError, lang: str) -> None:
    if error.help:
        say(f"  {translate(error.help, lang)}")
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
    COLUMNS says, or 100. Control characters in what is shown become signs for them.
    """
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Clean(Console):
        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterator[Segment]:
            for text, style, control in super().render(renderable, options):
                yield Segment(text if control else text.translate(_UNSEEN), style, control)

    console = Clean(file=sys.stdout, highlight=False)
    columns = os.environ.get("COLUMNS", "")
    if not (columns.isdecimal() and int(columns)) and (columns or not console.is_terminal):
        console = Clean(file=sys.stdout, highlight=False, width=100)
    console.begin_capture()
    yield console
    with standard_output() as stream:
        text = console.end_capture()
        stream.write("\n".join(line.rstrip(" ") for line in text.split("\n")))
        stream.flush()
