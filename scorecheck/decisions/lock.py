"""A lock on an open file that the system releases when its holder dies."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt
    import os

    _FAR = 0x7FFF_0000
    """A byte that no log reaches: on Windows what is locked cannot be read by others."""

    @contextmanager
    def locked(handle: int, *, shared: bool = False) -> Iterator[None]:
        """Hold the lock in here."""
        del shared
        _at(handle, msvcrt.LK_LOCK)
        try:
            yield
        finally:
            _at(handle, msvcrt.LK_UNLCK)

    def _at(handle: int, mode: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, mode, 1)
        os.lseek(handle, place, os.SEEK_SET)

else:
    import fcntl

    @contextmanager
    def locked(handle: int, *, shared: bool = False) -> Iterator[None]:
        """Hold the lock in here; `shared` lets other readers in, but no writer.

        Raises:
            OSError: the file system knows no locks.
        """
        fcntl.flock(handle, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)
