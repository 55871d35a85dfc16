"""An event as JSON: its results for other programs, and its records, from which another archive
takes it over whole.

Names stand in it in clear, apart from the records, which hold only what commits to them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from scorecheck.archive import names
from scorecheck.archive.code import event_code
from scorecheck.archive.facts import CardFacts, EventFacts, SheetFacts
from scorecheck.archive.record import Record
from scorecheck.archive.rulings import time_of
from scorecheck.archive.standings import Row, Standings, standings
from scorecheck.archive.status import states_of
from scorecheck.archive.store import pages
from scorecheck.archive.store import records as stored

SCHEMA = "scorecheck/event/1"
STANDINGS_SCHEMA = "scorecheck/standings/1"

Body = Mapping[str, Any]

_OF_EVENT = ("event", "player", "withdrawn", "assigned")
"""Records that say themselves which event they are of."""


def results_document(facts: EventFacts) -> dict[str, Any]:
    """The results, without records: the same facts give the same document."""
    return {
        "schema": SCHEMA,
        "code": event_code(facts),
        "event": event_json(facts),
        "players": [
            {"number": one.number, "name": one.name or None, "team": one.team or None}
            | ({"withdrawn": True} if one.withdrawn else {})
            for one in facts.players
        ],
        "sheets": [_sheet(facts, sheet) for sheet in facts.sheets],
        "standings": {
            "players": [_row(row) for row in standings(facts).rows],
            "teams": [_row(row) for row in standings(facts, "team").rows],
        },
    }


def export_parts(connection: Connection, facts: EventFacts) -> Iterator[str]:
    """The results with the records and the names that another archive needs, as JSON in parts: all
    of it together would not fit into every memory. Photos stay."""
    yield "{"
    for key, value in results_document(facts).items():
        yield f"{_text(key)}:{_lines(value)},\n"
    used: set[str] = set()
    between = "\n"
    yield '"records":['
    for record in event_records(connection, facts.event.id):
        used.update(_commitments(record.body))
        told = {"seq": record.seq, "at": time_of(record.at, record.body), "kind": record.kind}
        yield f"{between}{_text(told | {'body': record.body})}"
        between = ",\n"
    known = names.all_names(connection)
    named = {one: known[one] for one in sorted(used) if one in known}
    yield f'],\n"names":{_text(named)}}}\n'


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _lines(value: Any) -> str:
    """A list with a line for each of its entries; anything else on one line."""
    if not isinstance(value, list):
        return _text(value)
    return f"[{','.join(chr(10) + _text(one) for one in value)}]"


def standings_document(table: Standings) -> dict[str, Any]:
    """Standings as JSON."""
    return {
        "schema": STANDINGS_SCHEMA,
        "code": event_code(table.facts),
        "event": event_json(table.facts),
        "of": table.kind,
        "rounds": list(table.rounds),
        "may_change": table.may_change,
        "standings": [_row(row) | {"played": row.played} for row in table.rows],
    }


def event_json(facts: EventFacts) -> dict[str, Any]:
    """The event and the rules by which it is counted."""
    event = facts.event
    return {
        "id": event.id,
        "name": event.name,
        "variant": event.variant,
        "options": dict(event.options),
        "rounds": event.rounds,
        "table_size": event.table_size,
        "seed": event.seed,
        "ties": list(event.ties),
        "best_games": event.best_games,
        "best_players": event.best_players,
    }


def event_records(connection: Connection, event: str) -> Iterator[Record]:
    """The records that an event is made of, in their order."""
    sheets: set[int] = set()
    papers: set[str] = set()
    conflicts: set[int] = set()
    identities: set[str] = set()
    places: set[tuple[str, int, int]] = set()
    moved = (one.body for one in stored(connection, kind="assigned"))
    placed = {body["was"] for body in moved if body["event"] == event}
    for page in pages(connection):
        for record in page:
            body = record.body
            if record.kind == "sheet" and body["event"] == event:
                sheets.add(body["sheet"])
                identities.add(body["identity"])
            elif record.kind == "reading" and (
                body["reading"] in placed
                or (body.get("complete") and body["identity"] in identities)
            ):
                places.add(_place(body, body["index"]))
            elif record.kind == "decision" and _place(body, body["sheet"]) in places:
                pass
            elif record.kind == "version" and body["event"] == event:
                papers.add(body["paper"])
            elif record.kind == "conflict" and body["sheet"] in sheets:
                conflicts.add(record.seq)
            elif record.kind == "settled" and body["conflict"] in conflicts:
                pass
            elif record.kind not in _OF_EVENT or body["event"] != event:
                continue
            yield record


def _place(body: Body, index: int) -> tuple[str, int, int]:
    return body["sha256"], body["page"], index


def _commitments(body: Body) -> Iterator[str]:
    """What may stand for a name in a record: alone, or as `{"name": …}`."""
    for key in ("name", "by", "remark"):
        value = body.get(key)
        inner = value.get("name") if isinstance(value, Mapping) else value
        if isinstance(inner, str):
            yield inner


def _sheet(facts: EventFacts, sheet: SheetFacts) -> dict[str, Any]:
    return {
        "number": sheet.number,
        "round": sheet.round,
        "table": sheet.table,
        "players": [None if one is None else facts.player(one).number for one in sheet.columns],
        "states": [state.name for state in states_of(sheet)],
        "cards": [_card(sheet, card) for card in sheet.cards],
    }


def _card(sheet: SheetFacts, card: CardFacts) -> dict[str, Any]:
    return {
        "column": card.column,
        "status": card.status,
        "verdict": card.verdict,
        "counts": card.column not in sheet.contested,
        "points": card.points,
        "written": card.written,
        "in_doubt": card.open,
        "findings": card.findings,
    }


def _row(row: Row) -> dict[str, Any]:
    points: Sequence[Any] = row.points
    return {
        "place": row.place,
        "number": row.number,
        "name": row.name or None,
        "team": row.team or None,
        "points": list(points),
        "counted": list(row.counted),
        "doubtful": list(row.doubtful),
        "wins": row.wins,
        "total": row.total,
        "parted_by": row.parted or None,
    }
