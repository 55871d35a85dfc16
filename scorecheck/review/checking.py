"""Photos are checked in a process of their own: the page stays quick, and a photo that brings the
reader down takes nothing else with it."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from scorecheck.decisions.settle import Settler
from scorecheck.errors import InputError, ScorecheckError
from scorecheck.languages.phrase import Phrase
from scorecheck.report.result import FileResult
from scorecheck.review.flat_picture import FlatPictures, SheetPicture

LONGEST = 300.0
"""Seconds that one file may take."""


@dataclass(frozen=True)
class Checked:
    """What became of one file; one picture for each of `file.sheets`, and, where it is known
    already, what settles each of them."""

    file: FileResult
    pictures: tuple[SheetPicture, ...]
    settlers: tuple[Settler, ...] = ()


class Reader:
    """Checks files in this process, with what it needs made once."""

    def __init__(self, folders: Sequence[Path], options: Mapping[str, str]) -> None:
        from scorecheck.pipeline import make_kit  # noqa: PLC0415 - heavy: the other process only

        self._pictures = FlatPictures()
        self._kit = make_kit(folders, options, [self._pictures])

    def check(self, path: Path) -> Checked:
        """Check one file, and keep what the page shows of it."""
        from scorecheck.batch import run_file  # noqa: PLC0415
        from scorecheck.pipeline import check_photo  # noqa: PLC0415

        file = run_file(path, self._kit, check_photo)
        return Checked(file, self._pictures.taken())


class Checker:
    """Checks one file after the other in another process, which it starts again when it dies."""

    def __init__(
        self,
        folders: Sequence[Path] = (),
        options: Mapping[str, str] | None = None,
        longest: float = LONGEST,
    ) -> None:
        self._given = (tuple(folders), dict(options or {}))
        self._longest = longest
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None

    def check(self, path: Path) -> Checked:
        """All sheets of one file; what went wrong is in the result."""
        pipe = self._running()
        try:
            pipe.send(path)
            if not pipe.poll(self._longest):
                raise TimeoutError
            answer: Checked = pipe.recv()
        except (EOFError, OSError, TimeoutError) as error:
            self.close()
            return Checked(FileResult(path, None, _gone(path, error), ()), ())
        return answer

    def close(self) -> None:
        """End the other process at once; the next check starts a new one."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()  # first, so that whoever waits for its answer hears that none will come
            process.join()
        if pipe is not None:
            pipe.close()

    def _running(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(
                target=_work, args=(theirs, *self._given), daemon=True, name="scorecheck-reader"
            )
            self._process.start()
            theirs.close()  # so that the end of the other process ends the pipe
        return self._pipe


def _work(pipe: Connection, folders: Sequence[Path], options: Mapping[str, str]) -> None:
    """The other process: check what comes until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started us says when to end
    reader = Reader(folders, options)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(reader.check(pipe.recv()))


def _gone(path: Path, error: Exception) -> ScorecheckError:
    slow = isinstance(error, TimeoutError)
    told = (
        Phrase("{path} took too long to check", path=path)
        if slow
        else Phrase("{path} could not be checked: the reader broke down", path=path)
    )
    return InputError(
        told,
        help=Phrase("save the photo as a JPEG of about 12 megapixels, and check that"),
        code="too-slow" if slow else "reader-died",
    )
