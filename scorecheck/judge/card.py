"""One column, from blind readings to a verdict on the card; what is in doubt stays in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.audit.verdict import Verdict, audit_card
from scorecheck.evidence.columns import weigh_columns
from scorecheck.evidence.rests_on_doubt import Place, rests_on_doubt
from scorecheck.evidence.to_card import card_of
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.evidence.weigh import weigh
from scorecheck.game.card import Card, Number
from scorecheck.game.template import Template
from scorecheck.judge.columns import as_read, audit_sheet
from scorecheck.reading.types import CellReading
from scorecheck.report.result import (
    CardResult,
    CardStatus,
    CardVerdict,
    CellResult,
    JudgedFinding,
)

Options = Mapping[str, object]


def judge_card(cells: Sequence[CellReading], template: Template, options: Options) -> CardResult:
    """Weigh the readings of one column, audit what they say, and mark what rests on doubt."""
    return judge_weighed(weigh_card(cells, template, options), template, options)


def weigh_card(cells: Sequence[CellReading], template: Template, options: Options) -> WeighedCard:
    """The readings of one player's column, weighed together."""
    weigher = weigh_columns if template.columns else weigh
    return weigher(cells, template, options)


def judge_weighed(
    weighed: WeighedCard, template: Template, options: Options, game: CardStatus | None = None
) -> CardResult:
    """Audit what a weighed column says, and mark what rests on doubt.

    Args:
        game: how far the game is, where the cards of all its players tell; None where this card
            is all that is known.
    """
    if template.columns:
        return _judge_columns(weighed, template, options)
    results = tuple(_result(cell) for cell in weighed.cells)
    status = status_of(results, template)
    if game is not None and template.ends_at_first_full:
        status = game
    loser = "final-loser" if game is None else "in-progress"

    def audit(card: Card) -> Verdict:
        return audit_card(card, template, options, _audit_status(card, status, template, loser))

    def findings_of(card: WeighedCard) -> Sequence[Finding]:
        return audit(card_of(card, template)).findings

    verdict = audit(card_of(weighed, template))
    rests = rests_on_doubt(weighed, template, options, findings_of)
    findings = _judged(verdict.findings, rests, weighed)
    totals = {name: (_whole(w), int(c)) for name, (w, c) in verdict.totals.items()}
    return CardResult(
        weighed.column, status, results, totals, findings, _verdict(results, findings)
    )


def _judge_columns(card: WeighedCard, template: Template, options: Options) -> CardResult:
    """The same for a sheet that always has several columns."""
    results = tuple(_result(cell) for cell in card.cells)
    status = status_of(results, template)
    final = "final" if status is CardStatus.FINAL else "in-progress"

    def findings_of(card: WeighedCard) -> Sequence[Finding]:
        return audit_sheet(card, template, options, final)[0]

    found, totals = audit_sheet(card, template, options, final)
    findings = _judged(found, rests_on_doubt(card, template, options, findings_of), card)
    return CardResult(card.column, status, results, totals, findings, _verdict(results, findings))


def read_card(cells: Sequence[CellReading], template: Template, options: Options) -> CardResult:
    """The blind readings of one column as they are; no card is weighed or audited."""
    del options
    results = tuple(_result(cell) for cell in as_read(cells).cells)
    status = status_of(results, template)
    return CardResult(cells[0].column, status, results, {}, (), _verdict(results, ()))


def status_of(cells: Sequence[CellResult], template: Template) -> CardStatus:
    """How far a card is filled: nothing written, all boxes filled or a grand total, or between."""
    written = {cell.box for cell in cells if cell.kind != "text" and cell.text}
    if not written:
        return CardStatus.BLANK
    leads = [f"{column.id}." for column in template.columns] or [""]
    full = all(f"{lead}{box.id}" in written for lead in leads for box in template.boxes)
    ended = full or template.grand_total.id in written
    return CardStatus.FINAL if ended else CardStatus.IN_PROGRESS


def _audit_status(card: Card, status: CardStatus, template: Template, loser: str) -> str:
    if status is not CardStatus.FINAL:
        return CardStatus.IN_PROGRESS.value
    # One full card ends some games: open boxes beside a grand total are then another's doing.
    full = all(box.id in card.entries for box in template.boxes)
    return loser if template.ends_at_first_full and not full else "final"


def _result(cell: WeighedCell) -> CellResult:
    seen = cell.alone
    return CellResult(
        cell=seen.cell,
        column=seen.column,
        box=seen.box,
        field=seen.field,
        kind=seen.kind,
        text=cell.text,
        value=cell.value,
        strike=cell.strike,
        state=cell.state,
        confidence=cell.confidence,
        seen=seen.candidates,
        alternatives=cell.alternatives,
        box_px=seen.box_px,
        why=cell.why,
    )


def _only_illegible(finding: Finding, card: WeighedCard) -> bool:
    """Whether a box is called blank only because what is in it cannot be read."""
    return finding.name == "incomplete" and any(
        cell.alone.box == finding.at for cell in card.open_cells
    )


def _judged(
    findings: Sequence[Finding], rests: Mapping[Place, tuple[str, ...]], card: WeighedCard
) -> tuple[JudgedFinding, ...]:
    return tuple(
        JudgedFinding(finding, _grounds(finding, rests, card))
        for finding in findings
        if not _only_illegible(finding, card)
    )


def _grounds(
    finding: Finding, rests: Mapping[Place, tuple[str, ...]], card: WeighedCard
) -> tuple[str, ...]:
    """The doubtful cells that a finding rests on, those at its own place among them."""
    own = [cell.cell for cell in card.open_cells if cell.alone.box == finding.at]
    return tuple(dict.fromkeys([*own, *rests.get((finding.code, finding.at), ())]))


def _whole(number: Number | None) -> int | None:
    return None if number is None else int(number)


def _verdict(cells: Sequence[CellResult], findings: Sequence[JudgedFinding]) -> CardVerdict:
    if any(not judged.rests_on for judged in findings):
        return CardVerdict.FINDINGS
    if findings or any(cell.in_doubt for cell in cells):
        return CardVerdict.DOUBT
    return CardVerdict.CLEAN
