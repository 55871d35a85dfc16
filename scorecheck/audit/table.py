"""The players of one table: each card alone, then all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorecheck.audit.codes import RULES
from scorecheck.audit.finding import Finding
from scorecheck.audit.rules import incomplete
from scorecheck.audit.verdict import Verdict, audit_view
from scorecheck.audit.view import CardView, TableView, winners
from scorecheck.audit.words import player
from scorecheck.game.card import Card
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Joined, Plural

_TABLE_CHECKS = tuple(rule.check_table for rule in RULES if rule.check_table)


@dataclass(frozen=True)
class TableVerdict:
    """The verdict of each card, all findings with their places, and the winners (from 1)."""

    cards: tuple[Verdict, ...]
    findings: tuple[Finding, ...]
    winners: tuple[int, ...]


def audit_table(
    cards: Sequence[Card],
    template: Template,
    options: Mapping[str, object],
    status: str = "in-progress",
    named: frozenset[int] | None = None,
) -> TableVerdict:
    """Check the cards of players who played one game together, in their seats.

    Args:
        named: the players named as winners, counted from 1; None where nobody is named.
    """
    table = table_view(cards, template, options, status, named)
    verdicts = tuple(audit_view(view) for view in table.cards)
    findings = [
        *_of_cards(verdicts),
        *(finding for check in _TABLE_CHECKS for finding in check(table)),
    ]
    return TableVerdict(verdicts, tuple(findings), winners(table.points))


def table_view(
    cards: Sequence[Card],
    template: Template,
    options: Mapping[str, object],
    status: str,
    named: frozenset[int] | None = None,
) -> TableView:
    """The cards under their rules, in their seats."""
    rules = ruleset(template, options)
    views = tuple(CardView(card, rules, _status(card, rules, status)) for card in cards)
    return TableView(views, rules, status, named)


def _status(card: Card, rules: Ruleset, status: str) -> str:
    """A card with blanks lost the game, where the first full card ends it."""
    if status == "final" and rules.template.ends_at_first_full:
        return "final" if CardView(card, rules, status).is_full else "in-progress"
    return status


def _of_cards(verdicts: Sequence[Verdict]) -> Iterator[Finding]:
    """The findings of the cards; the blanks of one card make one finding."""
    for seat, verdict in enumerate(verdicts, start=1):
        blanks = [one for one in verdict.findings if one.name == incomplete.RULE.name]
        if blanks:
            message = Plural(
                "{n} box is still blank, but the game is over",
                "{n} boxes are still blank, but the game is over",
                len(blanks),
            )
            told = Joined([player(seat), message], between=": ")
            yield incomplete.RULE.finding(f"p{seat}", told, None)
        for finding in verdict.findings:
            if finding.name != incomplete.RULE.name:
                yield finding.within(f"p{seat}", player(seat))
