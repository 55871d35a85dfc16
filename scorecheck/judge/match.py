"""Several games of one player: the sum of their grand totals, once all of them are over."""

from __future__ import annotations

from functools import partial

from scorecheck.evidence.facts_in_doubt import Cards, facts_in_doubt, with_boxes_filled
from scorecheck.game.template import Template
from scorecheck.judge.written import (
    Options,
    bears_on_points,
    is_over,
    plays,
    points_of,
    written_on,
    written_total,
)
from scorecheck.report.result import MatchResult


def judge_match(cards: Cards, template: Template, options: Options) -> MatchResult | None:
    """Add up the games of one sheet; None where fewer than two were played.

    Args:
        cards: a weighed card for each column of the sheet, unused ones too.
    """
    cards = [with_boxes_filled(card) for card in cards]
    points, total = _add_up(cards, template, options)
    if len(points) < 2:
        return None
    rests = facts_in_doubt(
        cards,
        template,
        options,
        lambda changed: {"total": _add_up(changed, template, options)[1]},
        partial(bears_on_points, template=template),
    )
    games = [written_on(card, template) for card in cards if card.column in points]
    written = [one for game in games if (one := written_total(game, template)) is not None]
    return MatchResult(
        points=points,
        total=total,
        written=sum(written) if total is not None and len(written) == len(games) else None,
        rests_on=rests.get("total", ()),
    )


def _add_up(
    cards: Cards, template: Template, options: Options
) -> tuple[dict[str, int], int | None]:
    """The points of each game that was played, and their sum if all of them are over."""
    games = {card.column: written_on(card, template) for card in cards}
    played = {column: game for column, game in games.items() if plays(game)}
    points = {column: int(points_of(game, template, options)) for column, game in played.items()}
    over = all(is_over(game, template) for game in played.values())
    return points, sum(points.values()) if over else None
