"""`forget`: takes a person's name and photos out of an archive; the log says that it was done.

The log holds no names, so nothing in it changes: totals, readings and the chain stay verifiable.

Photos go whole, also where others are on them: a photo is known by the hash of its bytes, so one
with a column blanked would be another photo, that nobody could check against the log any more; and
a name or a hand may be seen beside its column too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, delete, select, text, union

from scorecheck.archive import tables
from scorecheck.archive.forget_copies import forget_in_copies
from scorecheck.archive.names import PERSON, forget_name
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.queries import photos_taken_out
from scorecheck.archive.store import Archive
from scorecheck.archive.trouble import explained
from scorecheck.errors import ArchiveError, OutputError, UsageError, quoted
from scorecheck.languages.phrase import Joined, Phrase
from scorecheck.reasons import reason


@dataclass(frozen=True)
class Forgotten:
    """What was taken out: photos, and how many other players were on them too."""

    name: str
    photos: int
    others: int


@dataclass(frozen=True)
class _Found:
    """Whom to forget: a player or not, and the names' commitments."""

    name: str
    player: str | None
    names: tuple[str, ...]


def would_forget(archive: Archive, who: str) -> Forgotten:
    """What `forget` would take out, with nothing changed yet; same arguments and errors."""
    with archive.read() as connection:
        found = _find(connection, who)
        return _what_goes(connection, found)[1]


def forget(archive: Archive, who: str) -> Forgotten:
    """Take out the name and all photos of a player, and that name where it decided something.

    Run again after it was interrupted, it takes out what is left.

    Copies that were made before the archive was brought to a newer release lose them too.

    Args:
        who: a player's id or name, or the name of somebody who decided or checked.

    Raises:
        UsageError: nobody of this name, or several players.
        ArchiveError: the archive, or a copy, cannot be written to; then nothing has changed.
        OutputError: a photo cannot be taken out.
    """
    with archive.write() as change:
        found = _find(change.connection, who)
        photos, gone = _what_goes(change.connection, found)
        for name in found.names:
            forget_name(change.connection, name)
        named = tables.photo_names
        change.connection.execute(delete(named).where(named.c.sha256.in_(photos)))
        body = {"player": found.player, "names": [*found.names], "photos": photos}
        change.append("forget", body)
        forget_in_copies(change.connection, archive.folder)  # or nobody finds them by name again
    sweep_forgotten(archive)
    _overwrite(archive)
    return gone


def sweep_forgotten(archive: Archive) -> None:
    """Take away every photo that the log says is to be forgotten.

    Raises:
        OutputError: one cannot be taken away.
    """
    photos = tables.photos.c
    gone = photos.sha256.in_(photos_taken_out())
    wanted = select(photos.sha256, photos.ending).where(gone)
    store = PhotoStore(archive.folder)
    with archive.read() as connection:
        paths = [store.path(*row) for row in connection.execute(wanted)]
    for path in paths:
        _unlink(path)


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise OutputError(
            Phrase("cannot take out {path}: {why}", path=path, why=reason(error)),
            help=Phrase("make its folder writable and give the same command again"),
            code="unwritable",
        ) from error


def _find(connection: Connection, who: str) -> _Found:
    names, players = tables.names.c, tables.players.c
    known = select(players.player, players.name, names.name).join_from(
        tables.players, tables.names, names.commitment == players.name, isouter=True
    )
    by_id = connection.execute(known.where(players.player == who)).first()
    by_name = connection.execute(known.where(names.name == who)).all()
    if by_id is None and len(by_name) > 1:
        raise _several(who, [row[0] for row in by_name])
    row = by_id or next(iter(by_name), None)
    name = who if row is None or row[2] is None else row[2]
    person = select(names.commitment).where(names.name == name, names.role == PERSON)
    persons = connection.scalars(person).all()
    if row is None and not persons:
        raise _nobody(who)
    own = () if row is None else (row[1],)
    return _Found(name, None if row is None else row[0], (*own, *persons))


def _what_goes(connection: Connection, found: _Found) -> tuple[list[str], Forgotten]:
    """The photos that go with a person, by their SHA-256 in its order, and all that goes."""
    player = found.player
    photos = sorted(_photos_of(connection, player)) if player is not None else []
    others = _others_on(connection, photos, player)
    return photos, Forgotten(found.name, len(photos), others)


def _photos_of(connection: Connection, player: str) -> set[str]:
    """The photos of all sheets on which a player has a column, or a card in any version."""
    seats, cards, sheets = tables.seats.c, tables.cards.c, tables.sheets.c
    readings, used = tables.readings.c, tables.version_readings.c
    printed = (
        select(readings.sha256)
        .join(tables.sheets, sheets.identity == readings.identity)
        .join(tables.seats, seats.sheet == sheets.sheet)
        .where(seats.player == player)
    )
    judged = (
        select(readings.sha256)
        .join(tables.version_readings, used.reading == readings.reading)
        .join(tables.cards, cards.seq == used.seq)
        .where(cards.player == player)
    )
    kept = select(tables.photos.c.sha256)
    return set(connection.scalars(kept.where(tables.photos.c.sha256.in_(union(printed, judged)))))


def _others_on(connection: Connection, photos: Iterable[str], player: str | None) -> int:
    cards, readings = tables.cards.c, tables.readings.c
    used = tables.version_readings.c
    there = (
        select(cards.player)
        .join(tables.version_readings, used.seq == cards.seq)
        .join(tables.readings, readings.reading == used.reading)
        .where(readings.sha256.in_(list(photos)), cards.player.is_not(None))
        .distinct()
    )
    return len(set(connection.scalars(there)) - {player})


def _overwrite(archive: Archive) -> None:
    """Leave no trace of a deleted name in the database's own files."""
    with explained(archive.where), archive.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            alone.execute(text("VACUUM names, photo_names"))
        else:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _several(who: str, players: list[str]) -> UsageError:
    return UsageError(
        Phrase("several players are called {name}", name=quoted(who)),
        help=Joined([Phrase("name one of them by its id:"), ", ".join(players)], between=" "),
        code="several-players",
    )


def _nobody(who: str) -> ArchiveError:
    return ArchiveError(
        Phrase("the archive knows nobody called {name}", name=quoted(who)),
        help=Phrase("give a name exactly as it was given to the event, or a player's id"),
        code="no-player",
    )
