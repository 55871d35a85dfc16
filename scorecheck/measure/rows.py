"""What is measured, one row per photo, kept on disk as it comes.

A file of rows is JSON Lines. A run that was killed leaves whole lines and perhaps one torn one;
the next run reads the whole ones and goes on with what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import cv2

from scorecheck.errors import OutputError
from scorecheck.reading import recognise
from scorecheck.reading.types import STRIKES, State
from scorecheck.resources import PACKAGE, data_file, templates_dir

Json = dict[str, Any]
Job = TypeVar("Job")

_ROOMS = ("game", "audit", "sheet", "photo", "reading", "evidence", "judge", "simulate")
"""Where the program lies on which a row depends."""

OPEN = (State.DOUBTFUL, State.ILLEGIBLE)
"""States in which a person is asked."""


@dataclass(frozen=True)
class CellRow:
    """One cell of a photo.

    `seen` are the texts of the picture alone with their probabilities, likeliest first; `blind` is
    its state then, `text`, `p` and `state` those after weighing. `seen_well` is false under glare,
    in deep shadow and where the cell may have been cut beside its place. `hidden` cells lie under
    something on the sheet: whatever is read there, passing it would be a guess. `images` name the
    handwriting that it was written with, as `NotingBook` does.
    """

    cell: str
    kind: str
    written: str
    seen: tuple[tuple[str, float], ...]
    blind: str
    text: str
    p: float
    state: str
    seen_well: bool = True
    hidden: bool = False
    images: tuple[str, ...] = ()

    @property
    def passes_blind(self) -> bool:
        """Whether the picture alone would pass without a question."""
        return self.blind not in OPEN

    @property
    def passes(self) -> bool:
        """Whether the weighed cell passes without a question."""
        return self.state not in OPEN

    @property
    def p_blind(self) -> float:
        """The probability of what the likeliest text means, by the picture alone."""
        best = self.seen[0][0]
        return min(1.0, sum(p for text, p in self.seen if same(text, best)))

    @property
    def right_blind(self) -> bool:
        """Whether the likeliest text of the picture alone is what is written."""
        return same(self.seen[0][0], self.written)

    @property
    def right(self) -> bool:
        """Whether the weighed text is what is written."""
        return same(self.text, self.written)


@dataclass(frozen=True)
class MistakeRow:
    """A mistake planted on the paper: where it stands, and what became of it.

    `outcome` is found (reported at once), asked (reported once a person has said what stands in
    the cells asked about) or hidden (not even then). `right` are the texts that would hide it, by
    cell; `kind` is its kind.
    """

    kind: str
    right: dict[str, tuple[str, ...]]
    outcome: str


@dataclass(frozen=True)
class PhotoRow:
    """One photo: what it shows and what was read. `error` is empty where the sheet was read."""

    condition: str
    recipe: Json
    cells: tuple[CellRow, ...] = ()
    mistakes: tuple[MistakeRow, ...] = ()
    error: str = ""

    @property
    def sums(self) -> bool:
        """Whether the players wrote their sums."""
        return bool(self.recipe["sums"])

    def to_json(self) -> Json:
        """As written to disk; cells are lists, for there are many."""
        return {
            "condition": self.condition,
            "recipe": self.recipe,
            "cells": [list(vars(cell).values()) for cell in self.cells],
            "mistakes": [asdict(mistake) for mistake in self.mistakes],
            "error": self.error,
        }

    @classmethod
    def from_json(cls, data: Json) -> PhotoRow:
        """The row that `to_json` wrote."""
        cells = tuple(_cell(values) for values in data["cells"])
        mistakes = tuple(
            MistakeRow(m["kind"], {c: tuple(r) for c, r in m["right"].items()}, m["outcome"])
            for m in data["mistakes"]
        )
        return cls(data["condition"], data["recipe"], cells, mistakes, data["error"])


def _cell(values: list[Any]) -> CellRow:
    cell, kind, written, seen, *rest, images = values
    given = (cell, kind, written, tuple((text, p) for text, p in seen), *rest, tuple(images))
    return CellRow(*given)


def same(read: str, written: str) -> bool:
    """Whether two texts say the same: all shapes of a strike do."""
    return read == written or (read in STRIKES and written in STRIKES)


def weights_id() -> str:
    """A short name of the reader's weights, from their bytes, and of its temperature."""
    data = b"".join(data_file(reader).read_bytes() for reader in recognise.READERS)
    return sha256(data + str(recognise.TEMPERATURE).encode()).hexdigest()[:12]


def reader_id() -> str:
    """A short name of all that a row depends on: the weights, and the program that makes photos
    and reads them. So a row of another program is never taken for one of this."""
    return f"{weights_id()}-{_program_id()}"


@cache
def _program_id() -> str:
    paths = [PACKAGE / "pipeline.py", *templates_dir().glob("*.toml")]
    for room in _ROOMS:
        paths += (PACKAGE / room).rglob("*.py")
    digest = sha256()
    for path in sorted(paths):
        if "training" not in path.parts:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:8]


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
    for key, row in _each(missing, work, processes):
        store.add(key, row)
        done += 1
        tell(done, len(jobs))
    return [store.rows[key] for key, _ in jobs]


def _each(
    jobs: Sequence[tuple[str, Job]], work: Callable[[Job], Json], processes: int
) -> Iterator[tuple[str, Json]]:
    if processes < 2:
        yield from ((key, work(job)) for key, job in jobs)
        return
    with ProcessPoolExecutor(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        keys: dict[Future[Json], str] = {pool.submit(work, job): key for key, job in jobs}
        for future in as_completed(keys):
            yield keys[future], future.result()
