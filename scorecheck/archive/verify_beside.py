"""What lies beside the log: the names, which it commits to, and the photos, which it names."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from pathlib import Path

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.names import PERSON, PLAYER, REMARK, commitment_of
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.verify_log import sound_records
from scorecheck.languages.phrase import Phrase
from scorecheck.reasons import reason

_ROLES = {"name": PLAYER, "by": PERSON, "remark": REMARK}
"""What stands for a name in a record, and for whose."""

_NAMING = ("player", "decision", "settled", "withdrawn", "assigned", "checked", "cancelled")
"""Records that name somebody."""


def misfits_of_names(connection: Connection) -> Iterator[Misfit]:
    """Names that are not what the log commits to, and names that are gone though nobody said so."""
    known: dict[str, str] = {}
    for row in connection.execute(select(tables.names)):
        known[row.commitment] = row.role
        if commitment_of(row.salt, row.name) != row.commitment:
            why = Phrase("the name {name} is not what the log commits to", name=repr(row.name))
            yield Misfit(None, "name", why)
    gone = forgotten(connection, "name")
    for seq, commitment, role in _committed(connection):
        if commitment in gone and commitment in known:
            yield Misfit(seq, "name", Phrase("its name was to be forgotten and is still there"))
        elif commitment not in known.keys() | gone:
            yield Misfit(seq, "name", Phrase("its name is missing"))
        elif known.get(commitment, role) != role:
            yield Misfit(seq, "name", Phrase("its name is kept under another role"))


def _committed(connection: Connection) -> Iterator[tuple[int, str, str]]:
    """Everything that stands for a name in a record, and the role of that name."""
    for kind in _NAMING:
        for record in sound_records(connection, kind):
            for key, role in _ROLES.items():
                value = record.body.get(key)
                if isinstance(value, Mapping):
                    value = value.get("name")
                if isinstance(value, str) and value:
                    yield record.seq, value, role


def misfits_of_photos(
    connection: Connection,
    folder: Path,
    counts: MutableMapping[str, int],
    tick: Callable[[], object],
) -> Iterator[Misfit]:
    """Photos that are lost or changed, or that were to be forgotten and are still there.

    A photo that no record names is no misfit: whoever was killed while adding leaves one.

    Args:
        counts: grows by the photos that were to be forgotten, as `forgotten`.
        tick: called for each photo.
    """
    store, gone = PhotoStore(folder), forgotten(connection, "photo")
    for record in sound_records(connection, "photo"):
        sha256 = str(record.body["sha256"])
        path = store.path(sha256, str(record.body["ending"]))
        counts["forgotten"] += sha256 in gone
        why = _forgotten_photo(path) if sha256 in gone else _kept_photo(path, sha256)
        tick()
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
        why = reason(error)
        return Phrase("its photo {path} cannot be read: {why}", path=path, why=why)
    if found != sha256:
        return Phrase("its photo {path} was changed", path=path)
    return None


def forgotten(connection: Connection, what: str) -> set[str]:
    """What was to be forgotten, by the log: `what` is `name` or `photo`."""
    return {
        one for record in sound_records(connection, "forget") for one in record.body[f"{what}s"]
    }
