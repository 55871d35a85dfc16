"""One event of very many sheets in an archive: how long things take, and how much room they need.

    python -m scorecheck.measure.archive_size --sheets 10000 [--db postgresql+psycopg://…]

The cards are games of chance with right sums; of every hundred sheets five have a cell in doubt and
five a wrong sum. Four hundred sheets are read and judged, the others say the same under numbers of
their own, so that not everything is judged before it is measured. There are no photos but stubs;
everything else is what `archive add` keeps. A PostgreSQL database must be empty.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from sqlalchemy import select, text

from scorecheck.archive import tables
from scorecheck.archive.add import State, add_files
from scorecheck.archive.cards import seated
from scorecheck.archive.event_facts import event_facts
from scorecheck.archive.event_make import Wanted, make_event
from scorecheck.archive.facts import FINAL_SUM
from scorecheck.archive.opening import DATABASE, create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.player_list import Entrant
from scorecheck.archive.record import digest
from scorecheck.archive.standings import standings
from scorecheck.archive.store import Archive, Change
from scorecheck.archive.verify import verify
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.command import run_command
from scorecheck.measure.markdown import markdown
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.sheet.pdf import sheet_identity
from scorecheck.simulate.play import random_card, texts_of

Card = dict[str, str]
Rows = list[tuple[str, str]]
Made = TypeVar("Made")

_GAME = load_catalogue().get("yahtzee")
_SEATS = 4
_GAMES = 400
"""So many different games are played; sheets are made of them."""
_ADDED = 400
"""So many sheets are added; the others repeat them under their own numbers."""
_AT_ONCE = 200
_DOUBTFUL, _WRONG = 0.05, 0.05
_OFTEN = 5
"""Standings are computed so often; the median is told."""


@dataclass(frozen=True)
class Place:
    """Where an archive is: its folder, and the address of a database beside."""

    folder: Path
    db: str | None = None

    @property
    def options(self) -> list[str]:
        """What names it on the command line."""
        return ["--archive", str(self.folder), *(["--db", self.db] if self.db else [])]


def fill(place: Place, sheets: int, rounds: int, seed: int) -> None:
    """Make an archive with one event of so many sheets, all of them in."""
    create_archive(place.folder, place.db)
    with open_archive(place.folder, place.db) as archive:
        _seat(archive, sheets, rounds)
        with tempfile.TemporaryDirectory(dir=place.folder.parent) as made:
            rng = np.random.default_rng(seed)
            photos = list(_photos(Path(made), min(sheets, _ADDED), rng))
            for one in add_files(archive, photos, read_stub, load_catalogue()):
                if one.state is not State.ADDED:
                    raise RuntimeError(f"{one.path.name}: {one.state} {one.error}")
        _repeat(archive, range(_ADDED + 1, sheets + 1))


def _repeat(archive: Archive, numbers: Sequence[int]) -> None:
    """Write sheets like those that are in, as `archive add` would, without judging them again."""
    readings = [record.body for record in archive.records(kind="reading")]
    versions = [record.body for record in archive.records(kind="version")]
    store = PhotoStore(archive.folder)
    for start in range(0, len(numbers), _AT_ONCE):
        with archive.write() as change:
            for number in numbers[start : start + _AT_ONCE]:
                at = number % _ADDED
                sheet = _sheet_body(change, number)
                photo = f"{number}".encode()
                sha256 = hashlib.sha256(photo).hexdigest()
                put_photo(store.path(sha256, ".jpg"), photo)
                change.append("photo", {"sha256": sha256, "bytes": len(photo), "ending": ".jpg"})
                reading = {**readings[at], "identity": sheet["identity"], "sha256": sha256}
                del reading["reading"]
                reading["reading"] = digest(reading)
                change.append("reading", reading)
                own = {"sheet": number, "paper": reading["reading"]}
                own |= {"readings": [reading["reading"]]}
                own |= {"cards": seated(versions[at]["cards"], sheet["columns"])}
                change.append("version", versions[at] | own)


def put_photo(path: Path, photo: bytes) -> None:
    """A photo where the archive looks for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(photo)


def _sheet_body(change: Change, number: int) -> dict[str, Any]:
    """The record of a sheet that was seated."""
    sheets = tables.sheets.c
    found = select(sheets.identity, sheets.columns).where(sheets.sheet == number)
    identity, columns = change.connection.execute(found).one()
    return {"identity": identity, "columns": json.loads(columns)}


