"""All columns of a sheet: each card, then what they come to together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorecheck.evidence.types import WeighedCard
from scorecheck.game.template import Template
from scorecheck.judge.card import judge_weighed, read_card, weigh_card
from scorecheck.judge.match import judge_match
from scorecheck.judge.table import judge_table
from scorecheck.judge.written import Options
from scorecheck.reading.types import CellReading
from scorecheck.report.result import CardResult, CardStatus, MatchResult, TableResult
from scorecheck.sheet.identity import SheetIdentity
from scorecheck.sheet.plan import columns_that_fit

Columns = Sequence[Sequence[CellReading]]
Weigh = Callable[[Sequence[CellReading], Template, Options], WeighedCard]
"""Weighs the cells of one player's column."""

JudgeCard = Callable[[WeighedCard, Template, Options, CardStatus | None], CardResult]
"""Audits a weighed column; the status is that of its game, where the table tells."""


@dataclass(frozen=True)
class Judged:
    """The cards of a sheet, and the table or the match that they make."""

    cards: tuple[CardResult, ...]
    table: TableResult | None = None
    match: MatchResult | None = None


def judge_sheet(
    columns: Columns,
    template: Template,
    options: Options,
    identity: SheetIdentity,
    weigh: Weigh = weigh_card,
    judge: JudgeCard = judge_weighed,
) -> Judged:
    """Weigh and audit each column, then all of them together.

    Where only the marks told what the sheet is, nobody knows whether its columns are players or
    games: then nothing is said of them together.

    Args:
        columns: the blind readings of each column.
        weigh, judge: do as the usual ones do; whoever remembers what they said gives others.
    """
    weighed = [weigh(cells, template, options) for cells in columns]
    table = match = None
    if identity.complete and identity.mode == "players":
        may_go_on = _may_go_on(template, identity)
        table = judge_table(weighed, template, options, may_go_on=may_go_on)
    elif identity.complete:
        match = judge_match(weighed, template, options)
    players = {player.column for player in table.players} if table else set()
    cards = tuple(
        judge(card, template, options, table.status if table and card.column in players else None)
        for card in weighed
    )
    return Judged(cards, table, match)


def read_columns(
    columns: Columns, template: Template, options: Options, identity: SheetIdentity
) -> Judged:
    """The blind readings as they are; nothing is weighed or audited."""
    del identity
    return Judged(tuple(read_card(cells, template, options) for cells in columns))


def _may_go_on(template: Template, identity: SheetIdentity) -> bool:
    """Whether so many columns may be a share of more players than one sheet has room for.

    Such are spread evenly, so each sheet has more than half of the columns that fit.
    """
    return 2 * identity.columns > columns_that_fit(template, identity.paper)
