"""What was read and decided on a sheet of no event, as it stands on the event's sheet that it is.

A sheet whose code could not be read is taken for one of games, whose columns are called `g1`, `g2`,
and so on; those of an event are `p1`, `p2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorecheck.archive.facts import SheetFacts
from scorecheck.archive.reading_json import Body, identity_of, named
from scorecheck.archive.record import digest
from scorecheck.game.catalogue import Catalogue
from scorecheck.sheet.identity import SheetIdentity, option_text


def columns_on(target: SheetFacts, body: Body) -> dict[str, str]:
    """What the columns of a reading are called on the event's sheet."""
    own = SheetIdentity.from_text(target.identity).column_ids
    return dict(zip(identity_of(body).column_ids, own, strict=True))


def reading_on(target: SheetFacts, body: Body, catalogue: Catalogue) -> Body:
    """The same reading under the name of the event's sheet, and with the names of its columns."""
    identity, columns = SheetIdentity.from_text(target.identity), columns_on(target, body)
    options = catalogue.get(identity.variant).resolve_options(dict(identity.options))
    under = {
        "identity": target.identity,
        "complete": True,
        "changed": None,
        "options": {name: option_text(value) for name, value in options.items()},
        "cells": {columns[name]: _renamed(cells, columns) for name, cells in body["cells"].items()},
        "was": body["reading"],
    }
    return named(body | under)


def tells_the_same(own: Body, was: Body) -> bool:
    """Whether a reading under the name of an event's sheet says what it said before."""
    columns = dict(zip(sorted(was["cells"]), sorted(own["cells"]), strict=True))
    cells = {columns[name]: _renamed(told, columns) for name, told in was["cells"].items()}
    return bool(own["was"] == was["reading"] and own["cells"] == cells)


def decisions_on(decisions: Iterable[Body], columns: Mapping[str, str]) -> Iterator[Body]:
    """What people decided, under the new names of the columns; those that keep theirs are left out.

    Each is a decision of its own, whose id follows from the one that it was: so it is there once,
    and stays taken back if it was, however often the sheet is put to a place.

    Args:
        decisions: on the reading that it was, and undos, in the order in which they were made.
        columns: see `columns_on`.
    """
    ids: dict[str, str] = {}
    for one in decisions:
        cell = _cell_in(one["cell"], columns)
        if cell != one["cell"]:
            ids[one["id"]] = digest([one["id"], cell])[: len(one["id"])]
            undoes = ids.get(one["undoes"], one["undoes"])
            yield one | {"id": ids[one["id"]], "cell": cell, "undoes": undoes}


def _renamed(cells: Sequence[Sequence[Any]], columns: Mapping[str, str]) -> list[list[Any]]:
    return [[_cell_in(cell, columns), *more] for cell, *more in cells]


def _cell_in(cell: str, columns: Mapping[str, str]) -> str:
    """A cell's name with the name that its column has now."""
    column, slash, rest = cell.partition("/")
    return f"{columns.get(column, column)}{slash}{rest}"
