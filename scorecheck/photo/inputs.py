"""The photos that a command is given: files as they are, folders as the photos in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from scorecheck.errors import InputError, UsageError
from scorecheck.languages.phrase import Phrase

ENDINGS = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".heic", ".heif", ".pdf")


def photos_in(paths: Sequence[Path], *, deep: bool = False) -> list[Path]:
    """All photos, each once, those of a folder in the order of their names.

    Args:
        deep: also those in the folders within a folder, but for hidden ones.

    Raises:
        UsageError: a folder without any photo.
        InputError: a folder that cannot be read.
    """
    return list(dict.fromkeys(photo for path in paths for photo in _photos(path, deep)))


def folder_of(paths: Sequence[Path]) -> Path:
    """The folder of the first input; the current one where there is none."""
    places = (path if path.is_dir() else path.parent for path in paths[:1])
    return next((place for place in places if place.is_dir()), Path())


def _photos(path: Path, deep: bool) -> Iterator[Path]:
    if not path.is_dir():
        yield path  # what is wrong with it is said on the page, beside the others
        return
    try:
        found = sorted(one for one in _files(path, deep) if one.suffix.lower() in ENDINGS)
    except OSError as error:
        raise InputError(
            Phrase("{path} cannot be read: {why}", path=path, why=error.strerror or str(error)),
            help=Phrase("check that you may read the folder"),
            code="unreadable",
        ) from error
    if not found:
        raise UsageError(
            Phrase("there is no photo in the folder {path}", path=path),
            help=Phrase("photos end in {endings}", endings=", ".join(ENDINGS)),
            code="no-photos",
        )
    yield from found


def _files(folder: Path, deep: bool) -> Iterator[Path]:
    for one in folder.iterdir():
        if not (deep and one.is_dir() and not one.is_symlink()):
            yield one
        elif not one.name.startswith("."):
            yield from _files(one, deep)
