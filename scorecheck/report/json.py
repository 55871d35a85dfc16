"""Results as JSON: `scorecheck/check/1` and `scorecheck/read/1`.

Their JSON Schemas lie in `scorecheck/data/schemas/`. Names and meanings are a promise to whoever
reads these files: add, never change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from typing import Any

from scorecheck import __version__
from scorecheck.errors import ScorecheckError
from scorecheck.reading.recognise import model_sha256
from scorecheck.reading.types import Candidate
from scorecheck.report.cards import witness_of, written_card
from scorecheck.report.result import (
    BatchResult,
    CardResult,
    CellResult,
    Decided,
    FileResult,
    JudgedFinding,
    MatchResult,
    Note,
    PlayerResult,
    Point,
    SheetResult,
    TableResult,
)

CHECK_SCHEMA = "scorecheck/check/1"
READ_SCHEMA = "scorecheck/read/1"

Json = dict[str, Any]

_LEAST_SEEN = 0.001
"""Blind candidates that are less likely than this are not listed."""


def to_text(document: Json, *, ascii_only: bool = False) -> str:
    """A document as indented JSON, ending in a line break."""
    return json.dumps(document, ensure_ascii=ascii_only, indent=1) + "\n"


def check_document(batch: BatchResult, *, witness: bool = False) -> Json:
    """All that `check` found; with `witness`, a legal game of each card or why there is none."""
    return {
        "schema": CHECK_SCHEMA,
        "made_by": {"scorecheck": __version__, "model_sha256": model_sha256()},
        "files": [_file(file, partial(_checked_sheet, witness=witness)) for file in batch.files],
        "notes": [_note(note) for note in batch.notes],
    }


def read_document(batch: BatchResult) -> Json:
    """What was read, with no word on rules or sums."""
    return {
        "schema": READ_SCHEMA,
        "files": [_file(file, _read_sheet) for file in batch.files],
        "notes": [_note(note) for note in batch.notes],
    }


def _error(error: ScorecheckError) -> Json:
    """An error as every document carries it."""
    return {"code": error.code, "message": error.message, "help": error.help}


def _finding(judged: JudgedFinding) -> Json:
    """A finding; `rests_on` names the doubtful cells without which it would not stand."""
    return judged.finding.to_json() | {"rests_on": list(judged.rests_on)}


def _totals(totals: dict[str, tuple[int | None, int]]) -> Json:
    """Written and correct sums by sum id."""
    return {name: {"written": pair[0], "correct": pair[1]} for name, pair in totals.items()}


def _file(file: FileResult, sheet_document: Any) -> Json:
    return {
        "file": str(file.path),
        "sha256": file.sha256,
        "error": _error(file.error) if file.error else None,
        "sheets": [sheet_document(sheet) for sheet in file.sheets],
        "notes": list(file.notes),
    }


def _sheet(sheet: SheetResult) -> Json:
    return {
        "variant": sheet.variant,
        "page": sheet.page,
        "sheet_number": sheet.sheet_number,
        "scale": None if sheet.scale is None else round(sheet.scale, 4),
        "corners_px": _points(sheet.corners_px),
        "notes": list(sheet.notes),
    }


def _checked_sheet(sheet: SheetResult, *, witness: bool) -> Json:
    return _sheet(sheet) | {
        "template_version": sheet.template.version,
        "options": sheet.options,
        "cards": [
            _checked_card(card) | (_witness(sheet, card) if witness else {}) for card in sheet.cards
        ],
        "table": _table(sheet.table) if sheet.table else None,
        "match": _match(sheet.match) if sheet.match else None,
    }


def _table(table: TableResult) -> Json:
    """The players of the sheet together."""
    return {
        "status": table.status.value,
        "players": [_player(player) for player in table.players],
        "winners": [player.column for player in table.winners],
        "lead_rests_on": list(table.lead_rests_on),
        "findings": [_finding(judged) for judged in table.findings],
        "verdict": table.verdict.value,
    }


def _player(player: PlayerResult) -> Json:
    seat = player.seat
    return {
        "column": player.column,
        "finished": seat.finished,
        "filled": seat.filled,
        "boxes": seat.boxes,
        "blanks_legal": seat.blanks_legal,
        "turns": list(seat.turns),
        "points": seat.points,
        "written": player.written,
        "leads": seat.leads,
        "rests_on": list(player.rests_on),
        "card_rests_on": list(player.card_rests_on),
    }


def _match(match: MatchResult) -> Json:
    """Several games of one player together."""
    return {
        "points": match.points,
        "match_total": match.total,
        "written_total": match.written,
        "rests_on": list(match.rests_on),
    }


def _checked_card(card: CardResult) -> Json:
    return {
        "column": card.column,
        "status": card.status.value,
        "cells": [_checked_cell(cell) for cell in card.cells],
        "totals": _totals(card.totals),
        "findings": [_finding(judged) for judged in card.findings],
        "verdict": card.verdict.value,
    }


def _witness(sheet: SheetResult, card: CardResult) -> Json:
    found = witness_of(card, written_card(sheet, card))
    return {"witness": found.to_json() if found else None}


def _checked_cell(cell: CellResult) -> Json:
    seen = [_candidate(one) for one in cell.seen if one.p >= _LEAST_SEEN]
    return _read_cell(cell) | {"alone": _candidate(cell.alone), "seen": seen} | _said_of(cell)


def _said_of(cell: CellResult) -> Json:
    """What people said of the cell, and what the machine made of it before; mostly nothing."""
    if cell.machine is None:
        return {}
    own = cell.machine
    weighed = {
        "text": own.text,
        "p": _probability(own.confidence),
        "state": own.state.value,
        "alternatives": [_candidate(candidate) for candidate in own.alternatives],
    }
    if cell.decided is None:
        return {"disputed": [_decided(one) for one in cell.disputed], "weighed": weighed}
    return {"decided": _decided(cell.decided), "weighed": weighed}


def _decided(word: Decided) -> Json:
    return {
        "text": word.text,
        "by": word.by,
        "at": word.at,
        "remark": word.remark,
        "round": word.round,
        "id": word.id,
    }


def _read_sheet(sheet: SheetResult) -> Json:
    return _sheet(sheet) | {
        "cards": [
            {"column": card.column, "cells": [_read_cell(cell) for cell in card.cells]}
            for card in sheet.cards
        ]
    }


def _read_cell(cell: CellResult) -> Json:
    return {
        "cell": cell.cell,
        "text": cell.text,
        "value": cell.value,
        "strike": cell.strike,
        "state": cell.state.value,
        "confidence": _probability(cell.confidence),
        "alternatives": [_candidate(candidate) for candidate in cell.alternatives],
        "box_px": _points(cell.box_px),
    }


def _note(note: Note) -> Json:
    return {
        "code": note.code,
        "message": note.message,
        "files": [str(path) for path in note.files],
    }


def _candidate(candidate: Candidate) -> Json:
    return {"text": candidate.text, "p": _probability(candidate.p)}


def _probability(p: float) -> float:
    # Rounding must not turn "nearly certain" into a bare 1: six places keep the difference.
    return round(float(p), 6)


def _points(points: Iterable[Point]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
