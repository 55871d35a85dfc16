"""Writing files whole or not at all, so that nothing is half written over an older file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from scorecheck.errors import OutputError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to `path` through a temporary file in the same folder and an atomic rename.

    Raises:
        OutputError: the folder is missing or not writable, or the disk is full.
    """
    write_parts(path, [data])


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """The same with something large that comes in parts; what goes wrong in making them leaves
    everything as it was.

    Raises:
        OutputError: the folder is missing or not writable, or the disk is full.
    """
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as stream:
            for part in parts:
                stream.write(part)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode_for(path))
        temporary.replace(path)
        temporary = None
    except OSError as error:
        raise unwritable(path, error) from error
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def unwritable(path: Path, error: OSError) -> OutputError:
    """That a file could not be written, as an error to raise."""
    return OutputError(
        Phrase("cannot write {path}: {why}", path=path, why=reason(error)),
        help=Phrase("choose a folder that exists and that you may write to, with room on the disk"),
        code="unwritable",
    )


def _mode_for(path: Path) -> int:
    """Keep an older file's mode; give a new file the mode that the umask would."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
