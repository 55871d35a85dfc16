"""What the records of the log say, as rows of the tables.

`rows_of` looks at one record and nothing else, so that the tables can be made again from the log
at any time, and be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table

from scorecheck.archive import tables
from scorecheck.archive.card_lines import line_of
from scorecheck.archive.code import cards_digest
from scorecheck.archive.record import Record, canonical

Body = Mapping[str, Any]

WITHDRAWN, RETURNED = "withdrawn", "returned"
"""What became of a player who plays no more, and who then did."""

CANCELLED = "event"
"""An event that was made by mistake, and cancelled before anything was added to it."""

UNDONE, AGAIN = "undone", "again"
"""That a sheet of no event was put to its place was taken back, and then said once more."""


@dataclass(frozen=True)
class Row:
    """One row of a projection, without its `seq`."""

    table: Table
    values: dict[str, Any]


def rows_of(record: Record) -> Iterator[Row]:
    """The rows that a record gives.

    Raises:
        KeyError, TypeError, ValueError: a kind that is not known, or a body that is not its kind's.
    """
    for row in _KINDS[record.kind](record.body):
        row.values["seq"] = record.seq
        yield row


def grouped(rows: Iterable[Row]) -> dict[Table, list[dict[str, Any]]]:
    """The values of a record's rows by their tables, in the order in which these come."""
    tables_of: dict[Table, list[dict[str, Any]]] = {}
    for row in rows:
        tables_of.setdefault(row.table, []).append(row.values)
    return tables_of


def kinds() -> tuple[str, ...]:
    """Every kind of record."""
    return tuple(_KINDS)


def _event(body: Body) -> Iterator[Row]:
    plain = {key: body[key] for key in ("event", "name", "variant", "rounds", "lang", "paper")}
    lists = {"options": _json(body["options"]), "ties": _json(body["ties"])}
    yield Row(tables.events, plain | lists)


def _player(body: Body) -> Iterator[Row]:
    keys = ("event", "player", "name", "team", "number")
    yield Row(tables.players, {key: body[key] for key in keys})


def _sheet(body: Body) -> Iterator[Row]:
    values = {key: body[key] for key in ("sheet", "event", "round", "identity")}
    values |= {"table_number": body["table"], "columns": _json(body["columns"])}
    yield Row(tables.sheets, values)
    for position, player in enumerate(body["columns"]):
        yield Row(tables.seats, {"position": position, "sheet": body["sheet"], "player": player})


def _photo(body: Body) -> Iterator[Row]:
    yield Row(tables.photos, {key: body[key] for key in ("sha256", "bytes", "ending")})


def _reading(body: Body) -> Iterator[Row]:
    values = {key: body[key] for key in ("reading", "sha256", "page", "identity", "weights")}
    values |= {"position": body["index"], "made_by": body["version"]}
    yield Row(tables.readings, values)


def _decision(body: Body) -> Iterator[Row]:
    keys = ("sha256", "page", "cell", "text", "by", "round", "undoes")
    values = {key: body[key] for key in keys}
    values |= {"decision": body["id"], "position": body["sheet"], "decided_at": body["at"]}
    yield Row(tables.decisions, values)


def _version(body: Body) -> Iterator[Row]:
    values = {key: body[key] for key in ("event", "sheet", "paper", "version", "why")}
    values |= {"decisions": _json(body["decisions"]), "digest": cards_digest(body["cards"])}
    yield Row(tables.versions, values)
    for position, reading in enumerate(body["readings"]):
        yield Row(tables.version_readings, {"position": position, "reading": reading})
    yield Row(tables.results, {"cards": line_of(body["cards"])})
    for position, card in enumerate(body["cards"]):
        yield from _card(position, card)


def _card(position: int, card: Body) -> Iterator[Row]:
    values = {key: card[key] for key in ("player", "status", "verdict")}
    values |= {key: _json(card[key]) for key in ("texts", "open", "findings")}
    values |= {"column_name": card["column"], "position": position}
    yield Row(tables.cards, values)
    for name, (written, correct) in card["totals"].items():
        sums = {"sum": name, "written": written, "correct": correct}
        yield Row(tables.totals, {"position": position} | sums)


def _conflict(body: Body) -> Iterator[Row]:
    lists = {"readings": _json(body["readings"]), "cells": _json(body["cells"])}
    yield Row(tables.conflicts, {"paper": body["paper"], "sheet": body["sheet"]} | lists)


def _settled(body: Body) -> Iterator[Row]:
    yield Row(tables.settlements, {key: body[key] for key in ("conflict", "take", "version")})


def _sample(body: Body) -> Iterator[Row]:
    yield Row(tables.samples, {"seed": str(body["seed"]), "sheets": _json(body["sheets"])})


def _checked(body: Body) -> Iterator[Row]:
    yield Row(tables.checks, {key: body[key] for key in ("sample", "sheet", "outcome")})


def _forget(body: Body) -> Iterator[Row]:
    if body["player"] is not None:
        yield Row(tables.forgotten, {"what": "player", "which": body["player"]})
    for what in ("name", "photo"):
        for which in body[f"{what}s"]:
            yield Row(tables.forgotten, {"what": what, "which": which})


def _assigned(body: Body) -> Iterator[Row]:
    """Who put a sheet to its place: the reading and its versions have rows of their own. One that
    was taken back from there, and one that was put there again after that, is marked."""
    for key in ("event", "sheet", "by", "reading", "was"):
        body[key]
    for word in (UNDONE, AGAIN):
        if body.get(word):
            yield Row(tables.forgotten, {"what": word, "which": body["reading"]})


def _withdrawn(body: Body) -> Iterator[Row]:
    what = WITHDRAWN if body["out"] else RETURNED
    yield Row(tables.forgotten, {"what": what, "which": body["player"]})


def _cancelled(body: Body) -> Iterator[Row]:
    body["by"]
    yield Row(tables.forgotten, {"what": CANCELLED, "which": body["event"]})


def _json(value: Any) -> str:
    return canonical(value)


_KINDS: dict[str, Callable[[Body], Iterator[Row]]] = {
    "event": _event,
    "player": _player,
    "sheet": _sheet,
    "photo": _photo,
    "reading": _reading,
    "decision": _decision,
    "version": _version,
    "conflict": _conflict,
    "settled": _settled,
    "sample": _sample,
    "checked": _checked,
    "forget": _forget,
    "withdrawn": _withdrawn,
    "assigned": _assigned,
    "cancelled": _cancelled,
}
