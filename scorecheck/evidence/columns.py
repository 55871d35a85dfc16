"""Weigh a sheet whose columns belong together (Triple Yahtzee, Yamb), column by column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from scorecheck.evidence.overall import Overall
from scorecheck.evidence.policy import POLICY, Policy
from scorecheck.evidence.types import WeighedCard
from scorecheck.evidence.weigh import weigh, weigh_cell
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading


def weigh_columns(
    cells: Sequence[CellReading],
    template: Template,
    options: Mapping[str, object],
    policy: Policy = POLICY,
) -> WeighedCard:
    """The cells of one player's sheet, each of its columns weighed as a card of its own.

    Then the sums over all columns are weighed by what the columns are taken to say.

    Args:
        cells: all cells of the sheet, those of a column named `column.box`.
        options: as from `Template.resolve_options`.
    """
    cards = {
        column.id: weigh(column_cells(cells, column.id), template, options, policy, column.id)
        for column in template.columns
    }
    over = [cell for cell in cells if "." not in cell.box]
    overall = Overall(over, cards, template, options)
    weighed = {cell.cell: cell for card in cards.values() for cell in card.cells}
    weighed |= {cell.cell: weigh_cell(cell, overall.texts.get(cell.cell), policy) for cell in over}
    columns = {
        f"{name}.{box}": p for name, card in cards.items() for box, p in card.mistakes.items()
    }
    return WeighedCard(
        column=cells[0].column,
        cells=tuple(replace(weighed[cell.cell], alone=cell) for cell in cells),
        posterior=prod(card.posterior for card in cards.values()),
        mistakes={**columns, **overall.mistakes},
    )


def column_cells(cells: Sequence[CellReading], column: str) -> list[CellReading]:
    """The cells of one column under the names that its boxes have in the game."""
    lead = f"{column}."
    return [
        replace(cell, box=cell.box.removeprefix(lead))
        for cell in cells
        if cell.box.startswith(lead)
    ]
