"""What people decided, from the files of reviews and from archives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorecheck.decisions.record import Decision
    from scorecheck.report.result import BatchResult


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


def moved_decisions(
    batch: BatchResult, paths: Sequence[Path], decisions: Sequence[Decision]
) -> dict[str | None, list[Decision]]:
    """For each file, by its hash, what was decided on other photos of its sheets, as archives among
    these know them."""
    moved: dict[str | None, list[Decision]] = {}
    folders = [path for path in paths if path.is_dir()]
    if not folders:
        return moved
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.other_photos import from_other_photos

    for folder in folders:
        with open_archive(folder) as archive:
            for file in batch.files:
                moved.setdefault(file.sha256, []).extend(
                    from_other_photos(archive, file, decisions)
                )
    return moved


def with_played(batch: BatchResult, paths: Sequence[Path]) -> BatchResult:
    """The run, each sheet with where and by whom it was played, as an archive among these knows."""
    from dataclasses import replace

    folders = [path for path in paths if path.is_dir()]
    if not folders:
        return batch
    from scorecheck.archive.opening import open_archive
    from scorecheck.archive.played import with_played

    files = batch.files
    for folder in folders:
        with open_archive(folder) as archive, archive.read() as connection:
            files = tuple(with_played(connection, file) for file in files)
    return replace(batch, files=files)


def _in_archive(folder: Path, templates: Sequence[Path]) -> tuple[Decision, ...]:
    from scorecheck.archive.decide import ArchiveDecisions
    from scorecheck.archive.opening import open_archive
    from scorecheck.game.catalogue import load_catalogue

    with open_archive(folder) as archive:
        return ArchiveDecisions(archive, load_catalogue(templates)).all()
