"""What becomes of mistakes that were planted on the paper: found, asked about, or hidden; and which
mistakes are told that are not on the paper."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.audit.columns import audit_columns
from scorecheck.audit.verdict import audit_card
from scorecheck.evidence.to_card import card_of
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.template import Template
from scorecheck.judge.columns import columns_card
from scorecheck.measure.rows import MistakeRow
from scorecheck.reading.types import CellReading, State
from scorecheck.report.result import CardResult, SheetResult
from scorecheck.simulate.photos import MadePhoto
from scorecheck.simulate.play import Planted

Findings = set[tuple[str, str]]
"""Codes with their places."""


def mistakes_of(
    made: MadePhoto, sheet: SheetResult, blind: Mapping[str, CellReading]
) -> tuple[MistakeRow, ...]:
    """What became of each card with a planted mistake.

    Args:
        blind: the blind readings, by cell id without its first letter.
    """
    lead = made.layout.columns[0][0]
    rows = []
    for card in sheet.cards:
        column = lead + card.column[1:]
        planted = _planted(made, column)
        if planted:
            right = {cell: one.right for one in planted for cell in _cells(made, column, one)}
            rows.append(MistakeRow(planted[0].kind, right, _outcome(made, card, blind)))
    return tuple(rows)


def accusations_of(
    made: MadePhoto, sheet: SheetResult, blind: Mapping[str, CellReading]
) -> tuple[tuple[str, ...], ...]:
    """For each card, what it is said to have wrong, resting on no doubt, and has not."""
    truth = {name[1:]: text for name, text in made.texts.items()}
    return tuple(_accusations(card, truth, blind, made.template) for card in sheet.cards)


def _accusations(
    card: CardResult, truth: Mapping[str, str], blind: Mapping[str, CellReading], template: Template
) -> tuple[str, ...]:
    told = {(one.finding.code, one.finding.at) for one in card.findings if not one.rests_on}
    if not told:
        return ()
    names = [cell.cell[1:] for cell in card.cells if cell.kind != "text"]
    written = tuple(_taken(blind[name], truth[name]) for name in names)
    wanted = findings(WeighedCard(card.column, written, 1.0, {}), template)
    return tuple(" ".join(one) for one in sorted(told - wanted))


def _planted(made: MadePhoto, column: str) -> tuple[Planted, ...]:
    played = made.played.get(column) or made.sheets.get(column)
    return played.planted if played else ()


def _cells(made: MadePhoto, column: str, planted: Planted) -> list[str]:
    place = (column, planted.box, planted.field)
    return [cell.cell for cell in made.layout.cells if (cell.column, cell.box, cell.field) == place]


def _outcome(made: MadePhoto, card: CardResult, blind: Mapping[str, CellReading]) -> str:
    truth = {name[1:]: text for name, text in made.texts.items()}
    written, settled = [], []
    for cell in card.cells:
        if cell.kind != "text":
            reading, text = blind[cell.cell[1:]], truth[cell.cell[1:]]
            written.append(_taken(reading, text))
            settled.append(_taken(reading, text if cell.in_doubt else cell.text))
    wanted = findings(WeighedCard(card.column, tuple(written), 1.0, {}), made.template)
    known = findings(WeighedCard(card.column, tuple(settled), 1.0, {}), made.template)
    told = {(judged.finding.code, judged.finding.at) for judged in card.findings}
    return outcome(wanted, told, known)


def outcome(wanted: Findings, told: Findings, known: Findings) -> str:
    """What became of the findings that the paper gives: found, asked or hidden.

    Args:
        told: what was reported at once.
        known: what is reported once a person has answered every question.
    """
    return "found" if wanted <= told else "asked" if wanted <= known else "hidden"


def findings(card: WeighedCard, template: Template) -> Findings:
    """What the audit says of a finished card of these texts."""
    options = template.resolve_options()
    if template.columns:
        found = audit_columns(columns_card(card, template), template, options, "final").findings
    else:
        found = audit_card(card_of(card, template), template, options, "final").findings
    return {(finding.code, finding.at) for finding in found}


def _taken(reading: CellReading, text: str) -> WeighedCell:
    return WeighedCell(reading, text, State.SURE, 1.0, ())
