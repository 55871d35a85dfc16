"""`Finished`: the files of a run that are finished, kept in a file of lines, so that it can go on.

The first line says what the results depend on besides the photos; each further line is the result
of one photo, known by the hash of its bytes. Lines are only ever added, each at once and whole:
whoever is killed leaves at most one torn line, which does not count, and its photo is read again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorecheck import __version__
from scorecheck.errors import InputError, ScorecheckError, UsageError
from scorecheck.game.catalogue import Catalogue
from scorecheck.languages.phrase import Phrase
from scorecheck.reading.recognise import model_sha256
from scorecheck.reasons import reason
from scorecheck.report.kept import from_kept, to_kept
from scorecheck.report.result import FileResult
from scorecheck.safe_write import unwritable, write_whole

SCHEMA = "scorecheck/resume/1"

READER_LOST = "reader-lost"
"""The code of the error that every process died that was to read a file."""

_WORDS = {
    "command": Phrase("another command"),
    "scorecheck": Phrase("another version of scorecheck"),
    "weights": Phrase("another reader"),
    "options": Phrase("other values of --option"),
    "templates": Phrase("other templates"),
}


class Finished:
    """The finished files in a file of lines.

    Attributes:
        names: the hash of each, and the name that it must have where its result tells of it.
    """

    def __init__(
        self, path: Path, command: str, options: Mapping[str, str], catalogue: Catalogue
    ) -> None:
        """Open the file; it is made where there is none.

        Raises:
            UsageError: it is no such file, or that of a run whose results would be others.
            InputError: it cannot be read.
            OutputError: it cannot be written.
        """
        self.path = path
        self.names: dict[str, str | None] = {}
        self._catalogue = catalogue
        self._places: dict[str, tuple[int, int]] = {}
        self._whole = True
        head = _head(command, options, catalogue)
        try:
            empty = not path.exists() or not path.stat().st_size
        except OSError as error:
            raise unwritable(path, error) from error
        if empty:
            write_whole(path, _line(head))
        else:
            self._read(head)

    def get(self, sha256: str, path: Path) -> FileResult | None:
        """The result of a finished file; None where it cannot be made out any more."""
        try:
            start, size = self._places[sha256]
            with self.path.open("rb") as stream:
                stream.seek(start)
                kept = json.loads(stream.read(size))
            file = from_kept(kept["result"], self._catalogue)
            pages = tuple(replace(page, path=path) for page in file.pages)
            return replace(file, path=path, pages=pages) if file.sha256 == sha256 else None
        except (ValueError, TypeError, KeyError, AttributeError, OSError, ScorecheckError):
            return None

    def add(self, file: FileResult) -> None:
        """Write down that a file is finished; it is on the disk when this returns.

        Of a file that could not be opened, or that met a fault of our own or of this machine,
        nothing is written down: it may go better the next time.

        Raises:
            OutputError: it could not be written.
        """
        error = file.error
        lasting = error is None or (isinstance(error, InputError) and error.code != READER_LOST)
        if file.sha256 is None or not lasting:
            return
        try:
            result = to_kept(file)
        except TypeError:  # then it has to be read again
            return
        told = error is not None or any(str(file.path) in note for note in file.notes)
        line = {"sha256": file.sha256, "file": str(file.path), "named": told, "result": result}
        self._append(_line(line | {"check": _check(result)}))

    def _append(self, line: bytes) -> None:
        try:
            with self.path.open("ab") as stream:
                stream.write(line if self._whole else b"\n" + line)
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise unwritable(self.path, error) from error
        self._whole = True

    def _read(self, head: Mapping[str, Any]) -> None:
        """Find the lines; those that are torn or damaged do not count."""
        try:
            with self.path.open("rb") as stream:
                self._ensure_ours(stream.readline(1 << 20), head)
                start = stream.tell()
                for line in stream:
                    self._whole = line.endswith(b"\n")
                    self._note(line, start)
                    start += len(line)
        except OSError as error:
            raise InputError(
                Phrase(
                    "{path} cannot be read: {why}",
                    path=self.path,
                    why=reason(error),
                ),
                help=Phrase("check that you may read the file"),
                code="unreadable",
            ) from error

    def _note(self, line: bytes, start: int) -> None:
        try:
            kept = json.loads(line)
            sha256, name, named = kept["sha256"], kept["file"], kept["named"]
            whole = kept["check"] == _check(kept["result"])
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if whole:
            self.names[sha256] = name if named else None
            self._places[sha256] = (start, len(line))

    def _ensure_ours(self, line: bytes, head: Mapping[str, Any]) -> None:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("schema") != SCHEMA:
            raise UsageError(
                Phrase("{path} is not a file that --resume has written", path=self.path),
                help=Phrase("name one that it has written, or one that is not there yet"),
                code="not-resume",
            )
        for name, word in _WORDS.items():
            if found.get(name) != head[name]:
                raise UsageError(
                    Phrase(
                        "{path} is of a run with {what}: its results do not fit this one",
                        path=self.path,
                        what=word,
                    ),
                    help=Phrase("go on as that run began, or name another file to begin anew"),
                    code="other-run",
                )


def _head(command: str, options: Mapping[str, str], catalogue: Catalogue) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "command": command,
        "scorecheck": __version__,
        "weights": model_sha256(),
        "options": dict(sorted(options.items())),
        "templates": _templates(catalogue),
    }


def _templates(catalogue: Catalogue) -> str:
    """A hash of all games."""
    digest = hashlib.sha256()
    for template in sorted(catalogue.all(), key=lambda one: one.id):
        digest.update(template.model_dump_json().encode())
    return digest.hexdigest()


def _check(result: Any) -> str:
    return hashlib.sha256(json.dumps(result).encode()).hexdigest()[:16]


def _line(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode() + b"\n"
