"""Output places, looked at before the long work begins."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from scorecheck.errors import OutputError, UsageError
from scorecheck.languages.phrase import Phrase
from scorecheck.photo.elsewhere import FarFile
from scorecheck.reasons import reason


def ensure_writable(path: Path, *, suffixes: Iterable[str] = ()) -> None:
    """Find out now whether `path` can be written later; nothing is left behind.

    Args:
        suffixes: the endings that make sense, such as `.pdf`; none means any.

    Raises:
        UsageError: the name ends in something else, or is empty.
        OutputError: a folder, or in a folder that is missing or cannot be written to.
    """
    wanted = tuple(suffixes)
    if path == Path():
        raise UsageError(
            Phrase("the name of the output is empty, or that of this folder"),
            help=Phrase("for example {path}", path="out" + wanted[0] if wanted else "out"),
            code="output-name",
        )
    if wanted and path.suffix.lower() not in wanted:
        from scorecheck.audit.words import either

        raise UsageError(
            Phrase("{path}: the name should end in {endings}", path=path, endings=either(wanted)),
            help=Phrase(
                "for example {path}",
                path=path.with_suffix(wanted[0]) if path.name else "out" + wanted[0],
            ),
            code="output-name",
        )
    try:
        is_folder = path.is_dir()
    except OSError as error:  # such as a name that is too long
        raise _unwritable(path, error) from error
    if is_folder:
        raise OutputError(
            Phrase("cannot write {path}: it is a folder", path=path),
            help=Phrase("name a file in it"),
            code="unwritable",
        )
    _try_folder(path.parent, path)


def ensure_folder(folder: Path) -> None:
    """Make a folder (and its parents) and find out whether it can be written to.

    Raises:
        OutputError: it cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error
    _try_folder(folder, folder)


def ensure_not_input(output: Path, inputs: Iterable[Path]) -> None:
    """Refuse to write a result over the photo that it was read from.

    Raises:
        UsageError: `output` is one of the inputs.
    """
    for source in inputs:
        if not isinstance(source, FarFile) and _same(output, source):
            raise UsageError(
                Phrase("{path} is one of the photos to read", path=output),
                help=Phrase("choose another name for the output"),
                code="output-is-input",
            )


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there
        return False


def _try_folder(folder: Path, target: Path) -> None:
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _unwritable(target, error) from error


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        Phrase("cannot write {path}: {why}", path=path, why=reason(error)),
        help=Phrase("choose a folder that exists and that you may write to"),
        code="unwritable",
    )
