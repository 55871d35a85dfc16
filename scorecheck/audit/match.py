"""Several games of one player, with the sum of their grand totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorecheck.audit.finding import Finding
from scorecheck.audit.rules import sum_wrong
from scorecheck.audit.verdict import Verdict, audit_card
from scorecheck.audit.words import game
from scorecheck.game.card import Card, Number
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Phrase


@dataclass(frozen=True)
class MatchVerdict:
    """The verdict of each game, all findings with their places, and the right match total."""

    games: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    match_total: Number


def audit_match(
    games: Sequence[Card],
    template: Template,
    options: Mapping[str, object],
    status: str = "final",
    match_total: Number | None = None,
) -> MatchVerdict:
    """Check several games of one player.

    Args:
        match_total: the sum of the grand totals as written; None where nothing is written.
    """
    verdicts = tuple(audit_card(card, template, options, status) for card in games)
    findings = [
        finding.within(f"g{number}", game(number))
        for number, verdict in enumerate(verdicts, start=1)
        for finding in verdict.findings
    ]
    right = _sum(verdict.correct_totals()["grand_total"] for verdict in verdicts)
    if match_total is not None and match_total != right:
        findings.append(_wrong_total(match_total, right, _as_written(games, verdicts)))
    return MatchVerdict(verdicts, tuple(findings), right)


def _sum(numbers: Iterable[Number]) -> Number:
    total: Number = 0
    for number in numbers:
        total += number
    return total


def _as_written(games: Sequence[Card], verdicts: Sequence[Verdict]) -> Number:
    """The match total that follows from the grand totals as written."""
    return _sum(
        card.written.get("grand_total", verdict.correct_totals()["grand_total"])
        for card, verdict in zip(games, verdicts, strict=True)
    )


def _wrong_total(written: Number, right: Number, as_written: Number) -> Finding:
    carried = written == as_written
    message = Phrase(
        "the match total says {written}, but the games add up to {right}",
        written=written,
        right=right,
    )
    if carried:
        message = Phrase("{what}; it follows from a wrong grand total", what=message)
    return sum_wrong.RULE.finding("match_total", message, written, right, carried=carried)
