"""Everything that can go wrong for a user, as one tree; each leaf carries its exit code.

    ScorecheckError
    ├── UsageError          2  a wrong option, name or card file
    │   └── TemplateError   2  a template with errors (all of them at once)
    ├── InputError          3  a file that could not be read as a sheet
    │   └── (see `code` for which: no-sheet, marks-missing, unknown-sheet, truncated, …)
    ├── OutputError         3  a place that could not be written
    ├── MissingToolError    4  a program or package that is needed is not installed
    ├── ClusterError        4  a cluster that cannot be reached, or that has another scorecheck
    └── ArchiveError        5  an archive that is not there, cannot be used now, or does not fit

A message says what is wrong and where; `help` says what to do next.
"""

from __future__ import annotations


class ScorecheckError(Exception):
    """Base of all errors that are shown to the user as one clear sentence.

    Args:
        message: what is wrong and where.
        help: what to do next; ends with something that can be typed or done.
        code: a short stable name, used in JSON (`"error": {"code": …}`).
    """

    exit_code = 70

    def __init__(self, message: str, *, help: str = "", code: str = "error") -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code


class UsageError(ScorecheckError):
    """A wrong option, an unknown name, or a card file that does not parse."""

    exit_code = 2


class TemplateError(UsageError):
    """A template with errors; `problems` holds every one as `file: key: expected …`."""

    def __init__(self, message: str, *, problems: tuple[str, ...] = (), help: str = "") -> None:
        super().__init__(message, help=help, code="template")
        self.problems = problems


class InputError(ScorecheckError):
    """A photo, scan or PDF that could not be read as a score sheet."""

    exit_code = 3


class OutputError(ScorecheckError):
    """A file or folder that could not be written; nothing half written is left."""

    exit_code = 3


class MissingToolError(ScorecheckError):
    """A program or package that this step needs is not installed."""

    exit_code = 4


class ClusterError(ScorecheckError):
    """A cluster that is not there, has no workers, or runs another scorecheck."""

    exit_code = 4


class ArchiveError(ScorecheckError):
    """An archive that is not there, cannot be used now, or does not fit together.

    `code` says which: no-archive, archive-locked, archive-full, archive-read-only, …
    """

    exit_code = 5


_CONTROLS = (
    *range(32),
    *range(127, 160),
    0x2028,
    0x2029,
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
_SIGNS = {code: 0x2400 + code if code < 32 else f"\\u{code:04x}" for code in _CONTROLS} | {
    127: 0x2421
}


def one_line(text: object) -> str:
    """A name that somebody gave, with signs for what would begin a new line or steer a terminal:
    a name must not look like a line of the answer."""
    return str(text).translate(_SIGNS)


def quoted(text: object, most: int = 60) -> str:
    """What somebody wrote, in quotes, cut where it would drown the sentence round it."""
    whole = str(text) if isinstance(text, str) else repr(text)
    cut = whole if len(whole) <= most else whole[:most] + "…"
    return repr(cut) if isinstance(text, str) else cut
