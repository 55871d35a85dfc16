"""Who does the work on many files, and what such work is; `cluster` knows other workers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from scorecheck.processes import as_they_come

Result = TypeVar("Result")
Given_co = TypeVar("Given_co", covariant=True)


class Work(Protocol[Given_co]):
    """What is done with each file. It can be pickled, and so can what it gives."""

    def __call__(self, path: Path) -> Given_co:
        """Do it; what goes wrong with the file is in what this gives."""

    def known(self, path: Path) -> Given_co | None:
        """What can be given at once, without the long work; `__call__` looks for that first."""

    def lost(self, path: Path) -> Given_co:
        """What is given for a file at which every process died that tried."""


class Crew(Protocol):
    """Those who share the work.

    Attributes:
        at_home: whether they have the files of this machine.
    """

    @property
    def at_home(self) -> bool: ...

    def each(self, work: Work[Result], paths: Sequence[Path]) -> Iterator[tuple[int, Result]]:
        """What the work gives for each file, as soon as it is there, with the file's number from
        0: each number comes once, in no order."""


@dataclass(frozen=True)
class Processes:
    """Processes of this machine; one is this one."""

    count: int = 1
    at_home: bool = True

    def each(self, work: Work[Result], paths: Sequence[Path]) -> Iterator[tuple[int, Result]]:
        """As `Crew` says."""
        return as_they_come(work, paths, self.count, work.lost)


HERE: Crew = Processes()
"""This process alone."""
