"""What is asked of the tables in more than one place: parts of statements, each of one meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, case, func, select

from scorecheck.archive.projections import AGAIN, CANCELLED, UNDONE
from scorecheck.archive.tables import (
    conflicts,
    forgotten,
    names,
    photos,
    players,
    readings,
    settlements,
    version_readings,
    versions,
)
from scorecheck.decisions.place import Place


def is_at(rows: Table, place: Place) -> ColumnElement[bool]:
    """Whether a row of `readings` or `decisions` is of the sheet at a place."""
    here = (rows.c.sha256 == place.sha256, rows.c.page == place.page)
    return and_(*here, rows.c.position == place.sheet)


def readings_at(place: Place) -> Select[str]:
    """The names of the readings of the sheet at a place, the latest first; without those that were
    taken back from an event's sheet."""
    here = (is_at(readings, place), readings.c.reading.not_in(taken_back()))
    return select(readings.c.reading).where(*here).order_by(readings.c.seq.desc())


def taken_back(last: int | None = None) -> Select[str]:
    """The readings that somebody put to a sheet of an event, and took back from there.

    Args:
        last: the number of the last record that counts; None for all.
    """
    marked = select(forgotten.c.which).where(forgotten.c.what.in_((UNDONE, AGAIN)))
    if last is not None:
        marked = marked.where(forgotten.c.seq <= last)
    back = func.max(case((forgotten.c.what == UNDONE, forgotten.c.seq), else_=0))
    there = func.max(case((forgotten.c.what == AGAIN, forgotten.c.seq), else_=0))
    return marked.group_by(forgotten.c.which).having(back > there)


def cancelled_events(last: int | None = None) -> Select[str]:
    """The ids of the events that were made by mistake and cancelled.

    Args:
        last: the number of the last record that counts; None for all.
    """
    gone = select(forgotten.c.which).where(forgotten.c.what == CANCELLED)
    return gone if last is None else gone.where(forgotten.c.seq <= last)


def versions_on(reading: Select[str] | Sequence[str]) -> Select[int]:
    """The records of the versions that rest on any of some readings."""
    return select(version_readings.c.seq).where(version_readings.c.reading.in_(reading))


def latest_versions(*which: ColumnElement[bool]) -> Select[int]:
    """The record of the latest version of each sheet of paper, or of some of the versions."""
    return select(func.max(versions.c.seq)).where(*which).group_by(versions.c.paper)


def is_open(last: int | None = None) -> ColumnElement[bool]:
    """Whether nobody has settled a conflict.

    Args:
        last: the number of the last record that counts; None for all.
    """
    settled = select(settlements.c.conflict)
    if last is not None:
        settled = settled.where(settlements.c.seq <= last)
    return conflicts.c.seq.not_in(settled)


def names_taken_out() -> Select[str]:
    """The names that are to be forgotten, as what commits to them."""
    return select(forgotten.c.which).where(forgotten.c.what == "name")


def photos_taken_out() -> Select[str]:
    """The photos that are to be forgotten."""
    return select(forgotten.c.which).where(forgotten.c.what == "photo")


def photos_kept() -> Select[str, str]:
    """All other photos, and what the names of their files end in."""
    kept = select(photos.c.sha256, photos.c.ending)
    return kept.where(photos.c.sha256.not_in(photos_taken_out()))


def named_players() -> Select[Any]:
    """Players: id, number, team, and the name, which is None once it is forgotten."""
    shown = (players.c.player, players.c.number, players.c.team, names.c.name)
    return select(*shown).outerjoin(names, names.c.commitment == players.c.name)
