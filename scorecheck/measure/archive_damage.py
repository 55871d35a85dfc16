"""Damage an archive in one place at a time, and count how often `verify` finds it.

    python -m scorecheck.measure.archive_damage --each 800 --forged 40

Bytes of the log's columns, bytes of the photos and the figures of the totals are changed one at a
time, at places drawn by chance, and put back. Forged archives have another total in the log, and
every hash and every table made anew: only judging the sheets again can tell. Sheets are made.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scorecheck.archive.add import add_files
from scorecheck.archive.opening import DATABASE, create_archive, open_archive
from scorecheck.archive.photos import FOLDER
from scorecheck.archive.store import Archive
from scorecheck.archive.verify import verify
from scorecheck.game.catalogue import load_catalogue
from scorecheck.measure.markdown import markdown
from scorecheck.measure.stub_photos import read_stub, write_photo

_CARD = {"ones/value": "3", "twos/value": "6", "upper_sum/sum": "9"}
_COLUMNS = ("at", "kind", "body", "prev", "hash")
_SHEETS = 12


@dataclass
class Found:
    """How many changes of each kind were made, found, and found at the right record."""

    made: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    placed: Counter[str] = field(default_factory=Counter)

    def count(self, kind: str, first: int | None, wanted: int, *, any_misfit: bool) -> None:
        """Count one change."""
        self.made[kind] += 1
        self.found[kind] += any_misfit
        self.placed[kind] += first == wanted


def make_archive(folder: Path) -> Path:
    """An archive of made sheets; gives its folder."""
    photos, place = folder / "made", folder / "archive"
    photos.mkdir()
    paths = [
        write_photo(photos / f"{number:03}.jpg", {"g1": _CARD, "g2": _CARD}, sheet=number + 1)
        for number in range(_SHEETS)
    ]
    create_archive(place)
    with open_archive(place) as archive:
        list(add_files(archive, paths, read_stub, load_catalogue()))
    return place


@contextmanager
def opened_alone(place: Path) -> Iterator[sqlite3.Connection]:
    """The database by itself, as a forger would open it."""
    with closing(sqlite3.connect(place / DATABASE, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous=OFF")
        yield file


def put(file: sqlite3.Connection, statement: str, *values: object) -> None:
    """Run one statement with the log's guards away, and put them up again."""
    guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    file.execute("BEGIN")
    for name, _ in guards:
        file.execute(f"DROP TRIGGER {name}")
    file.execute(statement, values)
    for _, guard in guards:
        file.execute(guard)
    file.execute("COMMIT")


def damage_log(place: Path, changes: int, chance: random.Random, found: Found) -> None:
    """Change bytes of the log's columns."""
    with open_archive(place) as archive, opened_alone(place) as file:
        last = file.execute("SELECT max(seq) FROM log").fetchone()[0]
        for _ in range(changes):
            seq, column = chance.randint(1, last), chance.choice(_COLUMNS)
            asked = f"SELECT CAST({column} AS BLOB) FROM log WHERE seq = ?"
            whole = file.execute(asked, (seq,)).fetchone()[0]
            written = f"UPDATE log SET {column} = CAST(? AS TEXT) WHERE seq = ?"
            put(file, written, with_one_byte_changed(whole, chance), seq)
            _look(archive, "bytes of the log", seq, found)
            put(file, written, whole, seq)


def damage_totals(place: Path, changes: int, chance: random.Random, found: Found) -> None:
    """Change figures of the table of totals."""
    with open_archive(place) as archive, opened_alone(place) as file:
        rows = file.execute("SELECT rowid, seq, written, correct FROM totals").fetchall()
        for _ in range(changes):
            row, seq, *figures = chance.choice(rows)
            at = chance.randrange(2)
            column, old = ("written", "correct")[at], figures[at]
            new = chance.choice([one for one in (None, (old or 0) ^ 1, 50, 400) if one != old])
            written = f"UPDATE totals SET {column} = ? WHERE rowid = ?"
            put(file, written, new, row)
            _look(archive, "totals", seq, found)
            put(file, written, old, row)


