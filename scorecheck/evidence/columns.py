"""Weigh a sheet whose columns belong together (Triple Yahtzee, Yamb), column by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.evidence.weigh import weigh
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading


def weigh_columns(
    cells: Sequence[CellReading],
    template: Template,
    options: Mapping[str, object],
    policy: Policy = POLICY,
) -> WeighedCard:
    """The cells of one player's sheet, each of its columns weighed as a card of its own.

    The sums over all columns stay as they were read.

    Args:
        cells: all cells of the sheet, those of a column named `column.box`.
        options: as from `Template.resolve_options`.
    """
    cards = {
        column.id: weigh(column_cells(cells, column.id), template, options, policy, column.id)
        for column in template.columns
    }
    weighed = {cell.cell: cell for card in cards.values() for cell in card.cells}
    return WeighedCard(
        column=cells[0].column,
        cells=tuple(_placed(cell, weighed.get(cell.cell)) for cell in cells),
        posterior=prod(card.posterior for card in cards.values()),
        mistakes={
            f"{name}.{box}": p for name, card in cards.items() for box, p in card.mistakes.items()
        },
    )


def column_cells(cells: Sequence[CellReading], column: str) -> list[CellReading]:
    """The cells of one column under the names that its boxes have in the game."""
    lead = f"{column}."
    return [
        replace(cell, box=cell.box.removeprefix(lead))
        for cell in cells
        if cell.box.startswith(lead)
    ]


def _placed(cell: CellReading, weighed: WeighedCell | None) -> WeighedCell:
    if weighed is None:
        return WeighedCell(cell, cell.text, cell.state, cell.p, cell.candidates)
    return replace(weighed, alone=cell)
