"""Names of persons, beside the log: the log holds only what commits to them.

A commitment is the SHA-256 of a random salt and the name: whoever has salt and name can show that
they belong together, and once the row is gone nobody can find the name again by trying names.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from sqlalchemy import Connection, delete, insert, select

from scorecheck.archive.tables import names

PLAYER = "player"
"""The role of a player's name: each player has a commitment, namesakes too."""

PERSON = "person"
"""The role of somebody who decided or checked: one commitment for each name."""

REMARK = "remark"
"""The role of what a person wrote freely, as it may name others."""


def commitment_of(salt: str, name: str) -> str:
    """What the log holds in the place of a name."""
    return hashlib.sha256((salt + name).encode("utf-8", "surrogateescape")).hexdigest()


def commit(connection: Connection, name: str, role: str = PLAYER) -> str:
    """Keep a name and give its commitment; a `PERSON` who is known gets the same one again."""
    if role == PERSON:
        known = select(names.c.commitment).where(names.c.role == role, names.c.name == name)
        found: str | None = connection.scalar(known)
        if found is not None:
            return found
    salt = secrets.token_hex(32)
    commitment = commitment_of(salt, name)
    row = {"commitment": commitment, "salt": salt, "role": role, "name": name}
    connection.execute(insert(names).values(row))
    return commitment


def name_of(connection: Connection, commitment: str) -> str | None:
    """The name behind a commitment; None where it was forgotten."""
    return connection.scalar(select(names.c.name).where(names.c.commitment == commitment))


def all_names(connection: Connection) -> dict[str, str]:
    """Every name that is known, by its commitment."""
    found = connection.execute(select(names.c.commitment, names.c.name))
    return {row.commitment: row.name for row in found}


def names_of(connection: Connection, commitments: Iterable[str]) -> dict[str, str]:
    """The names that are known of some commitments."""
    wanted = select(names.c.commitment, names.c.name)
    found = connection.execute(wanted.where(names.c.commitment.in_(list(commitments))))
    return {row.commitment: row.name for row in found}


def forget_name(connection: Connection, commitment: str) -> None:
    """Take a name out; a `forget` record must say so in the same transaction."""
    connection.execute(delete(names).where(names.c.commitment == commitment))