def damage_results(place: Path, changes: int, chance: random.Random, found: Found) -> None:
    """Change figures of what standings are counted from."""
    with open_archive(place) as archive, opened_alone(place) as file:
        rows = file.execute("SELECT seq, cards FROM results").fetchall()
        for _ in range(changes):
            seq, line = chance.choice(rows)
            at = chance.choice([at for at, letter in enumerate(line) if letter.isdigit()])
            other = chance.choice([one for one in "123456789" if one != line[at]])
            written = "UPDATE results SET cards = ? WHERE seq = ?"
            put(file, written, line[:at] + other + line[at + 1 :], seq)
            _look(archive, "results", seq, found)
            put(file, written, line, seq)


def damage_photos(place: Path, changes: int, chance: random.Random, found: Found) -> None:
    """Change bytes of photos; every tenth is taken away."""
    with open_archive(place) as archive:
        paths = sorted(path for path in (place / FOLDER).rglob("*") if path.is_file())
        seqs = {one.body["sha256"]: one.seq for one in archive.records(kind="photo")}
        for number in range(changes):
            path = chance.choice(paths)
            whole = path.read_bytes()
            path.unlink()  # it may not be written to, only put anew
            if number % 10:
                path.write_bytes(with_one_byte_changed(whole, chance))
            _look(archive, "photos", seqs[path.stem], found)
            path.write_bytes(whole)


def forge(place: Path, folder: Path, archives: int, chance: random.Random, found: Found) -> None:
    """Make archives anew with one total changed in the log, everything else following from it."""
    with open_archive(place) as archive:
        records = list(archive.records())
    versions = [record for record in records if record.kind == "version"]
    for number in range(archives):
        wanted = chance.choice(versions)
        target = folder / f"forged-{number}"
        create_archive(target)
        (target / FOLDER).rmdir()
        (target / FOLDER).symlink_to(place / FOLDER)
        with open_archive(target) as forged, forged.write() as change:
            for record in records:
                body = record.body
                if record is wanted:
                    body = with_one_total_changed(body, chance)
                change.append(record.kind, body)
        with open_archive(target) as forged:
            _look(forged, "forged totals", wanted.seq, found, quick=False)


def with_one_byte_changed(whole: bytes, chance: random.Random) -> bytes:
    """A copy with another byte somewhere."""
    at = chance.randrange(len(whole))
    return whole[:at] + bytes([whole[at] ^ chance.randrange(1, 256)]) + whole[at + 1 :]


def with_one_total_changed(body: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A copy of a version's body in which one sum of one card is another."""
    changed: dict[str, Any] = json.loads(json.dumps(body))
    totals = chance.choice(changed["cards"])["totals"]
    sums = chance.choice(sorted(totals))
    written, correct = totals[sums]
    totals[sums] = [written, (correct or 0) + chance.randint(1, 50)]
    return changed


def _look(archive: Archive, kind: str, seq: int, found: Found, *, quick: bool = True) -> None:
    looked = verify(archive, quick=quick)
    first = looked.first
    found.count(kind, None if first is None else first.seq, seq, any_misfit=bool(looked.misfits))


def main(words: list[str] | None = None) -> int:
    """Print a table; ends with 1 where a change was not found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--each", type=int, default=800, help="changes of each kind")
    parser.add_argument("--forged", type=int, default=40, help="forged archives")
    parser.add_argument("--seed", type=int, default=20261130)
    asked = parser.parse_args(words)
    chance, found = random.Random(asked.seed), Found()
    kinds: list[Callable[[Path, int, random.Random, Found], None]]
    kinds = [damage_log, damage_photos, damage_totals, damage_results]
    with tempfile.TemporaryDirectory() as name:
        place = make_archive(Path(name))
        for damage in kinds:
            damage(place, asked.each, chance, found)
        forge(place, Path(name), asked.forged, chance, found)
        with open_archive(place) as archive:
            unharmed = not verify(archive).misfits
    rows = [
        (kind, str(made), str(found.found[kind]), str(found.placed[kind]))
        for kind, made in found.made.items()
    ]
    print(markdown(("changed", "changes", "found", "and the record named"), rows))
    print("put back, everything fits" if unharmed else "put back, something does not fit")
    return 0 if unharmed and found.found == found.made else 1


if __name__ == "__main__":
    sys.exit(main())
