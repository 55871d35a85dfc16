"""A sheet that always has several columns: each column, then what goes across them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorecheck.audit.attainable_overall import attainable_overall
from scorecheck.audit.finding import Finding
from scorecheck.audit.rules import (
    sum_wrong,
    total_impossible,
    turn_count_mismatch,
    unknown_box,
    winner_wrong,
)
from scorecheck.audit.verdict import Verdict, audit_view, checked_status
from scorecheck.audit.view import CardView, winners
from scorecheck.audit.words import player
from scorecheck.game.card import Number
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.dice import Roll
from scorecheck.game.ruleset import ruleset
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Named, Phrase


@dataclass(frozen=True)
class ColumnsVerdict:
    """The verdict of each column, all findings with their places, and the right overall sums."""

    columns: Mapping[str, Verdict]
    findings: tuple[Finding, ...]
    totals: Mapping[str, tuple[Number | None, Number]]

    def correct_totals(self, *, listed: bool = False) -> dict[str, object]:
        """All sums as they should be; the columns by name, or `listed` in their order."""
        columns = {name: verdict.correct_totals() for name, verdict in self.columns.items()}
        overall = {name: right for name, (_, right) in self.totals.items()}
        return {"columns": list(columns.values()) if listed else columns, **overall}


def audit_columns(
    card: ColumnsCard,
    template: Template,
    options: Mapping[str, object],
    status: str = "in-progress",
    dice: Mapping[str, Roll] | None = None,
) -> ColumnsVerdict:
    """Check one player's sheet of several columns.

    Args:
        dice: the roll behind a box where it is known, by `column.box`.
    """
    views = column_views(card, template, options, checked_status(status), dice)
    verdicts = {name: audit_view(view) for name, view in views.items()}
    overall = {} if status == "totals-only" else overall_totals(card, template, options)
    findings = (
        *(
            finding.within(name, Phrase("column {name}", name=Named(template.label, name)))
            for name, verdict in verdicts.items()
            for finding in verdict.findings
        ),
        *_overall_findings(card, template, overall),
        *_impossible_totals(card, template, options, status),
    )
    totals = {name: (card.written.get(name), right) for name, right in overall.items()}
    return ColumnsVerdict(verdicts, findings, totals)


def audit_sheets(
    cards: Sequence[ColumnsCard],
    template: Template,
    options: Mapping[str, object],
    status: str = "in-progress",
    named: frozenset[int] | None = None,
) -> tuple[tuple[ColumnsVerdict, ...], tuple[Finding, ...], tuple[int, ...]]:
    """The sheets of players who played one game: a verdict each, all findings, the winners.

    Args:
        named: the players named as winners, counted from 1; None where nobody is named.
    """
    verdicts = tuple(audit_columns(card, template, options, status) for card in cards)
    points = [verdict.totals[template.overall[-1].id][1] for verdict in verdicts]
    findings = (
        *(
            finding.within(f"p{seat}", player(seat))
            for seat, verdict in enumerate(verdicts, start=1)
            for finding in verdict.findings
        ),
        *turn_count_mismatch.compare_sheets(_turns(cards, template, options), options, status),
        *winner_wrong.compare(named, points),
    )
    return verdicts, findings, winners(points)


def column_views(
    card: ColumnsCard,
    template: Template,
    options: Mapping[str, object],
    status: str,
    dice: Mapping[str, Roll] | None = None,
) -> dict[str, CardView]:
    """The columns of a sheet under their rules, each with the others beside it."""
    known = dice or {}
    views = {
        name: CardView(column, ruleset(template, options, name), status, _dice_of(name, known))
        for name, column in card.columns.items()
    }
    together: list[CardView] = []
    views = {name: replace(view, beside=together) for name, view in views.items()}
    together += views.values()
    return views


def _turns(
    cards: Sequence[ColumnsCard], template: Template, options: Mapping[str, object]
) -> list[int]:
    """How many turns filled each sheet: one for every box."""
    sheets = (column_views(card, template, options, "in-progress") for card in cards)
    return [sum(len(view.filled) for view in views.values()) for views in sheets]


def _dice_of(column: str, dice: Mapping[str, Roll]) -> dict[str, Roll]:
    lead = f"{column}."
    return {
        place.removeprefix(lead): roll for place, roll in dice.items() if place.startswith(lead)
    }


def _impossible_totals(
    card: ColumnsCard, template: Template, options: Mapping[str, object], status: str
) -> Iterator[Finding]:
    """Sums over the columns that no sheet can have, where only totals are known."""
    if status == "totals-only" and card.written:
        possible = attainable_overall(template, options)
        yield from total_impossible.compare(card.written, possible, partial(Named, template.label))


def _overall_findings(
    card: ColumnsCard, template: Template, overall: Mapping[str, Number]
) -> Iterator[Finding]:
    """Written sums over the columns that are wrong, or that the game does not have."""
    known = {total.id for total in template.overall}
    for name, written in card.written.items():
        if name not in known:
            message = Phrase(
                "{game} has no sum called {name}; it says {written}",
                game=Named(template.title),
                name=name,
                written=written,
            )
            yield unknown_box.RULE.finding(name, message, written)
        elif overall and written != overall[name]:
            message = Phrase(
                "{sum} says {written}, but the columns come to {right}",
                sum=Named(template.label, name),
                written=written,
                right=overall[name],
            )
            yield sum_wrong.RULE.finding(name, message, written, overall[name])
