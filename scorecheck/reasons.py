"""Why the system refused something, in words that can be said in every language."""

from __future__ import annotations

import errno

from scorecheck.languages.phrase import Phrase

_REASONS = {
    errno.ENOENT: Phrase("No such file or directory"),
    errno.EACCES: Phrase("Permission denied"),
    errno.EPERM: Phrase("Operation not permitted"),
    errno.EISDIR: Phrase("Is a directory"),
    errno.ENOTDIR: Phrase("Not a directory"),
    errno.EROFS: Phrase("Read-only file system"),
    errno.ENOSPC: Phrase("No space left on device"),
    errno.EDQUOT: Phrase("your share of the disk is used up"),
    errno.EFBIG: Phrase("a file may not become so large here (ulimit -f)"),
}


def reason(error: OSError) -> str:
    """Why it was refused; in the system's own words where it is nothing usual."""
    return _REASONS.get(error.errno or 0) or error.strerror or str(error)
