"""An archive to test on, filled with a little of everything."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from scorecheck.archive.names import PERSON
from scorecheck.archive.opening import DATABASE, create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.record import digest
from scorecheck.archive.store import Archive, Change

ANNA, BO = "club/1", "club/2"
PHOTO = b"\xff\xd8 no picture, but bytes that are hashed"
SHA256 = hashlib.sha256(PHOTO).hexdigest()


@dataclass(frozen=True)
class Place:
    """Where an archive is, or is to be."""

    folder: Path
    db: str | None = None

    def create(self) -> None:
        create_archive(self.folder, self.db)

    def open(self, **how: Any) -> Archive:
        return open_archive(self.folder, self.db, **how)

    @property
    def options(self) -> list[str]:
        """What names it on the command line."""
        return ["--archive", str(self.folder), *(["--db", self.db] if self.db else [])]

    @property
    def photo(self) -> Path:
        """The one photo that `fill` keeps."""
        return PhotoStore(self.folder).path(SHA256, ".jpg")


def add_players(change: Change) -> None:
    """An event with two players at one sheet."""
    change.append("event", {
        "event": "club", "name": "Club", "variant": "yatzy", "options": {}, "rounds": 3,
        "ties": ["lot"], "lang": "sv", "paper": "a4",
    })  # fmt: skip
    for number, (player, name) in enumerate([(ANNA, "Anna Ek"), (BO, "Bo Ål")], start=1):
        commitment = change.commit_name(name)
        change.append("player", {
            "event": "club", "player": player, "name": commitment, "team": None, "number": number,
        })  # fmt: skip
    change.append("sheet", {
        "event": "club", "sheet": 7, "round": 1, "table": 1, "columns": [ANNA, BO],
        "identity": "SC1:YATZY:7",
    })  # fmt: skip


def add_photo(change: Change) -> None:
    """The photo's record; its name lies beside."""
    change.append("photo", {"sha256": SHA256, "bytes": len(PHOTO), "ending": ".jpg"})
    change.name_photo(SHA256, "anna.jpg")


def reading_body() -> dict[str, Any]:
    """A reading of the photo, without any cells."""
    body: dict[str, Any] = {
        "sha256": SHA256, "page": 1, "index": 0, "identity": "SC1:YATZY:7", "weights": "w",
        "version": "0.1.0", "cells": {}, "notes": [],
    }  # fmt: skip
    return body | {"reading": digest(body)}


def version_body(version: int, decisions: list[str]) -> dict[str, Any]:
    """The sheet with a card for each of the players."""
    reading = reading_body()["reading"]
    cards = [
        {
            "column": column, "player": player, "status": "final", "verdict": "clean",
            "texts": {f"{column}/ones/value": "3"}, "open": [], "findings": [],
            "totals": {"upper_sum": [63, 63], "grand_total": [written, 207]},
        }
        for column, player, written in (("p1", ANNA, None), ("p2", BO, 207))
    ]  # fmt: skip
    return {
        "event": "club", "sheet": 7, "paper": reading, "version": version, "readings": [reading],
        "decisions": decisions, "why": "added", "program": "0.1.0", "cards": cards, "table": None,
    }  # fmt: skip


def fill(place: Place) -> None:
    """One record of every kind but `forget`, `withdrawn` and `assigned`, and the photo."""
    source = place.folder / "anna.jpg"
    source.write_bytes(PHOTO)
    PhotoStore(place.folder).keep(source, SHA256, ".jpg")
    source.unlink()
    with place.open() as archive, archive.write() as change:
        add_players(change)
        add_photo(change)
        change.append("reading", reading_body())
        change.append("version", version_body(1, []))
        change.append("decision", {
            "schema": "scorecheck/decision/1", "id": "d" * 32, "at": "2026-01-31T20:15:00.000Z",
            "by": change.commit_name("Cleo Ruiz", PERSON), "sha256": SHA256, "page": 1, "sheet": 0,
            "cell": "p1/ones/value", "text": "3", "round": 1, "read": None, "remark": "",
            "undoes": None,
        })  # fmt: skip
        change.append("version", version_body(2, ["d" * 32]) | {"why": "decided"})
        reading = reading_body()["reading"]
        conflict = change.append("conflict", {
            "sheet": 7, "paper": reading, "readings": [reading] * 2, "cells": ["p1/ones/value"],
        })  # fmt: skip
        change.append("settled", {
            "conflict": conflict.seq, "take": "first", "by": None, "version": None,
        })  # fmt: skip
        sample = change.append("sample", {"seed": "17", "sheets": [7]})
        change.append("checked", {"sample": sample.seq, "sheet": 7, "outcome": "agrees"})


RECORDS = 13
"""So many records `fill` adds."""


def tamper(archive: Archive, statement: str, **values: Any) -> None:
    """Change the database behind the archive's back; the guards of the log stand again after."""
    if archive.engine.dialect.name == "postgresql":
        with archive.engine.begin() as connection:
            connection.execute(text("ALTER TABLE log DISABLE TRIGGER ALL"))
            connection.execute(text(statement), values)
            connection.execute(text("ALTER TABLE log ENABLE TRIGGER ALL"))
        return
    with closing(sqlite3.connect(archive.folder / DATABASE)) as file, file:
        guards = file.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = guards.fetchall()
        file.execute("PRAGMA synchronous=OFF")
        file.execute("BEGIN")
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        file.execute(statement, values)
        for _, guard in triggers:
            file.execute(guard)
