"""The players of one sheet, judged together: who finished, whose blanks are legal, who won."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scorecheck.audit.codes import RULES
from scorecheck.audit.finding import Finding
from scorecheck.audit.rules import incomplete, turn_count_mismatch
from scorecheck.audit.standing import Seat, standings, standings_of_sheets
from scorecheck.audit.table import table_view
from scorecheck.audit.words import player
from scorecheck.evidence.facts_in_doubt import Cards, facts_in_doubt, with_boxes_filled
from scorecheck.evidence.types import WeighedCard
from scorecheck.game.card import Card
from scorecheck.game.columns import ColumnsCard
from scorecheck.game.template import Template
from scorecheck.judge.written import (
    Options,
    Written,
    bears_on_points,
    is_over,
    plays,
    written_on,
    written_total,
)
from scorecheck.languages.phrase import Phrase, Said
from scorecheck.report.result import CardStatus, JudgedFinding, PlayerResult, TableResult

_CHECKS = tuple(rule.check_table for rule in RULES if rule.check_table)
_SEAT = re.compile(r"player (\d+)")


@dataclass(frozen=True)
class _Told:
    """What the players' cards come to as they are read."""

    status: CardStatus
    seats: Mapping[str, Seat]
    findings: tuple[Finding, ...]

    def facts(self) -> dict[Hashable, Hashable]:
        """All that is said of the table, by name."""
        lead = tuple(column for column, seat in self.seats.items() if seat.leads)
        facts: dict[Hashable, Hashable] = {"lead": (self.status, lead)}
        facts |= {("points", column): seat.points for column, seat in self.seats.items()}
        facts |= {
            # Of a full card it is said that it is finished, however the game stands.
            ("card", column): seat.finished or (self.status, seat.filled, seat.blanks_legal)
            for column, seat in self.seats.items()
        }
        return facts | {("finding", one.code, one.at): True for one in self.findings}


def judge_table(
    cards: Cards, template: Template, options: Options, *, may_go_on: bool = False
) -> TableResult | None:
    """Judge the players of one sheet together; None where fewer than two have played.

    Args:
        cards: a weighed card for each column of the sheet, unused ones too.
        may_go_on: whether further players of the table may have had another sheet.
    """
    cards = [with_boxes_filled(card) for card in cards]
    told = _tell(cards, template, options)
    if len(told.seats) < 2:
        return None
    rests = facts_in_doubt(
        cards,
        template,
        options,
        lambda changed: _tell(changed, template, options).facts(),
        partial(bears_on_points, template=template),
    )
    written = {card.column: written_total(written_on(card, template), template) for card in cards}
    return TableResult(
        status=told.status,
        players=tuple(
            PlayerResult(
                column,
                seat,
                written[column],
                rests.get(("points", column), ()),
                rests.get(("card", column), ()),
            )
            for column, seat in told.seats.items()
        ),
        findings=tuple(
            JudgedFinding(
                _to_be_sure(finding) if may_go_on else finding,
                rests.get(("finding", finding.code, finding.at), ()),
            )
            for finding in told.findings
        ),
        lead_rests_on=rests.get("lead", ()),
    )


def _tell(cards: Sequence[WeighedCard], template: Template, options: Options) -> _Told:
    """What the cards come to; those that nobody used are left out."""
    written = {card.column: written_on(card, template) for card in cards}
    played = {column: one for column, one in written.items() if plays(one)}
    if len(played) < 2:
        return _Told(CardStatus.IN_PROGRESS, {}, ())
    status = _status(list(played.values()), template)
    seats, findings = _audit(list(played.values()), template, options, status.value)
    columns = list(played)
    return _Told(
        status,
        dict(zip(columns, seats, strict=True)),
        tuple(_named(finding, columns) for finding in findings),
    )


def _status(cards: Sequence[Written], template: Template) -> CardStatus:
    """Whether the game is over: for all at once where the first full card ends it."""
    over = [is_over(card, template) for card in cards]
    ended = any(over) if template.ends_at_first_full else all(over)
    return CardStatus.FINAL if ended else CardStatus.IN_PROGRESS


def _audit(
    cards: Sequence[Written], template: Template, options: Options, status: str
) -> tuple[Sequence[Seat], Sequence[Finding]]:
    """How the players stand, and what is wrong with the table but with none of its cards."""
    sheets = [card for card in cards if isinstance(card, ColumnsCard)]
    if sheets:
        seats = standings_of_sheets(sheets, template, options, status)
        turns = [seat.filled for seat in seats]
        return seats, list(turn_count_mismatch.compare_sheets(turns, options, status))
    played = [card for card in cards if isinstance(card, Card)]
    table = table_view(played, template, options, status)
    findings = [finding for check in _CHECKS for finding in check(table)]
    return _with_enough_turns(standings(table), template), findings


def _with_enough_turns(seats: Sequence[Seat], template: Template) -> list[Seat]:
    """Blanks beside another's full card are legal only where the turns go together: every other
    player had as many as the one who ended the game, or one fewer."""
    ended = [seat for seat in seats if seat.finished]
    if not template.ends_at_first_full or len(ended) != 1:
        return list(seats)
    enough = {turns - late for turns in ended[0].turns for late in (0, 1)}
    return [
        replace(seat, blanks_legal=not seat.turns or not enough or bool(enough & {*seat.turns}))
        for seat in seats
    ]


def _named(finding: Finding, columns: Sequence[str]) -> Finding:
    """The finding with players called by their columns, where unused ones lie between."""

    def number(seat: int) -> int:
        return int(columns[seat - 1][1:])

    def renamed(part: Said) -> Said:
        seat = _SEAT.fullmatch(part)
        return player(number(int(seat[1]))) if seat else part

    written = finding.written
    if finding.name == "game-end-violation" and isinstance(written, tuple):
        written = tuple(number(seat) for seat in written if isinstance(seat, int))
    message = finding.message
    if isinstance(message, Said):
        message = message.inside(renamed)
    return replace(finding, message=message, written=written, beside=())


def _to_be_sure(finding: Finding) -> Finding:
    """That nobody's card is full is said of this sheet only."""
    if finding.name != incomplete.RULE.name:
        return finding
    message = Phrase(
        "{what}; if the table filled a second sheet, the full card may be on that one",
        what=finding.message,
    )
    return replace(finding, message=message)
