"""The tables of an archive: the log, the names beside it, and the projections made from the log.

A projection's rows all carry the `seq` of the record that they come from and are never changed
after: so the archive as it stood is the rows up to a `seq`, and `verify` compares them record by
record. Lists stand as canonical JSON.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _number(name: str, *more: Any, null: bool = False, key: bool = False) -> Column[int]:
    return Column(name, Integer, *more, nullable=null, primary_key=key, autoincrement=False)


def _text(name: str, *more: Any, null: bool = False, key: bool = False) -> Column[str]:
    return Column(name, Text, *more, nullable=null, primary_key=key)


def _seq(*, key: bool = False) -> Column[int]:
    """The record that a row comes from."""
    return Column(
        "seq",
        Integer,
        ForeignKey("log.seq"),
        nullable=False,
        primary_key=key,
        autoincrement=False,
        index=not key,
    )


log = Table(
    "log",
    metadata,
    _number("seq", key=True),
    _text("at"),
    _text("kind"),
    _text("body"),
    _text("prev"),
    _text("hash"),
)
"""Only ever added to; triggers refuse everything else."""

head = Table("head", metadata, _number("id", key=True), _number("seq"), _text("at"), _text("hash"))
"""One row: the log's last record, so that a log whose end was cut off is noticed."""

names = Table(
    "names",
    metadata,
    _text("commitment", key=True),
    _text("salt"),
    _text("role"),
    _text("name"),
)
"""Who a commitment in the log stands for; a row goes when the name is to be forgotten."""

photo_names = Table("photo_names", metadata, _text("sha256", key=True), _text("name", key=True))
"""What the files of a photo were called; beside the log, as a file's name may hold a person's."""

events = Table(
    "events",
    metadata,
    _text("event", key=True),
    _seq(),
    _text("name"),
    _text("variant"),
    _text("options"),
    _number("rounds"),
    _text("ties"),
    _text("lang"),
    _text("paper"),
)

players = Table(
    "players",
    metadata,
    _text("player", key=True),
    _seq(),
    _text("event", ForeignKey("events.event")),
    _text("name"),
    _text("team", null=True),
    _number("number"),
)

sheets = Table(
    "sheets",
    metadata,
    _number("sheet", key=True),
    _seq(),
    _text("event", ForeignKey("events.event")),
    _number("round"),
    _number("table_number"),
    _text("columns"),
    _text("identity"),
)

seats = Table(
    "seats",
    metadata,
    _seq(key=True),
    _number("position", key=True),
    _number("sheet", ForeignKey("sheets.sheet")),
    _text("player", ForeignKey("players.player"), null=True),
)
"""The columns of a sheet, from 0, each with its player."""

photos = Table(
    "photos",
    metadata,
    _text("sha256", key=True),
    _seq(),
    _number("bytes"),
    _text("ending"),
)

readings = Table(
    "readings",
    metadata,
    _text("reading", key=True),
    _seq(),
    Column("sha256", Text, nullable=False, index=True),
    _number("page"),
    _number("position"),
    Column("identity", Text, nullable=False, index=True),
    _text("weights"),
    _text("made_by"),
)

versions = Table(
    "versions",
    metadata,
    _seq(key=True),
    _text("event", ForeignKey("events.event"), null=True),
    _number("sheet", ForeignKey("sheets.sheet"), null=True),
    Column("paper", Text, nullable=False, index=True),
    _number("version"),
    _text("why"),
    _text("decisions"),
    _text("digest"),
    UniqueConstraint("paper", "version"),
    UniqueConstraint("sheet", "version"),
)

version_readings = Table(
    "version_readings",
    metadata,
    _seq(key=True),
    _number("position", key=True),
    Column("reading", Text, ForeignKey("readings.reading"), nullable=False, index=True),
)

cards = Table(
    "cards",
    metadata,
    _seq(key=True),
    _number("position", key=True),
    _text("column_name"),
    Column("player", Text, ForeignKey("players.player"), nullable=True, index=True),
    _text("status"),
    _text("verdict"),
    _text("texts"),
    _text("open"),
    _text("findings"),
)

totals = Table(
    "totals",
    metadata,
    _seq(key=True),
    _number("position", key=True),
    _text("sum", key=True),
    _number("written", null=True),
    _number("correct", null=True),
)

results = Table("results", metadata, _seq(key=True), _text("cards"))
"""What standings need of a version's cards, see `card_lines`."""

decisions = Table(
    "decisions",
    metadata,
    _text("decision", key=True),
    _seq(),
    Column("sha256", Text, nullable=False, index=True),
    _number("page"),
    _number("position"),
    _text("cell"),
    _text("text", null=True),
    _text("by"),
    _text("decided_at"),
    _number("round"),
    _text("undoes", null=True),
)

conflicts = Table(
    "conflicts",
    metadata,
    _seq(key=True),
    Column("paper", Text, nullable=False, index=True),
    _number("sheet", ForeignKey("sheets.sheet"), null=True),
    _text("readings"),
    _text("cells"),
)

settlements = Table(
    "settlements",
    metadata,
    _seq(key=True),
    _number("conflict", ForeignKey("conflicts.seq")),
    _text("take"),
    _number("version", null=True),
)

samples = Table("samples", metadata, _seq(key=True), _text("seed"), _text("sheets"))

checks = Table(
    "checks",
    metadata,
    _seq(key=True),
    _number("sample", ForeignKey("samples.seq")),
    _number("sheet"),
    _text("outcome"),
)

forgotten = Table(
    "forgotten", metadata, _seq(key=True), _text("what", key=True), _text("which", key=True)
)
"""What was taken out: `what` is `player`, `name` (a commitment) or `photo` (its SHA-256); or who
plays no more: `withdrawn` (a player), and `returned` where the player does again; or a reading that
is of no sheet of an event any more: `undone`, and `again` where it is once more; or an `event` that
was cancelled."""

PROJECTIONS = (
    events,
    players,
    sheets,
    seats,
    photos,
    readings,
    versions,
    version_readings,
    cards,
    totals,
    results,
    decisions,
    conflicts,
    settlements,
    samples,
    checks,
    forgotten,
)
"""Every table that is made from the log, those that others point at first."""
