"""`PhotoStore`: every photo once, under the hash of its bytes; nothing half written has a name."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from scorecheck.decisions.log import sync_folder
from scorecheck.errors import InputError
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason
from scorecheck.safe_write import unwritable

FOLDER = "photos"
_PART = 1 << 20
_HALF = ".part"
_LONG_DEAD = 3600.0
"""Seconds after which nobody is still writing a photo."""
_ENDINGS = {"jpeg": ".jpg", "tiff": ".tif"}


class PhotoStore:
    """The photos of an archive: `photos/ab/abcd….jpg` in its folder.

    Several processes may add at once, the same photo too.
    """

    def __init__(self, archive: Path) -> None:
        self.folder = archive / FOLDER

    def path(self, sha256: str, ending: str) -> Path:
        """Where the photo with this hash lies, or would."""
        return self.folder / sha256[:2] / f"{sha256}{ending}"

    def has(self, sha256: str, ending: str) -> bool:
        """Whether the photo is there."""
        return self.path(sha256, ending).is_file()

    def sweep(self) -> None:
        """Take away what was left half written by processes that are long dead."""
        for part in self.folder.glob(f"*/.*{_HALF}"):
            with suppress(OSError):  # somebody else has swept it
                if time.time() - part.stat().st_mtime > _LONG_DEAD:
                    part.unlink()

    def keep(self, photo: Path, sha256: str, ending: str) -> int:
        """Copy a photo into the store, where it is not there already; gives its size in bytes.

        It is on the disk, under its name and whole, when this returns.

        Raises:
            InputError: the file cannot be read, or is no longer the one with this hash.
            OutputError: it could not be written; nothing half written is left.
        """
        target = self.path(sha256, ending)
        if target.is_file():
            return target.stat().st_size
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=_HALF)
        except OSError as error:
            raise unwritable(target, error) from error
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as out:
                size = _copied(photo, out, sha256)
            temporary.chmod(0o444)
            temporary.replace(target)
            sync_folder(target.parent)
            sync_folder(target.parent.parent)
        except OSError as error:
            raise unwritable(target, error) from error
        finally:
            temporary.unlink(missing_ok=True)
        return size


def ending_of(kind: str) -> str:
    """What the name of a photo of this kind ends in, so that one photo has one name only."""
    return _ENDINGS.get(kind, f".{kind}")


def _copied(photo: Path, out: BinaryIO, sha256: str) -> int:
    """Copy the bytes, and make sure that they are those that were read; they are on the disk
    then."""
    found, size = hashlib.sha256(), 0
    try:
        source = photo.open("rb")
    except OSError as error:
        raise _gone(photo, reason(error)) from error
    with source:
        while part := source.read(_PART):
            found.update(part)
            out.write(part)
            size += len(part)
    if found.hexdigest() != sha256:
        raise InputError(
            Phrase("{path} changed while it was being read", path=photo),
            help=Phrase("run the command again"),
            code="changed",
        )
    out.flush()
    os.fsync(out.fileno())
    return size


def _gone(photo: Path, why: str) -> InputError:
    return InputError(
        Phrase("{path} cannot be read: {why}", path=photo, why=why),
        help=Phrase("check that you may read the file"),
        code="unreadable",
    )
