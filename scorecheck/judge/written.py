"""What is written in a player's column, as the game's own types, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorecheck.audit.view import is_filled
from scorecheck.evidence.to_card import card_of
from scorecheck.evidence.types import WeighedCard, WeighedCell
from scorecheck.game.card import Card, Number
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.template import Template
from scorecheck.game.totals import correct_totals
from scorecheck.judge.columns import columns_card

Options = Mapping[str, object]
Written = Card | ColumnsCard
"""One player's game: a card, or the card of a game whose sheet always has several columns."""


def written_on(card: WeighedCard, template: Template) -> Written:
    """What is written, doubtful cells as their likeliest text."""
    return columns_card(card, template) if template.columns else card_of(card, template)


def plays(written: Written) -> bool:
    """Whether anything is written at all."""
    parts = list(_parts(written))
    return bool(written.written) or any(card.entries or card.chips for card in parts)


def is_over(written: Written, template: Template) -> bool:
    """Whether the player's game is: all boxes are filled, or a grand total is written."""
    full = all(is_filled(card.entry(box.id)) for card in _parts(written) for box in template.boxes)
    return full or template.grand_total.id in written.written


def points_of(written: Written, template: Template, options: Options) -> Number:
    """The grand total as it should be."""
    if isinstance(written, ColumnsCard):
        return overall_totals(written, template, options)[template.grand_total.id]
    return correct_totals(written, template, options)[template.grand_total.id]


def written_total(written: Written, template: Template) -> int | None:
    """The grand total on the paper."""
    total = written.written.get(template.grand_total.id)
    return None if total is None else int(total)


def bears_on_points(cell: WeighedCell, template: Template) -> bool:
    """Whether a cell decides on points, on turns or on the end of the game; most sums do not."""
    if cell.alone.field == "sum":
        return cell.alone.box == template.grand_total.id
    return cell.alone.kind != "text"


def _parts(written: Written) -> Iterator[Card]:
    if isinstance(written, ColumnsCard):
        yield from written.columns.values()
    else:
        yield written
