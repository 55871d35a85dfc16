"""What the C libraries under the decoders print, taken off the terminal and understood.

libjpeg, libpng and libtiff go on after damage: they print a line and fill what is missing with
grey. That line is the only sign, as neither OpenCV nor Pillow hands it on, and it goes straight to
the process's error output. So that output leads into a file while a picture is decoded.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass

_ERROR_OUTPUT = 2

_JPEG = (
    r"Corrupt JPEG data: |Premature end of JPEG file|Invalid SOS parameters|"
    r"Warning: unknown JFIF revision|Unknown Adobe color transform|"
    r"Inconsistent progression sequence|Application transferred too many scanlines"
)
_TIFF = (
    r"(?:tempfile\.tif|_?TIFF\w+|Fax3\w+|Fax4\w+|LZW\w+|ZIP\w+|ZSTD\w+|LZMA\w+|PackBits\w+"
    r"|PixarLog\w+|JPEG\w+|OJPEG\w+|LogLuv\w+|PredictorDecode\w+|ThunderDecode\w*|NeXTDecode): "
)
_OPENCV = r"\[ ?(?:WARN|ERROR|INFO):\d+@"
_LIBRARY_LINE = re.compile(rf"(?:{_JPEG}|libpng (?:warning|error): |{_TIFF}|{_OPENCV})[^\n]*\n?")

_DAMAGE = re.compile(
    r"Corrupt JPEG data: (?:premature end of data segment|bad Huffman code|bad arithmetic code"
    r"|found marker 0x\w\w instead of RST\d)"
    rf"|Premature end of JPEG file|libpng error: |{_TIFF}(?!Warning, )"
)
_LEFT_OVER = re.compile(r"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")
_END_OF_JPEG = b"\xff\xd9"

_one_at_a_time = threading.Lock()
if hasattr(os, "register_at_fork"):
    # No copy of this process may begin its life with its error output in somebody else's file.
    os.register_at_fork(
        before=_one_at_a_time.acquire,
        after_in_parent=_one_at_a_time.release,
        after_in_child=_one_at_a_time.release,
    )


@dataclass
class Heard:
    """What the libraries printed; complete only once the `with` of `listening` is left."""

    words: str = ""

    def tell_damage(self, data: bytes) -> bool:
        """Whether they tell of damage in the file with these bytes.

        Some cameras fill the end of a JPEG up, always with the same byte: those are no damage, but
        left over parts of a picture are.
        """
        if _DAMAGE.search(self.words):
            return True
        left = _LEFT_OVER.search(self.words)
        return left is not None and not _is_filling(data, int(left[1]))


@contextmanager
def listening() -> Iterator[Heard]:
    """Take up what libraries print in here; what others print meanwhile comes out afterwards."""
    heard = Heard()
    with _one_at_a_time, ExitStack() as held:
        try:
            handle = held.enter_context(_nameless_file())
        except OSError:  # no room for it: rather a library's line on the terminal than no photo
            yield heard
            return
        try:
            with _led_into(handle):
                yield heard
        finally:
            told = _all_of(handle).decode("utf-8", "surrogateescape")
            heard.words = told
            _print(_LIBRARY_LINE.sub("", told))


@contextmanager
def _nameless_file() -> Iterator[int]:
    """A file that is gone when it is closed, in memory where the system can."""
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("words")
        try:
            yield handle
        finally:
            os.close(handle)
    else:
        with tempfile.TemporaryFile() as file:
            yield file.fileno()


@contextmanager
def _led_into(handle: int) -> Iterator[None]:
    """The process's error output goes into this file; a process may well have none."""
    try:
        kept = os.dup(_ERROR_OUTPUT)
    except OSError:
        kept = None
    os.dup2(handle, _ERROR_OUTPUT)
    try:
        yield
    finally:
        if kept is not None:
            os.dup2(kept, _ERROR_OUTPUT)
            os.close(kept)
        elif handle != _ERROR_OUTPUT:
            os.close(_ERROR_OUTPUT)


def _all_of(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    parts = []
    while part := os.read(handle, 65_536):
        parts.append(part)
    return b"".join(parts)


def _print(others: str) -> None:
    """Print what no library said, such as the lines of another thread."""
    rest = others.encode("utf-8", "surrogateescape")
    with suppress(OSError):
        while rest:
            rest = rest[os.write(_ERROR_OUTPUT, rest) :]


def _is_filling(data: bytes, length: int) -> bool:
    """Whether so many bytes before the end of a picture in the file are all the same."""
    ends = (match.start() for match in re.finditer(_END_OF_JPEG, data))
    return any(end >= length and len(set(data[end - length : end])) <= 1 for end in ends)
