"""Sheets that always have several columns (Triple Yahtzee, Yamb), audited as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorecheck.audit.columns import ColumnsVerdict, audit_columns
from scorecheck.audit.finding import Finding
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.card import Card
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.template import Template
from scorecheck.reading.types import CellReading

Options = Mapping[str, object]
Totals = dict[str, tuple[int | None, int]]


def as_read(cells: Sequence[CellReading]) -> WeighedCard:
    """The blind readings in the place of weighed ones."""
    weighed = [WeighedCell(cell, cell.text, cell.state, cell.p, cell.candidates) for cell in cells]
    return WeighedCard(cells[0].column, tuple(weighed), 1.0, {})


def columns_card(card: WeighedCard, template: Template) -> ColumnsCard:
    """What is written on the sheet: a card for each of its columns, and the sums over them."""
    columns = {column.id: _column(card, column.id, template) for column in template.columns}
    written = {
        cell.alone.box: cell.value
        for cell in card.cells
        if cell.alone.field == "sum" and "." not in cell.alone.box and cell.value is not None
    }
    return ColumnsCard(columns, written)


def audit_sheet(
    card: WeighedCard, template: Template, options: Options, status: str
) -> tuple[tuple[Finding, ...], Totals]:
    """The findings, and all sums by `column.sum` or, over all columns, by their own name."""
    verdict = audit_columns(columns_card(card, template), template, options, status)
    return verdict.findings, _totals(verdict)


def _column(card: WeighedCard, column: str, template: Template) -> Card:
    """The card of one column, from cells whose boxes are named `column.box`."""
    lead = f"{column}."
    cells = [
        replace(cell.alone, box=cell.alone.box.removeprefix(lead))
        for cell in card.cells
        if cell.alone.box.startswith(lead)
    ]
    return card_from_texts(cells, card.texts, template)


def _totals(verdict: ColumnsVerdict) -> Totals:
    pairs = {
        f"{column}.{name}": pair
        for column, one in verdict.columns.items()
        for name, pair in one.totals.items()
    }
    return {
        name: (None if written is None else int(written), int(right))
        for name, (written, right) in {**pairs, **verdict.totals}.items()
    }
