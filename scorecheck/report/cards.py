"""What is written on a judged card, as the rules of the game look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecheck.audit.columns import column_views
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.find import witness_of_findings, witness_of_sheet
from scorecheck.audit.witness.turn import Witness
from scorecheck.evidence.to_card import card_from_texts
from scorecheck.game.card import Card, Number
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.ruleset import ruleset
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.report.result import CardResult, CardStatus, CellResult, SheetResult


@dataclass(frozen=True)
class WrittenCard:
    """One card with its rules: a view for each of its columns, by id, or a single one by "".

    `overall` are the written sums over the columns, where the game has several.
    """

    views: Mapping[str, CardView]
    options: Mapping[str, object]
    overall: Mapping[str, Number]

    @property
    def one(self) -> CardView:
        """The view of a card of one column; the first where there are several."""
        return next(iter(self.views.values()))


@dataclass(frozen=True)
class _Place:
    """A cell of a card: its id, and its box within the column that it stands in."""

    cell: str
    box: str
    field: str


def written_card(sheet: SheetResult, card: CardResult) -> WrittenCard:
    """The card as it is written, doubtful cells as their likeliest text."""
    template = sheet.template
    options = template.resolve_options(sheet.options)
    parts = {part.id: _card(sheet, card, f"{part.id}.") for part in template.columns}
    if not parts:
        own = _card(sheet, card, "")
        view = CardView(own, ruleset(template, options), _status(sheet, card, own))
        return WrittenCard({"": view}, options, {})
    over = {total.id for total in template.overall}
    written = {c.box: c.value for c in card.cells if c.box in over and c.value is not None}
    whole = ColumnsCard(parts, written)
    status = "final" if card.status is CardStatus.FINAL else "in-progress"
    return WrittenCard(column_views(whole, template, options, status), options, written)


def card_text(cell: CellResult) -> str:
    """What stands for a cell on the card: for an illegible one, its likeliest candidate."""
    if cell.text != ILLEGIBLE_TEXT:
        return cell.text
    return cell.alternatives[0].text if cell.alternatives else ""


def witness_of(card: CardResult, written: WrittenCard) -> Witness | None:
    """A legal game that ends in a card, or why there is none; None for an empty card."""
    if not any(view.filled for view in written.views.values()):
        return None
    if "" not in written.views:
        return witness_of_sheet(tuple(written.views.values()))
    return witness_of_findings(written.one, [judged.finding for judged in card.findings])


def _card(sheet: SheetResult, card: CardResult, lead: str) -> Card:
    """The card of the column whose boxes begin with `lead`."""
    places = [
        _Place(cell.cell, cell.box.removeprefix(lead), cell.field)
        for cell in card.cells
        if cell.box.startswith(lead) and cell.kind != "text"
    ]
    texts = {cell.cell: card_text(cell) for cell in card.cells}
    return card_from_texts(places, texts, sheet.template)


def _status(sheet: SheetResult, result: CardResult, card: Card) -> str:
    """How far the game is; a card with blanks lost it, where the first full card ends it."""
    if result.status is not CardStatus.FINAL:
        return "in-progress"
    full = all(box.id in card.entries for box in sheet.template.boxes)
    return "final" if full or not sheet.template.ends_at_first_full else "in-progress"
