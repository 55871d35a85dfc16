"""`DecisionLog`: a file of decisions, one to a line, to which lines are only ever added.

What was appended is on the disk when `append` returns. Whoever is killed in the middle of a line
leaves a torn one behind: it was never said to be saved, so it does not count, and the next append
moves it into a file beside the log (`NAME.torn`).
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any

from scorecheck.decisions.lock import locked
from scorecheck.decisions.record import SCHEMA, Decision
from scorecheck.errors import InputError, OutputError, UsageError, quoted
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason

DEFAULT_NAME = "scorecheck-decisions.jsonl"
"""The log beside the photos, where no other is named."""

_OPENING = f'{{"schema": "{SCHEMA}"'.encode()
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


class DecisionLog:
    """The decisions in one file.

    Several processes may use one file at once: each holds the system's lock while it reads or
    writes. One object is for one thread at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Decision] = {}
        self._lines = 0
        self._file: tuple[int, int] | None = None
        self._end = 0
        self._last = b""

    def all(self) -> tuple[Decision, ...]:
        """Every decision and undo, in the order in which they were made; none without a file.

        Raises:
            InputError: the file cannot be read, or is not a log of decisions.
        """
        try:
            with _opened(self.path, os.O_RDONLY) as stream, locked(stream.fileno(), shared=True):
                last = self._whole(self._catch_up(stream))
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise InputError(
                Phrase("cannot read {path}: {why}", path=self.path, why=reason(error)),
                help=Phrase("check the name, and that you may read it"),
                code="unreadable",
            ) from error
        return tuple((self._known | ({last.id: last} if last else {})).values())

    def append(self, decision: Decision) -> None:
        """Add one decision; it is on the disk when this returns.

        Raises:
            OutputError: it could not be written, as on a full disk; then it is not in the file.
            InputError: the file is not a log of decisions.
        """
        try:
            with self._opened_to_write() as stream:
                self._append(stream, decision)
        except OSError as error:
            raise OutputError(
                Phrase(
                    "the decision was not saved: cannot write {path}: {why}",
                    path=self.path,
                    why=error.strerror or str(error),
                ),
                help=Phrase(
                    "make room on the disk, or name another file in a folder you may write to"
                ),
                code="unwritable",
            ) from error

    def _append(self, stream: FileIO, decision: Decision) -> None:
        tail = self._catch_up(stream)
        start = self._end
        line = _line(decision)
        if self._whole(tail):  # only its line break is missing, as some editors leave it
            start, line = start + len(tail), b"\n" + line
        elif tail:
            _set_aside(self.path, tail)
            stream.truncate(start)
        try:
            _write(stream, line)
            os.fsync(stream.fileno())
        except BaseException:
            with suppress(OSError):
                stream.truncate(start)
                os.fsync(stream.fileno())
            raise
        if start == 0:
            sync_folder(self.path.parent)

    def _catch_up(self, stream: FileIO) -> bytes:
        """Read the lines that are new; gives what comes after the last line break."""
        status = os.fstat(stream.fileno())
        file = (status.st_dev, status.st_ino)
        data = self._after_the_last(stream) if file == self._file else None
        if data is None:  # another file, or another content: all of it anew
            self._known, self._lines = {}, 0
            self._file, self._end, self._last = file, 0, b""
            stream.seek(0)
            data = stream.readall()
        *lines, tail = data.split(b"\n")
        found: dict[str, Decision] = {}
        for number, line in enumerate(lines, start=self._lines + 1):
            if line.strip():
                one = self._parsed(line, number)
                self._ensure_new(one, number, found)
                found[one.id] = one
        if tail and not self._known and not found and not _is_begun(tail):
            raise self._no_log(1, Phrase("this is no line of it"))
        self._known |= found
        self._lines += len(lines)
        self._end += len(data) - len(tail)
        self._last = lines[-1] + b"\n" if lines else self._last
        return tail

    def _ensure_new(self, one: Decision, number: int, found: Mapping[str, Decision]) -> None:
        """A line that says the same again counts once; none puts other words under an id."""
        before = found.get(one.id) or self._known.get(one.id)
        if before is not None and before != one:
            why = Phrase("the id {id} is that of another decision before it", id=one.id)
            raise self._no_log(number, why)

    def _whole(self, tail: bytes) -> Decision | None:
        """The decision that a line without its break holds; None where it is torn off."""
        try:
            json.loads(tail)
        except (ValueError, RecursionError):
            return None
        one = self._parsed(tail, self._lines + 1)
        self._ensure_new(one, self._lines + 1, {})
        return one

    def _after_the_last(self, stream: FileIO) -> bytes | None:
        """What follows the last line that was read; None where that line is no longer there."""
        stream.seek(self._end - len(self._last))
        data = stream.readall()
        return data[len(self._last) :] if data.startswith(self._last) else None

    def _parsed(self, line: bytes, number: int) -> Decision:
        try:
            return Decision.from_json(json.loads(line, object_pairs_hook=_keys_once))
        except (ValueError, RecursionError) as error:
            raise self._no_log(number, Phrase("this is not JSON")) from error
        except UsageError as error:
            raise self._no_log(number, error.message) from error

    def _no_log(self, number: int, why: str) -> InputError:
        return InputError(
            Phrase(
                "{path} is not a log of decisions: line {number}: {why}",
                path=self.path,
                number=number,
                why=why,
            ),
            help=Phrase(
                "name a file that `scorecheck review` has written, or one that is not there yet"
            ),
            code="not-decisions",
        )

    @contextmanager
    def _opened_to_write(self) -> Iterator[FileIO]:
        """The file, locked; opened again if another one took its name while we waited."""
        while True:
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
            with _opened(self.path, flags) as stream, locked(stream.fileno()):
                if _is_still(stream, self.path):
                    yield stream
                    return


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[FileIO]:
    handle = os.open(path, flags | _FLAGS, 0o666)
    with FileIO(handle, "r+" if flags & os.O_RDWR else "r") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise InputError(
                Phrase("{path} is not a file", path=path),
                help=Phrase("name a file for the decisions"),
                code="not-decisions",
            )
        yield stream


def _is_still(stream: FileIO, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    return False


def _line(decision: Decision) -> bytes:
    return json.dumps(decision.to_json(), ensure_ascii=False).encode() + b"\n"


def _keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no word may quietly stand for another."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise UsageError(Phrase("the key {key} stands there twice", key=quoted(twice)))
    return found


def _is_begun(tail: bytes) -> bool:
    """Whether these bytes may be the start of a line; a disk that lost power may leave zeros."""
    size = len(_OPENING)
    return tail[:size] == _OPENING[: len(tail)] or not tail.strip(b"\0")


def _set_aside(path: Path, tail: bytes) -> None:
    """Keep the torn end of a log in a file beside it."""
    aside = path.with_name(f"{path.name}.torn")
    with _opened(aside, os.O_RDWR | os.O_CREAT | os.O_APPEND) as stream:
        _write(stream, tail + b"\n")
        os.fsync(stream.fileno())
    sync_folder(path.parent)


def _write(stream: FileIO, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) or 0 :]


def sync_folder(folder: Path) -> None:
    """Make the names in a folder lasting, where the system can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)
