"""How the players of one table stand: who finished, legal blanks, turns, points and the lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecheck.audit.columns import column_views
from scorecheck.audit.reach.turns import possible_turns
from scorecheck.audit.view import TableView, winners
from scorecheck.game.card import Number
from scorecheck.game.columns import ColumnsCard, overall_totals
from scorecheck.game.template import Template


@dataclass(frozen=True)
class Seat:
    """One player, or the team that shares a column.

    `turns` are the numbers of turns that can have filled the card; empty where none can.
    `blanks_legal` says that the blank boxes may be blank as the game stands. `leads` marks the
    most points; with several such players the win is shared.
    """

    number: int
    name: str
    filled: int
    boxes: int
    blanks_legal: bool
    turns: tuple[int, ...]
    points: Number
    leads: bool

    @property
    def finished(self) -> bool:
        """Whether every box is filled."""
        return self.filled == self.boxes

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        return {
            "player": self.number,
            "name": self.name,
            "finished": self.finished,
            "filled": self.filled,
            "boxes": self.boxes,
            "blanks_legal": self.blanks_legal,
            "turns": list(self.turns),
            "points": self.points,
            "leads": self.leads,
        }


def standings(table: TableView, names: Sequence[str] = ()) -> tuple[Seat, ...]:
    """The players of a table in their seats.

    Args:
        names: of the players or teams; empty where they are not told.
    """
    best = winners(table.points)
    boxes = len(table.rules.template.boxes)
    may_be_blank = table.status != "final" or (
        table.rules.template.ends_at_first_full and bool(table.full_seats)
    )
    return tuple(
        Seat(
            number=seat,
            name=_name(names, seat),
            filled=len(view.filled),
            boxes=boxes,
            blanks_legal=view.is_full or may_be_blank,
            turns=tuple(sorted(possible_turns(view))),
            points=points,
            leads=seat in best,
        )
        for seat, (view, points) in enumerate(zip(table.cards, table.points, strict=True), start=1)
    )


def standings_of_sheets(
    sheets: Sequence[ColumnsCard],
    template: Template,
    options: Mapping[str, object],
    status: str,
    names: Sequence[str] = (),
) -> tuple[Seat, ...]:
    """The same for a game whose sheet has several columns; every turn fills one box."""
    last = template.overall[-1].id
    points = [overall_totals(sheet, template, options)[last] for sheet in sheets]
    best, boxes = winners(points), len(template.boxes) * len(template.columns)
    seats = []
    for seat, sheet in enumerate(sheets, start=1):
        views = column_views(sheet, template, options, "in-progress")
        filled = sum(len(view.filled) for view in views.values())
        seats.append(
            Seat(
                number=seat,
                name=_name(names, seat),
                filled=filled,
                boxes=boxes,
                blanks_legal=filled == boxes or status != "final",
                turns=(filled,),
                points=points[seat - 1],
                leads=seat in best,
            )
        )
    return tuple(seats)


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat - 1] if names else ""
