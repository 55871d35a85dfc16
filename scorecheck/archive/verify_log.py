"""The chain of the log, record by record, and the tables that are made from it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, or_, select

from scorecheck.archive import tables
from scorecheck.archive.misfit import Misfit
from scorecheck.archive.projections import Row, rows_of
from scorecheck.archive.record import GENESIS, Record
from scorecheck.archive.store import pages, records
from scorecheck.languages.phrase import Phrase

Rows = Counter[tuple[Any, ...]]
"""Rows of a table, each with how often it is there."""


def check_log(connection: Connection, counts: MutableMapping[str, int]) -> Iterator[Misfit]:
    """What does not fit in the log and in the tables made from it.

    Args:
        counts: grows by the records seen, as `record` and by kind.
    """
    last = Record(0, "", "", "", "", GENESIS)
    for page in pages(connection):
        after = last.seq
        for record in page:
            yield from _misfits_of_link(last, record)
            last = record
            counts["record"] += 1
            if record.kind in counts:
                counts[record.kind] += 1
        yield from _misfits_of_rows(connection, page, after)
    yield from _misfits_of_end(connection, last)


def _misfits_of_link(before: Record, record: Record) -> Iterator[Misfit]:
    if record.own_hash != record.hash:
        yield _in_log(record.seq, Phrase("its hash is not that of its content"))
    if record.seq != before.seq + 1:
        yield _in_log(record.seq, Phrase("the record before it is missing"))
    elif record.prev != before.hash:
        yield _in_log(record.seq, Phrase("it does not follow on the record before it"))


def _misfits_of_rows(
    connection: Connection, page: Sequence[Record], after: int
) -> Iterator[Misfit]:
    """Rows that these records do not give, or that are not there."""
    wanted: dict[tuple[int, str], Rows] = defaultdict(Counter)
    for record in page:
        rows = _rows(record)
        for row in rows or ():
            values = tuple(row.values[column.name] for column in row.table.columns)
            wanted[record.seq, row.table.name][values] += 1
        if rows is None:
            yield _in_log(
                record.seq, Phrase("it is no record of the kind {kind}", kind=record.kind)
            )
    found: dict[tuple[int, str], Rows] = defaultdict(Counter)
    for table in tables.PROJECTIONS:
        inside = select(table).where(table.c.seq > after, table.c.seq <= page[-1].seq)
        for one in connection.execute(inside):
            found[one._mapping["seq"], table.name][tuple(one)] += 1
    for key in sorted(wanted.keys() | found.keys()):
        if wanted[key] != found[key]:
            seq, table_name = key
            why = Phrase("the table {table} says something else", table=table_name)
            yield Misfit(seq, "table", why)


def sound_records(connection: Connection, kind: str) -> Iterator[Record]:
    """The records of a kind that are what they were; `check_log` names the others."""
    for record in records(connection, kind=kind):
        if is_sound(record):
            yield record


def is_sound(record: Record) -> bool:
    """Whether a record has its hash and a body of its kind."""
    return record.own_hash == record.hash and _rows(record) is not None


def _rows(record: Record) -> list[Row] | None:
    """The rows that a record gives; None where it is damaged."""
    try:
        return list(rows_of(record))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _misfits_of_end(connection: Connection, last: Record) -> Iterator[Misfit]:
    heads = [tuple(row) for row in connection.execute(select(tables.head))]
    if heads != [(1, last.seq, last.at, last.hash)]:
        why = Phrase("the log does not end with the record that was added last")
        yield _in_log(last.seq, why)
    for table in tables.PROJECTIONS:
        if _has_rows_outside(connection, table, last.seq):
            why = Phrase("the table {table} has rows that come from no record", table=table.name)
            yield Misfit(None, "table", why)


def _has_rows_outside(connection: Connection, table: Table, last: int) -> bool:
    outside = select(table.c.seq).where(or_(table.c.seq < 1, table.c.seq > last))
    return connection.execute(outside.limit(1)).first() is not None


def _in_log(seq: int, why: str) -> Misfit:
    return Misfit(seq, "log", why)
