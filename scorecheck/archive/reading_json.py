"""A sheet's blind readings as the log keeps them: all that it takes to judge the sheet again.

Probabilities are kept to eight decimals and pixels to a tenth. The archive judges what it keeps,
so that judging it again, on any machine, gives the very same verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorecheck import __version__
from scorecheck.archive.record import digest
from scorecheck.decisions.place import Place
from scorecheck.game.catalogue import Catalogue
from scorecheck.judge.hint import hints_of
from scorecheck.judge.sheet import judge_sheet
from scorecheck.pipeline import Judge, unusual
from scorecheck.reading.recognise import model_sha256
from scorecheck.reading.types import Candidate, CellReading, State
from scorecheck.report.result import Point, SheetBasis, SheetResult
from scorecheck.sheet.identity import SheetIdentity, option_text

Body = dict[str, Any]
"""What a record of the log says, as JSON."""

_TENTHS, _MILLIONTHS = 10, 1_000_000


def body_of(sheet: SheetResult, place: Place) -> Body:
    """The body of a `reading` record.

    Args:
        sheet: as the reader left it, judged or not.
        place: where it was found.

    Raises:
        ValueError: a sheet without its basis, as only reports make them.
    """
    basis = sheet.basis
    if basis is None:
        raise ValueError("only a sheet that was read can be kept")
    body: Body = {
        "sha256": place.sha256,
        "page": place.page,
        "index": place.sheet,
        "identity": basis.identity.to_text(),
        "complete": basis.identity.complete,
        "changed": basis.identity.options_changed,
        "options": {name: option_text(value) for name, value in basis.options.items()},
        "weights": model_sha256(),
        "version": __version__,
        "cells": {cells[0].column: [_cell(one) for one in cells] for cells in basis.columns},
        "notes": [str(note) for note in basis.notes],
        "corners": _tenths(sheet.corners_px),
        "shrink": round(sheet.shrink * _MILLIONTHS),
        "scale": None if sheet.scale is None else round(sheet.scale * _MILLIONTHS),
    }
    return named(body)


def named(body: Mapping[str, Any]) -> Body:
    """A reading's body with its name, which is the hash of all else that it says."""
    rest = {key: value for key, value in body.items() if key != "reading"}
    return rest | {"reading": digest(rest)}


def place_of(body: Body) -> Place:
    """Where the sheet of a reading was found."""
    return Place(body["sha256"], body["page"], body["index"])


def identity_of(body: Body) -> SheetIdentity:
    """What the sheet said of itself.

    Raises:
        InputError: it is of a later version of scorecheck.
    """
    identity = SheetIdentity.from_text(body["identity"])
    return replace(identity, complete=body["complete"], options_changed=body["changed"])


def columns_of(body: Body) -> tuple[tuple[CellReading, ...], ...]:
    """The blind readings, column by column in the sheet's order."""
    order = identity_of(body).column_ids
    cells: dict[str, list[list[Any]]] = body["cells"]
    columns = [name for name in order if name in cells] + sorted(set(cells) - set(order))
    return tuple(tuple(_reading(column, one) for one in cells[column]) for column in columns)


def sheet_of(body: Body, catalogue: Catalogue, judge: Judge = judge_sheet) -> SheetResult:
    """The sheet, judged from what is kept of it.

    Args:
        judge: `read_columns` leaves it as it was read, which is quick.

    Raises:
        UsageError: a game that is not in the catalogue.
        InputError: a sheet of a later version of scorecheck.
    """
    identity, columns = identity_of(body), columns_of(body)
    template = catalogue.get(identity.variant)
    options = template.resolve_options(body["options"])
    judged = judge(columns, template, options, identity)
    notes = tuple(body["notes"])
    return SheetResult(
        template=template,
        options=unusual(options, template),
        lang=identity.lang if identity.complete else None,
        paper=identity.paper,
        page=body["page"],
        sheet_number=identity.sheet if identity.complete else None,
        scale=None if body["scale"] is None else body["scale"] / _MILLIONTHS,
        corners_px=_points(body["corners"]),
        cards=judged.cards,
        shrink=body["shrink"] / _MILLIONTHS,
        notes=(*notes, *hints_of(judged.cards, template, options, catalogue)),
        table=judged.table,
        match=judged.match,
        basis=SheetBasis(columns, identity, options, notes),
    )


def _cell(one: CellReading) -> list[Any]:
    candidates = [[candidate.text, round(candidate.p, 8)] for candidate in one.candidates]
    return [
        one.cell, one.box, one.field, one.kind, one.state.value, candidates, _tenths(one.box_px)
    ]  # fmt: skip


def _reading(column: str, data: Sequence[Any]) -> CellReading:
    cell, box, field, kind, state, candidates, corners = data
    return CellReading(
        cell,
        column,
        box,
        field,
        kind,
        tuple(Candidate(text, float(p)) for text, p in candidates),
        State(state),
        _points(corners),
    )


def _tenths(points: Sequence[Point]) -> list[int]:
    return [round(number * _TENTHS) for point in points for number in point]


def _points(tenths: Sequence[int]) -> tuple[Point, ...]:
    numbers = [number / _TENTHS for number in tenths]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))
