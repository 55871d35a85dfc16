"""What lies beside the log: the names, which it commits to, and the photos, which it names."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.names import commitment_of
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.verify_log import sound_records
from scorecheck.languages.phrase import Phrase


def misfits_of_names(connection: Connection) -> Iterator[Misfit]:
    """Names that are not what the log commits to, and names that are gone though nobody said so."""
    known = set()
    for row in connection.execute(select(tables.names)):
        known.add(row.commitment)
        if commitment_of(row.salt, row.name) != row.commitment:
            why = Phrase("the name {name} is not what the log commits to", name=repr(row.name))
            yield Misfit(None, "name", why)
    gone = forgotten(connection, "name")
    for seq, commitment in _committed(connection):
        if commitment in gone and commitment in known:
            yield Misfit(seq, "name", Phrase("its name was to be forgotten and is still there"))
        elif commitment not in known | gone:
            yield Misfit(seq, "name", Phrase("its name is missing"))


def _committed(connection: Connection) -> Iterator[tuple[int, str]]:
    for record in sound_records(connection, "player"):
        yield record.seq, record.body["name"]
    for record in sound_records(connection, "decision"):
        yield record.seq, record.body["by"]


def misfits_of_photos(connection: Connection, folder: Path) -> Iterator[Misfit]:
    """Photos that are lost or changed, or that were to be forgotten and are still there.

    A photo that no record names is no misfit: whoever was killed while adding leaves one.
    """
    store, gone = PhotoStore(folder), forgotten(connection, "photo")
    for record in sound_records(connection, "photo"):
        sha256 = str(record.body["sha256"])
        path = store.path(sha256, str(record.body["ending"]))
        why = _forgotten_photo(path) if sha256 in gone else _kept_photo(path, sha256)
        if why is not None:
            yield Misfit(record.seq, "photo", why)


def _forgotten_photo(path: Path) -> str | None:
    if path.exists():
        return Phrase("its photo {path} was to be forgotten and is still there", path=path)
    return None


def _kept_photo(path: Path, sha256: str) -> str | None:
    try:
        with path.open("rb") as stream:
            found = hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        return Phrase("its photo {path} is lost", path=path)
    except OSError as error:
        why = error.strerror or str(error)
        return Phrase("its photo {path} cannot be read: {why}", path=path, why=why)
    if found != sha256:
        return Phrase("its photo {path} was changed", path=path)
    return None


def forgotten(connection: Connection, what: str) -> set[str]:
    """What was to be forgotten, by the log: `what` is `name` or `photo`."""
    return {
        one for record in sound_records(connection, "forget") for one in record.body[f"{what}s"]
    }
