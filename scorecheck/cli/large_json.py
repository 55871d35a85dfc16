"""Reading a JSON file of any size: one long list in it is parsed anew each time it is gone through.

An export of ten thousand sheets takes hundreds of megabytes, and many times that once parsed.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from scorecheck.cli.json_input import MOST_BYTES, STRICT, load_json
from scorecheck.errors import InputError, UsageError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason

_PIECE = 1 << 20
_ENTRIES = object()


class Entries:
    """The entries of a list at the top of a file, one after the other from the disk."""

    def __init__(self, path: Path, part: str, kept: object = None) -> None:
        self._path = path
        self._part = part
        self._kept = kept  # a temporary file goes with the last who holds it
        self._number = 0

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Any]:
        with self._path.open("rb") as stream:
            for key, entry in _parts(_Reader(stream, {}), self._part):
                if key is None:
                    yield entry

    def load(self) -> Any:
        """Go through the whole file once, strictly; gives it, with these entries in their place."""
        document: dict[str, Any] = {}
        with self._path.open("rb") as stream:
            reader = _Reader(stream, STRICT)
            if reader.peek() != "{":
                return load_json(self._path)
            for key, value in _parts(reader, self._part):
                if key is None:
                    self._number += 1
                elif key in document:
                    raise ValueError(f"the key {key[:60]!r} stands twice in one object")
                else:
                    document[key] = value
        if document.get(self._part) is _ENTRIES:
            document[self._part] = self
        return document


def load_large(path: Path, part: str) -> Any:
    """What is in a JSON file; `-` is standard input.

    Args:
        part: the key of a list, in the object that the file holds, which may be longer than what
            fits into memory; it comes as `Entries`, which has a length and can be gone through
            again and again.

    Raises:
        InputError: the file could not be opened.
        UsageError: it is not JSON in UTF-8, has a key twice in one object or a number
            without end, or one entry of it is too large.
    """
    try:
        if str(path) == "-":
            kept = tempfile.NamedTemporaryFile(prefix="scorecheck-")  # noqa: SIM115 - by `Entries`
            shutil.copyfileobj(sys.stdin.buffer, kept)
            kept.flush()
            return Entries(Path(kept.name), part, kept).load()
        return Entries(path, part).load()
    except OSError as error:
        raise InputError(
            Phrase("cannot open it: {why}", why=reason(error)),
            help=Phrase("check the name"),
            code="unreadable",
        ) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            Phrase("this is not JSON: {why}", why=_why(error)),
            help=Phrase("`scorecheck archive export EVENT -o FILE.json` writes one"),
            code="not-json",
        ) from error


def _why(error: Exception) -> object:
    if isinstance(error, UnicodeError):
        return Phrase("it is not UTF-8 text")
    return error.args[0] if error.args else error


def _parts(reader: _Reader, part: str) -> Iterator[tuple[str | None, Any]]:
    """Each key with its value; of `part`, where that is a list, first each entry, without a key,
    and then `_ENTRIES` in the place of the value."""
    for key in reader.keyed():
        if key == part and reader.peek() == "[":
            for entry in reader.entries():
                yield None, entry
            yield key, _ENTRIES
        else:
            yield key, reader.value()
    reader.end()


class _Reader:
    """Goes through JSON piece by piece."""

    def __init__(self, stream: IO[bytes], how: dict[str, Any]) -> None:
        self._stream = TextIOWrapper(stream, encoding="utf-8-sig", newline="")
        self._decoder = json.JSONDecoder(**how)
        self._text, self._at, self._ended = "", 0, False

    def keyed(self) -> Iterator[str]:
        """The keys of an object; whoever takes one must take its value too."""
        for _ in self._listed("{", "}"):
            key = self.value()
            if not isinstance(key, str):
                raise ValueError("a key is no text")
            self._take(":")
            yield key

    def entries(self) -> Iterator[Any]:
        """The entries of a list."""
        for _ in self._listed("[", "]"):
            yield self.value()

    def value(self) -> Any:
        """Whatever comes next, whole."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if self._ended:
                    raise
            else:
                following = self._text[end : end + 1]  # a number may go on in the next piece
                if self._ended or (following and following not in "0123456789.eE+-"):
                    self._at = end
                    return value
            self._more()

    def peek(self) -> str:
        """The next sign that is no space; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in " \t\n\r":
                    return self._text[self._at]
                self._at += 1
            if self._ended:
                return ""
            self._more()

    def end(self) -> None:
        """Make sure that nothing comes any more."""
        if found := self.peek():
            raise ValueError(f"expected the end, found {found!r}")

    def _listed(self, first: str, last: str) -> Iterator[None]:
        """Once for each thing between two signs."""
        self._take(first)
        if self.peek() == last:
            self._take(last)
            return
        while True:
            yield
            if self.peek() != ",":
                self._take(last)
                return
            self._take(",")

    def _take(self, wanted: str) -> None:
        if (found := self.peek()) != wanted:
            raise ValueError(f"expected {wanted!r}, found {found!r}")
        self._at += 1

    def _more(self) -> None:
        rest = self._text[self._at :]
        if len(rest) > MOST_BYTES:
            raise UsageError(
                Phrase("one entry of it is more than {mb} MB", mb=MOST_BYTES // 1_000_000),
                help=Phrase("this is no file that scorecheck has written"),
                code="too-large",
            )
        piece = self._stream.read(max(_PIECE, len(rest)))
        self._text, self._at, self._ended = rest + piece, 0, not piece
