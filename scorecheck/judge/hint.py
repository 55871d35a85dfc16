"""Which game is this? What to say where the numbers on a sheet fit another game better."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.audit.other_game import hints_for
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.template import Template
from scorecheck.judge.written import Options
from scorecheck.report.result import CardResult

_ODD = ("value-impossible", "bonus-wrong")
"""Findings that another game's habits bring about."""


def hints_of(
    cards: Sequence[CardResult], template: Template, options: Options, catalogue: Catalogue
) -> tuple[str, ...]:
    """Hints for the cards of one sheet; only cells that are sure count, and mostly there are none.

    A hint is looked for only where a finding asks for it, so cards that were not judged get none.
    """
    odd = any(judged.finding.name in _ODD for card in cards for judged in card.findings)
    if template.columns or not odd:
        return ()
    return hints_for([_sure(card) for card in cards], template, options, catalogue)


def _sure(result: CardResult) -> Card:
    """The numbers of a card that are sure."""
    sure = [cell for cell in result.cells if cell.value and not (cell.in_doubt or cell.strike)]
    entries = {cell.box: Entry(cell.value) for cell in sure if cell.field in ("value", "base")}
    written = {cell.box: cell.value for cell in sure if cell.field == "sum" and cell.value}
    return Card(entries, None, written)
