"""The command that computes every number of a report again, as it is typed in a shell."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def command(
    files: Sequence[Path],
    *,
    decisions: Sequence[Path] = (),
    options: Mapping[str, str] | None = None,
    templates: Sequence[Path] = (),
) -> tuple[str, ...]:
    """The words of the command: the same files, decisions, options and templates."""
    given = [_path(file) for file in files]
    for name, value in (options or {}).items():
        given += ["--option", f"{name}={value}"]
    for folder in templates:
        given += ["--templates", _path(folder)]
    for log in decisions:
        given += ["--decisions", _path(log)]
    return ("scorecheck", "check", *given, "--witness", "--json")


def typed(words: Sequence[str], can_show: Callable[[str], bool] = str.isprintable) -> str:
    """The words of a command in one line, quoted for a shell.

    Args:
        can_show: whether a text can be shown letter by letter; others are spelt by their bytes.
    """
    return " ".join(shlex.quote(word) if can_show(word) else _spelt(word) for word in words)


def _path(path: Path) -> str:
    """A path that no program takes for an option."""
    text = str(path)
    return f"./{text}" if text.startswith("-") else text


def _spelt(word: str) -> str:
    """As bash, zsh and newer shells take any bytes: `$'\\xe6\\x9d\\xb1.jpg'`."""
    plain = {byte: chr(byte) for byte in range(0x20, 0x7F) if chr(byte) not in "'\\"}
    # A digit after \xNN would be taken as part of it: such a digit is spelt too.
    spelt, last = "", False
    for byte in os.fsencode(word):
        safe = byte in plain and not (last and plain[byte] in "0123456789abcdefABCDEF")
        spelt += plain[byte] if safe else f"\\x{byte:02x}"
        last = not safe
    return f"$'{spelt}'"
