"""What a corrected sheet changed: the cells that say something else, and the totals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from scorecheck.archive import tables
from scorecheck.archive.card_lines import points_of
from scorecheck.archive.papers import Papers
from scorecheck.archive.reading_json import Body
from scorecheck.archive.steps import Why
from scorecheck.archive.store import Change
from scorecheck.decisions.current import live
from scorecheck.decisions.record import Decision
from scorecheck.game.card import Number
from scorecheck.reading.types import ILLEGIBLE_TEXT

_Text = tuple[str, bool]
"""What a cell says, and whether that is in doubt."""
_NOTHING: _Text = ("", False)


@dataclass(frozen=True)
class Correction:
    """One version of a sheet in the place of another.

    Attributes:
        version: the number of the new one.
        cells: those that seem to say something else: the cell, what it said, what it says. A mark
            `?` is behind what is in doubt, and stands alone for what cannot be read.
        totals: the columns that come to something else: the column, what it was, what it is.
        decisions: how many decisions held on the earlier photos. They say what is seen there, and
            so do not count for a photo of the corrected paper.
    """

    version: int
    cells: tuple[tuple[str, str, str], ...]
    totals: tuple[tuple[str, Number | None, Number | None], ...]
    decisions: int


def correction(before: Body, after: Body, decisions: Sequence[Decision]) -> Correction:
    """What changed between the bodies of two versions of a sheet.

    Args:
        decisions: those that the first of them names, in their order.
    """
    old, new = _texts(before), _texts(after)
    names = dict.fromkeys([*new, *old])
    cells = ((name, old.get(name, _NOTHING), new.get(name, _NOTHING)) for name in names)
    was, now = _totals(before), _totals(after)
    totals = ((column, was.get(column), now[column]) for column in now)
    return Correction(
        after["version"],
        tuple((name, _shown(was), _shown(now)) for name, was, now in cells if was[0] != now[0]),
        tuple(one for one in totals if one[1] != one[2]),
        _held(before, decisions),
    )


def corrections(connection: Connection, event: str, last: int) -> dict[int, list[Correction]]:
    """All corrections of an event's sheets, by the sheets' numbers.

    Args:
        last: the number of the last record that counts.
    """
    versions, earlier = tables.versions.c, tables.versions.alias().c
    found = connection.execute(
        select(versions.sheet, versions.seq, earlier.seq)
        .join(
            earlier.seq.table,
            (earlier.paper == versions.paper) & (earlier.version == versions.version - 1),
        )
        .where(versions.event == event, versions.seq <= last, versions.why == Why.CORRECTED.value)
        .order_by(versions.seq)
    ).all()
    papers, told = Papers(Change(connection)), dict[int, list[Correction]]()
    bodies = _bodies(connection, [seq for row in found for seq in row[1:]])
    for sheet, after, before in found:
        known = (papers.decision(one) for one in bodies[before]["decisions"])
        said = [Decision.from_json(body) for body in known if body is not None]
        told.setdefault(sheet, []).append(correction(bodies[before], bodies[after], said))
    return told


def correction_json(one: Correction) -> dict[str, Any]:
    """What a corrected sheet changed, as JSON."""
    return {
        "version": one.version,
        "cells": [{"cell": cell, "was": old, "is": new} for cell, old, new in one.cells],
        "totals": [{"column": column, "was": old, "is": new} for column, old, new in one.totals],
        "decisions_left": one.decisions,
    }


def _held(version: Body, decisions: Sequence[Decision]) -> int:
    """How many decisions nobody had taken back; one on a sheet that was put to its place is there
    a second time, under the name that its column had before."""
    columns = {card["column"] for card in version["cards"]}
    return sum(one.cell.partition("/")[0] in columns for one in live(decisions))


def _bodies(connection: Connection, seqs: list[int]) -> dict[int, Body]:
    log = tables.log.c
    rows = connection.execute(select(log.seq, log.body).where(log.seq.in_(seqs)))
    return {seq: json.loads(body) for seq, body in rows}


def _texts(version: Body) -> dict[str, _Text]:
    return {cell: text for card in version["cards"] for cell, text in _told(card)}


def _told(card: Mapping[str, Any]) -> Iterator[tuple[str, _Text]]:
    for cell in dict.fromkeys([*card["texts"], *card["open"]]):
        yield cell, (card["texts"].get(cell, ""), cell in card["open"])


def _shown(text: _Text) -> str:
    """A text with a mark where it is in doubt; one that cannot be read is a mark itself."""
    said, doubtful = text
    return f"{said}?" if doubtful and said and said != ILLEGIBLE_TEXT else said


def _totals(version: Body) -> dict[str, Number | None]:
    return {card["column"]: points_of(card) for card in version["cards"]}
