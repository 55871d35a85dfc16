"""A sheet's cards as rows and columns, for the terminal and the PDF alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorecheck.languages.phrase import Joined
from scorecheck.reading.types import ILLEGIBLE_TEXT
from scorecheck.report import words
from scorecheck.report.result import CardResult, CellResult, SheetResult


@dataclass(frozen=True)
class Entry:
    """What one column says in one row.

    `right` is the right number where a sum is written wrong; `unwritten` the right number of a
    sum that nobody wrote, which is so only where its cell is surely blank.
    """

    text: str = ""
    found: bool = False
    in_doubt: bool = False
    right: int | None = None
    unwritten: int | None = None


@dataclass(frozen=True)
class Row:
    """A box, a sum or the chips, with one entry per column of the table."""

    name: str
    is_sum: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Column:
    """A column of the table: a card, or one of the columns that its game always has.

    `lead` is what the ids of its boxes begin with; `rest` is true for the column that also shows
    what belongs to the card as a whole.
    """

    heading: str
    card: CardResult
    lead: str = ""
    rest: bool = True

    def box(self, name: str) -> str | None:
        """The id of the box that this column shows in the row `name`."""
        boxes = {cell.box for cell in self.card.cells}
        if self.lead and self.lead + name in boxes:
            return self.lead + name
        return name if self.rest and name in boxes else None


def shown_columns(sheet: SheetResult) -> list[Column]:
    """The columns of the cards that anything is written on, or else of the first."""
    return table_columns(sheet, sheet.filled or sheet.cards[:1])


def table_columns(sheet: SheetResult, cards: Sequence[CardResult]) -> list[Column]:
    """One column per card, or per column of a card where the game always has several."""
    parts = sheet.template.columns
    if not parts:
        return [Column(words.column_name(card.column), card) for card in cards]
    return [
        Column(
            Joined(
                [words.column_name(card.column), words.box_name(sheet.template, part.id)],
                between="\n",
            ),
            card,
            lead=f"{part.id}.",
            rest=part is parts[-1],
        )
        for card in cards
        for part in parts
    ]


def card_rows(sheet: SheetResult, columns: Sequence[Column]) -> list[Row]:
    """The boxes and sums of the sheet in print order."""
    leads = {f"{part.id}." for part in sheet.template.columns}
    cells = (cell for column in columns for cell in column.card.cells if cell.kind != "text")
    order: dict[str, bool] = {}
    for cell in cells:
        lead, dot, inner = cell.box.rpartition(".")
        order.setdefault(inner if lead + dot in leads else cell.box, cell.field == "sum")
    return [
        Row(
            words.box_name(sheet.template, name),
            is_sum,
            tuple(_entry(column.card, column.box(name)) for column in columns),
        )
        for name, is_sum in order.items()
    ]


def _entry(card: CardResult, box: str | None) -> Entry:
    cells = [cell for cell in card.cells if cell.box == box]
    if box is None or not cells:
        return Entry()
    written, correct = card.totals.get(box, (None, None))
    is_sum = cells[0].field == "sum"
    found = any(words.is_at_cell(j.finding, cell) for j in card.findings for cell in cells)
    in_doubt = any(cell.in_doubt for cell in cells)
    unwritten = is_sum and not in_doubt and not any(cell.text for cell in cells)
    return Entry(
        text=_text(cells),
        found=found,
        in_doubt=in_doubt,
        # A sum may be right in more ways than one: only a finding says that it is wrong.
        right=correct if is_sum and found and written != correct else None,
        unwritten=correct if unwritten else None,
    )


def _text(cells: Sequence[CellResult]) -> str:
    if cells and cells[0].field == "chips":
        return _chips(cells)
    if [cell.text for cell in cells] == [ILLEGIBLE_TEXT]:
        return ""  # the sign of doubt, which follows, says it all
    joints = {"power": " × ", "total": " = "}
    return "".join(joints.get(c.field, "") + c.text for c in cells if c.text).strip(" ×=")


def _chips(cells: Sequence[CellResult]) -> str:
    """The number of chips: as many as are ticked, or the one number that is written."""
    written = [cell.text for cell in cells if cell.text]
    if len(written) == 1 and written[0].isdigit():
        return written[0]
    return str(len(written) or "")
