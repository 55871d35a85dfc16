"""The witness of a case of an audit file."""

from __future__ import annotations

from scorecheck.audit.case_file import CaseFile
from scorecheck.audit.columns import column_views
from scorecheck.audit.table import table_view
from scorecheck.audit.view import CardView
from scorecheck.audit.witness.find import (
    joined,
    witness_of_card,
    witness_of_sheet,
    witness_of_table,
)
from scorecheck.audit.witness.turn import Witness
from scorecheck.game.ruleset import ruleset


def witness_of_case(case: CaseFile) -> Witness:
    """A legal game of every card, or why there is none."""
    if case.template.columns:
        return _of_sheets(case)
    if case.shape == "cards":
        return witness_of_table(table_view(case.cards, case.template, case.options, case.status))
    rules = ruleset(case.template, case.options)
    views = [CardView(card, rules, case.status, case.dice) for card in case.cards]
    if case.shape == "card":
        return witness_of_card(views[0])
    return joined([witness_of_card(view, f"g{n}") for n, view in enumerate(views, start=1)])


def _of_sheets(case: CaseFile) -> Witness:
    names = [f"p{n}" for n in range(1, len(case.sheets) + 1)] if case.shape == "cards" else ["card"]
    sheets = (
        column_views(sheet, case.template, case.options, case.status, case.dice)
        for sheet in case.sheets
    )
    return joined(
        [
            witness_of_sheet(tuple(views.values()), name)
            for views, name in zip(sheets, names, strict=True)
        ]
    )
