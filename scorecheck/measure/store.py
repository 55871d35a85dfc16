"""Rows kept on disk as they come.

A file of rows is JSON Lines. A run that was killed leaves whole lines and perhaps one torn one;
the next run reads the whole ones and goes on with what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from scorecheck.errors import OutputError
from scorecheck.measure.rows import Json
from scorecheck.processes import in_processes

Job = TypeVar("Job")


@dataclass
class Store:
    """Rows on disk by key, in a file that only grows.

    Raises:
        OutputError: the file cannot be written.
    """

    path: Path
    rows: dict[str, Json] = field(default_factory=dict)
    torn: bool = False

    def __post_init__(self) -> None:
        if self.path.is_file():
            data = self.path.read_bytes()
            self.torn = bool(data) and not data.endswith(b"\n")
            for line in data.splitlines():
                row = _parsed(line)
                if row is not None:
                    self.rows[row["key"]] = row["row"]

    def add(self, key: str, row: Json) -> None:
        """Keep one row, on disk before anything else happens."""
        line = json.dumps({"key": key, "row": row}, ensure_ascii=False, separators=(",", ":"))
        try:
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(("\n" if self.torn else "") + line + "\n")
        except OSError as error:
            raise OutputError(
                f"cannot write {self.path}: {error.strerror or error}",
                help="choose a folder that exists and that you may write to",
                code="unwritable",
            ) from error
        self.torn = False
        self.rows[key] = row


def _parsed(line: bytes) -> Json | None:
    """A whole line's row; None where the line was torn by a killed run."""
    try:
        data = json.loads(line)
    except ValueError:
        return None
    return data if isinstance(data, dict) and {"key", "row"} <= data.keys() else None


def fill_store(
    store: Store,
    jobs: Sequence[tuple[str, Job]],
    work: Callable[[Job], Json],
    processes: int,
    tell: Callable[[int, int], None] = lambda done, all_: None,
) -> list[Json]:
    """Do the jobs (key, job) whose rows are not there yet, and give all rows in their order.

    Args:
        work: makes one row; it runs in another process where there are several.
        tell: told after each row how many of all are there.
    """
    missing = [(key, job) for key, job in jobs if key not in store.rows]
    done = len(jobs) - len(missing)
    rows = in_processes(work, [job for _, job in missing], processes)
    for (key, _), row in zip(missing, rows, strict=True):
        store.add(key, row)
        done += 1
        tell(done, len(jobs))
    return [store.rows[key] for key, _ in jobs]
