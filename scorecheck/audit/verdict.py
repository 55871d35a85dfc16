"""`Verdict`: everything that is wrong on one card, and its totals as they should be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecheck.audit.codes import RULES
from scorecheck.audit.finding import Finding
from scorecheck.audit.view import STATUSES, CardView
from scorecheck.errors import UsageError, quoted
from scorecheck.game.card import Card, Number
from scorecheck.game.dice import Roll
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Phrase

_PLAIN = tuple(rule.check for rule in RULES if rule.check and rule.stage == "plain")
_REACH = tuple(
    (rule.check, rule.not_after) for rule in RULES if rule.check and rule.stage == "reach"
)


@dataclass(frozen=True)
class Verdict:
    """The findings of a card in the order of its boxes, and sum id to (written, correct).

    `totals` is empty where only totals are known, since there is nothing to add up.
    """

    findings: tuple[Finding, ...]
    totals: Mapping[str, tuple[Number | None, Number]]

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    def correct_totals(self) -> dict[str, Number]:
        """The sums as they should be."""
        return {name: correct for name, (_, correct) in self.totals.items()}


def audit_card(
    card: Card,
    template: Template,
    options: Mapping[str, object],
    status: str = "in-progress",
    dice: Mapping[str, Roll] | None = None,
) -> Verdict:
    """Check one card against the rules of its game.

    Args:
        options: all options with their values, as from `Template.resolve_options`.
        status: in-progress, final, final-loser (another player's card ended the game) or
            totals-only.
        dice: the roll that was scored in a box, where it is known.

    Raises:
        UsageError: an unknown status.
    """
    return audit_view(
        CardView(card, ruleset(template, options), checked_status(status), dice or {})
    )


def checked_status(status: str) -> str:
    """The status, when it is one.

    Raises:
        UsageError: it is not.
    """
    if status not in STATUSES:
        raise UsageError(
            Phrase("unknown status {status}", status=quoted(status)),
            help=Phrase("use one of {names}", names=", ".join(STATUSES)),
            code="status",
        )
    return status


def audit_view(view: CardView) -> Verdict:
    """Check one card that is already under its rules."""
    findings = [finding for check in _PLAIN for finding in check(view)]
    names = {finding.name for finding in findings}
    for check, not_after in _REACH:
        if not names & not_after:
            findings += check(view)
    return Verdict(_sorted(findings, view.rules.template), _totals(view))


def _sorted(findings: list[Finding], template: Template) -> tuple[Finding, ...]:
    """In the order of the card: boxes, chips, sums, then the card as a whole."""
    parts = (*template.boxes, *template.sums)
    places = {part.id: place for place, part in enumerate(parts)}
    places["chips"] = len(template.boxes) - 1
    return tuple(sorted(findings, key=lambda finding: places.get(finding.at, len(parts))))


def _totals(view: CardView) -> dict[str, tuple[Number | None, Number]]:
    if view.status == "totals-only":
        return {}
    written = view.card.written
    return {name: (written.get(name), correct) for name, correct in view.totals.items()}
