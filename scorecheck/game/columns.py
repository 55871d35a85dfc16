"""Sheets that always have several columns, such as those of Triple Yahtzee and Yamb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorecheck.errors import UsageError
from scorecheck.game.card import Card, Number, check_keys, wrong
from scorecheck.game.formula import ChipsFormula, ColumnsFormula
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.game.totals import card_totals, chip_count, chip_worth, sum_of
from scorecheck.languages.phrase import Joined, Phrase

SHEET_KEYS = ("columns", "chips", "written")
"""The keys of a sheet of several columns."""

COLUMN_KEYS = ("entries", "chips", "written")
"""The keys of one of its columns."""


@dataclass(frozen=True)
class ColumnsCard:
    """One player's sheet: a card per column that is played, and the sums over all columns."""

    columns: Mapping[str, Card]
    written: Mapping[str, Number] = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: object, template: Template) -> ColumnsCard:
        """A sheet from its JSON form: `columns` is a list in the sheet's order, or an object by
        column id; `chips` a list or an object in the same way.

        Raises:
            UsageError: a part that does not parse, or a column that the game does not have.
        """
        if not isinstance(data, Mapping):
            raise wrong("card", Phrase("an object with columns"), data)
        check_keys(data, SHEET_KEYS, template, "card")
        columns = _by_column(data.get("columns"), "columns", template)
        chips = _by_column(data.get("chips", {}), "chips", template)
        for name in chips:
            if name not in columns:
                raise wrong(
                    f"chips.{name}", Phrase("the chips of a column that is given"), chips[name]
                )
        cards = {
            name: _column(name, _with_chips(name, column, chips), template)
            for name, column in columns.items()
        }
        return cls(cards, Card.from_json({"written": data.get("written")}, template).written)

    def to_json(self, template: Template) -> dict[str, object]:
        """The JSON form; `from_json` with the same template gives an equal sheet back."""
        columns = {name: card.to_json(template) for name, card in self.columns.items()}
        chips = {name: column.pop("chips") for name, column in columns.items() if "chips" in column}
        data: dict[str, object] = {"columns": columns}
        if chips:
            data["chips"] = chips
        return {**data, "written": dict(self.written)} if self.written else data


def column_totals(
    card: ColumnsCard, template: Template, options: Mapping[str, object]
) -> dict[str, dict[str, Number]]:
    """Every sum of each column, from the boxes as written."""
    return {
        name: card_totals(column, ruleset(template, options, name))
        for name, column in card.columns.items()
    }


def overall_totals(
    card: ColumnsCard, template: Template, options: Mapping[str, object]
) -> dict[str, Number]:
    """Every sum over the columns, from the boxes as written."""
    columns = column_totals(card, template, options)
    totals: dict[str, Number] = {}
    for total in template.overall:
        formula = total.formula
        if isinstance(formula, ColumnsFormula):
            of = {name: sums[formula.of] for name, sums in columns.items()}
            totals[total.id] = sum_of(of, of) + sum_of(totals, formula.plus)
        else:
            assert isinstance(formula, ChipsFormula)  # the template's check allows no other
            totals[total.id] = sum(
                chip_count(column.chips) * chip_points(formula, template, options, name)
                for name, column in card.columns.items()
            )
    return totals


def chip_points(
    formula: ChipsFormula, template: Template, options: Mapping[str, object], column: str
) -> int:
    """The points of one chip in a column."""
    worth = chip_worth(formula, ruleset(template, options, column))
    by_column = options.get(formula.by_column_option or "") == "by_column"
    return worth * template.column(column).factor if by_column else worth


def _by_column(items: object, key: str, template: Template) -> dict[str, object]:
    known = [column.id for column in template.columns]
    if isinstance(items, Mapping):
        named = {str(name): item for name, item in items.items()}
    elif isinstance(items, Sequence) and not isinstance(items, str) and len(items) <= len(known):
        named = dict(zip(known, items, strict=False))
    else:
        expected = Phrase("a list of at most {n}, or an object by column", n=len(known))
        raise wrong(key, expected, items)
    for name in named:
        if name not in known:
            raise wrong(key, Phrase("the columns {columns}", columns=", ".join(known)), name)
    return named


def _column(name: str, data: object, template: Template) -> Card:
    try:
        if isinstance(data, Mapping):
            check_keys(data, COLUMN_KEYS, template, "column")
        return Card.from_json(data, template)
    except UsageError as error:
        raise UsageError(
            Joined([Phrase("column {name}", name=name), error.message], between=": "),
            help=error.help,
            code=error.code,
        ) from error


def _with_chips(name: str, column: object, chips: Mapping[str, object]) -> object:
    if name not in chips or not isinstance(column, Mapping):
        return column
    if column.get("chips") not in (None, chips[name]):
        raise wrong(f"chips.{name}", Phrase("the chips that stand in the column too"), chips[name])
    return {**column, "chips": chips[name]}
