"""Photos that do not lie on this machine, as paths: whatever reads a path reads them too.

`FarFile` is a file at an address that fsspec can read (`s3://club/a.jpg`), `Held` one whose bytes
have been fetched or sent along already.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scorecheck.errors import InputError, MissingToolError, UsageError, one_line
from scorecheck.languages.phrase import Phrase

if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())

Answer = TypeVar("Answer")

CLUSTER_HELP = Phrase("in scorecheck's folder: python3 -m pip install '.[cluster]'")
"""What to do where a package of the extra `cluster` is missing."""

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+://.")
"""A drive on Windows has one letter."""


def is_address(name: str) -> bool:
    """Whether a name is an address, such as `s3://club/a.jpg`, and not that of a file here."""
    return _ADDRESS.match(name) is not None


class _Elsewhere(_Path):
    """A path that is a file, wherever its bytes are; all else comes from those."""

    _told: str

    def __new__(cls, name: str, *rest: Any) -> _Elsewhere:
        return super().__new__(cls, name)

    def __init__(self, name: str, *rest: Any) -> None:
        if sys.version_info >= (3, 12):
            super().__init__(name)
        self._told = name

    def __str__(self) -> str:
        return getattr(self, "_told", None) or super().__str__()

    def with_segments(self, *segments: Any) -> Path:
        """What is made of this path, such as its folder, is a path like any other."""
        return Path(*segments)

    def read_bytes(self) -> bytes:
        raise NotImplementedError

    def size(self) -> int:
        """Bytes."""
        return len(self.read_bytes())

    def open(self, mode: str = "r", *rest: Any, **named: Any) -> Any:
        """The bytes as a stream; there is nothing else to be had of such a file."""
        if mode != "rb":
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return io.BytesIO(self.read_bytes())

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        return os.stat_result((stat.S_IFREG | 0o444, 0, 0, 1, 0, 0, self.size(), 0, 0, 0))

    def exists(self, *, follow_symlinks: bool = True) -> bool:
        try:
            self.stat()
        except FileNotFoundError:
            return False
        return True

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return self.exists()

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        return False


class Held(_Elsewhere):
    """A file whose bytes are at hand. Pickled, it is only the path that it was made of."""

    def __new__(cls, origin: Path, data: bytes) -> Held:
        return super().__new__(cls, str(origin))  # type: ignore[return-value]

    def __init__(self, origin: Path, data: bytes) -> None:
        super().__init__(str(origin))
        self.origin, self._data = origin, data

    def __reduce__(self) -> Any:
        return _as_it_was, (self.origin,)

    def read_bytes(self) -> bytes:
        """The bytes."""
        return self._data


def _as_it_was(origin: Path) -> Path:
    return origin


class FarFile(_Elsewhere):
    """A file at an address.

    Reading it raises `OSError` where it cannot be had, and `MissingToolError` where a package is
    missing that knows how.
    """

    def __reduce__(self) -> Any:
        return FarFile, (self._told,)

    def read_bytes(self) -> bytes:
        """The bytes, fetched anew."""

        def fetched(filesystem: Any, inside: str) -> bytes:
            return bytes(filesystem.cat_file(inside))

        return self._asked(fetched)

    def size(self) -> int:
        """Bytes, without fetching them."""
        return self._asked(lambda filesystem, inside: int(filesystem.size(inside) or 0))

    def held(self) -> Held:
        """The file with its bytes."""
        return Held(self, self.read_bytes())

    def within(self) -> list[FarFile]:
        """Itself; of a folder, or of a name with `*` in it, the files that are meant, in the order
        of their names."""

        def meant(filesystem: Any, inside: str) -> list[str]:
            if "*" in inside:
                found = filesystem.glob(inside)
            elif filesystem.isdir(inside):
                found = filesystem.find(inside)
            else:
                return [self._told]
            return [str(filesystem.unstrip_protocol(one)) for one in sorted(found)]

        return [FarFile(one) for one in self._asked(meant)]

    def _asked(self, ask: Callable[[Any, str], Answer]) -> Answer:
        try:
            from fsspec.core import url_to_fs  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise self._needs("fsspec", CLUSTER_HELP) from error
        try:
            return ask(*url_to_fs(self._told))
        except (FileNotFoundError, PermissionError, IsADirectoryError):
            raise
        except ImportError as error:
            help = Phrase("install what it names with: python3 -m pip install NAME")
            raise self._needs(one_line(error), help) from error
        except Exception as error:  # each kind of store has errors of its own
            raise OSError(errno.EIO, one_line(error)) from error

    def _needs(self, what: str, help: str) -> MissingToolError:
        message = Phrase(
            "{path} cannot be read, as a package is missing: {what}", path=self, what=what
        )
        return MissingToolError(message, help=help, code="no-fsspec")


def is_fetched(path: Path) -> bool:
    """Whether this is a file from an address whose bytes are at hand."""
    return isinstance(path, Held) and isinstance(path.origin, FarFile)


def spread(paths: Sequence[Path], endings: Sequence[str]) -> list[Path]:
    """Each address of a folder, or with `*` in it, as the files there with one of these endings;
    all else as it is.

    Raises:
        InputError, MissingToolError: it cannot be found out which files a `*` means.
        UsageError: it means none.
    """
    found: list[Path] = []
    for path in paths:
        several = "*" in str(path) or path.suffix.lower() not in endings
        found += _spread(path, endings) if isinstance(path, FarFile) and several else [path]
    return found


def _spread(path: FarFile, endings: Sequence[str]) -> list[FarFile]:
    try:
        files = path.within()
    except (OSError, MissingToolError) as error:
        if "*" not in str(path):  # it may be one file, and others may be able to read it
            return [path]
        if isinstance(error, MissingToolError):
            raise
        raise InputError(
            Phrase("{path} cannot be read: {why}", path=path, why=error.strerror or str(error)),
            help=Phrase("check the address, and that you may read what is there"),
            code="unreadable",
        ) from error
    if [str(one) for one in files] == [str(path)]:
        return files
    photos = [one for one in files if one.suffix.lower() in endings]
    if not photos:
        raise UsageError(
            Phrase("there is no photo at {path}", path=path),
            help=Phrase("photos end in {endings}", endings=", ".join(endings)),
            code="no-photos",
        )
    return photos


def on_hand(path: Path) -> Path:
    """The file, so that reading it more than once does not fetch it more than once; where it cannot
    be had, whoever reads it will say so."""
    try:
        return path.held() if isinstance(path, FarFile) else path
    except (OSError, MissingToolError):
        return path