def _seat(archive: Archive, sheets: int, rounds: int) -> None:
    """The event, its players and its sheets, table by table: no lots are drawn."""
    tables = -(-sheets // rounds)
    entrants = [Entrant(f"Player {n}", f"Team {n % 40}") for n in range(1, tables * _SEATS + 1)]
    wanted = Wanted("Large cup", rounds, "1", ("best-game", "wins"), table_size=_SEATS)
    event = make_event(archive, wanted, _GAME, entrants)
    with archive.write() as change:
        for number in range(1, sheets + 1):
            round, table = divmod(number - 1, tables)
            seats = [(table * _SEATS + round + at) % len(entrants) for at in range(_SEATS)]
            change.append(
                "sheet",
                {
                    "event": event.id,
                    "sheet": number,
                    "round": round + 1,
                    "table": table + 1,
                    "columns": [f"{event.id}/{seat + 1}" for seat in seats],
                    "identity": sheet_identity(
                        _GAME, "a4", "en", columns=_SEATS, mode="players", sheet=number
                    ).to_text(),
                },
            )


def _photos(folder: Path, sheets: int, rng: np.random.Generator) -> Iterator[Path]:
    """A stub of a photo for each sheet."""
    games = [_texts(rng) for _ in range(_GAMES)]
    for number in range(1, sheets + 1):
        chosen = rng.integers(0, len(games), _SEATS)
        cards = {f"p{at}": games[game] for at, game in enumerate(chosen, start=1)}
        doubts: dict[str, dict[str, float]] = {}
        if rng.random() < _DOUBTFUL:
            doubts["p1/ones/value"] = {"4": 0.55, "3": 0.45}
        if rng.random() < _WRONG:
            total = int(cards["p2"][f"{FINAL_SUM}/sum"])
            cards["p2"] = cards["p2"] | {f"{FINAL_SUM}/sum": str(total + 10)}
        name = folder / f"{number:06}.jpg"
        yield write_photo(name, cards, sheet=number, mode="players", doubts=doubts)


def _texts(rng: np.random.Generator) -> Card:
    """A finished game as it is written in one column."""
    written = texts_of(random_card(_GAME, rng), _GAME)
    return {f"{box}/{field}": text for (box, field), text in written.items()}


def measure(place: Place, folder: Path, sheets: int) -> Rows:
    """The figures, each with what it is of.

    Args:
        folder: for an export and for the archive that it is imported into.
    """
    with open_archive(place.folder, place.db) as archive:
        return [
            *_of_standings(archive),
            *_of_verify(archive, sheets),
            *_of_size(archive, sheets),
            *_of_exports(place, folder),
        ]


def _of_standings(archive: Archive) -> Rows:
    def counted() -> int:
        with archive.read() as connection:
            return len(standings(event_facts(connection, "large-cup")).rows)

    runs = sorted(timed(counted) for _ in range(_OFTEN))
    seconds, players = runs[len(runs) // 2]
    return [(f"standings of {players} players, read and counted", f"{seconds:.3f} s")]


def _of_verify(archive: Archive, sheets: int) -> Rows:
    rows = []
    for quick, what in ((True, "`verify --quick`"), (False, "`verify`")):
        seconds, found = timed(partial(verify, archive, quick=quick))
        if found.misfits:
            raise RuntimeError(found.misfits[0].why)
        speed = f"{found.records / seconds:.0f} records, {sheets / seconds:.0f} sheets a second"
        rows.append((f"{what} of {found.records} records", f"{seconds:.1f} s: {speed}"))
    return rows


def _of_size(archive: Archive, sheets: int) -> Rows:
    return [("database, for each sheet", f"{database_bytes(archive) / sheets:,.0f} bytes")]


def database_bytes(archive: Archive) -> int:
    """How much room the database takes, without the photos."""
    if archive.engine.dialect.name == "postgresql":
        with archive.read() as connection:
            size = connection.scalar(text("SELECT pg_database_size(current_database())"))
            return int(size or 0)
    with archive.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return (archive.folder / DATABASE).stat().st_size


def _of_exports(place: Place, folder: Path) -> Rows:
    """The commands as a user runs them, each in a process of its own."""
    target, other = folder / "export.json", Place(folder / "other")
    create_archive(other.folder)
    commands: list[tuple[str, list[Any]]] = [
        ("`archive standings --json`", ["standings", "--json", *place.options]),
        ("`archive export -o FILE.json`", ["export", "-o", target, *place.options]),
        ("`archive import FILE.json`", ["import", target, *other.options]),
    ]
    rows, codes = [], []
    for what, words in commands:
        seconds, ended = timed(partial(run_command, ["archive", *words]))
        if ended.code > 1:
            raise RuntimeError(ended.error)
        rows.append((what, f"{seconds:.1f} s, {ended.peak_mb:,.0f} MB of memory"))
        codes.append(ended.error.split()[-1] if ended.error else "")
    rows.append(("that file", f"{target.stat().st_size / 1e6:,.1f} MB"))
    same = "the same" if codes[1] == codes[2] else f"not the same: {codes[1]} and {codes[2]}"
    rows.append(("event code of the import", same))
    return rows


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """How many seconds something takes, and what comes of it."""
    start = time.perf_counter()
    made = work()
    return time.perf_counter() - start, made


def main(words: Sequence[str] | None = None) -> int:
    """Make the archive, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sheets", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--db", help="the address of an empty PostgreSQL database")
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = Place(folder / "archive", given.db)
        fill(place, given.sheets, given.rounds, given.seed)
        rows = measure(place, folder, given.sheets)
    print(markdown((f"one event of {given.sheets} sheets", ""), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
