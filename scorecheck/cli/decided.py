"""What people decided, from the files of reviews and from archives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorecheck.decisions.record import Decision


def read_decided(paths: Sequence[Path], templates: Sequence[Path] = ()) -> tuple[Decision, ...]:
    """The decisions in some files, and in archives that are named by their folders.

    Raises:
        InputError: a file that cannot be read or is not a log of decisions.
        ArchiveError: an archive that cannot be used.
    """
    from scorecheck.decisions.merge import merged, read_logs

    folders = [path for path in paths if path.is_dir()]
    logs = read_logs([path for path in paths if path not in folders])
    return merged([logs, *(_in_archive(folder, templates) for folder in folders)])


def _in_archive(folder: Path, templates: Sequence[Path]) -> tuple[Decision, ...]:
    from scorecheck.archive.decide import ArchiveDecisions
    from scorecheck.archive.opening import open_archive
    from scorecheck.game.catalogue import load_catalogue

    with open_archive(folder) as archive:
        return ArchiveDecisions(archive, load_catalogue(templates)).all()
