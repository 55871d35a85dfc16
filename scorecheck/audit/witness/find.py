"""Finds the witness of a card, of a sheet of several columns, of a table, or of several games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorecheck.audit.codes import RULES
from scorecheck.audit.finding import Finding
from scorecheck.audit.reach.turns import possible_turns, seating
from scorecheck.audit.verdict import audit_view
from scorecheck.audit.view import CardView, TableView
from scorecheck.audit.witness.boxes import boxes_in_order, ordinary_turns
from scorecheck.audit.witness.conflict import bars, conflict_of
from scorecheck.audit.witness.doubles import play_with_doubles
from scorecheck.audit.witness.few_players import conflict_of_table
from scorecheck.audit.witness.jokers import play_with_chips
from scorecheck.audit.witness.turn import Claim, Conflict, Game, Turn, Witness
from scorecheck.languages.phrase import Joined, Phrase

_OF_TABLES = tuple(rule.check_table for rule in RULES if rule.check_table)


def witness_of_card(view: CardView, of: str = "card") -> Witness:
    """A legal game that ends in a card of one column, or why there is none.

    A card of which only totals are known gets no game: nobody knows what to play.
    """
    return witness_of_findings(view, audit_view(view).findings, of)


def witness_of_findings(view: CardView, findings: Iterable[Finding], of: str = "card") -> Witness:
    """The same where it is already known what is wrong with the card."""
    against = bars(view, findings)
    if against:
        return Witness(conflicts=(conflict_of(view, against, of),))
    if view.status == "totals-only":
        return Witness()
    return Witness(games=(Game(of, _play(view), view.rules),))


def witness_of_sheet(views: Sequence[CardView], of: str = "card") -> Witness:
    """The same for a sheet of several columns, played together."""
    against = [(view, bars(view, audit_view(view).findings)) for view in views]
    conflicts = [_in_column(conflict_of(view, some, of), view) for view, some in against if some]
    if conflicts:
        fewest = min(conflicts, key=lambda conflict: len(conflict.claims))
        return Witness(conflicts=(fewest,))
    if not views or views[0].status == "totals-only":
        return Witness()
    return Witness(games=(Game(of, _play_columns(views), views[0].rules),))


def witness_of_table(table: TableView) -> Witness:
    """A game of each player of a table, with turns that go round it."""
    alone = [witness_of_card(view, f"p{seat}") for seat, view in enumerate(table.cards, start=1)]
    together = [finding for check in _OF_TABLES for finding in check(table)]
    against = [one for view in table.cards[:1] for one in bars(view, together)]
    conflicts = [*_conflicts(alone), *(conflict_of_table(table, one) for one in against)]
    games = tuple(game for one in alone for game in one.games)
    if conflicts:
        return Witness(games, tuple(conflicts))
    seats = seating(table, [possible_turns(view) for view in table.cards])
    if seats is None or table.rules.template.power is None:
        return Witness(games)
    counted = zip(games, table.cards, seats.turns, strict=True)
    games = tuple(replace(g, turns=play_with_doubles(view, n)) for g, view, n in counted)
    return Witness(games, began=seats.first + 1)


def joined(witnesses: Sequence[Witness]) -> Witness:
    """Witnesses of several games as one."""
    games = tuple(game for one in witnesses for game in one.games)
    return Witness(games, tuple(_conflicts(witnesses)))


def _conflicts(witnesses: Sequence[Witness]) -> list[Conflict]:
    return [conflict for one in witnesses for conflict in one.conflicts]


def _play(view: CardView) -> tuple[Turn, ...]:
    if view.rules.template.power is not None:
        return play_with_doubles(view)
    if view.rules.template.chips is not None:
        return play_with_chips(view.sheet)
    return tuple(ordinary_turns(view, boxes_in_order(view)))


def _play_columns(views: Sequence[CardView]) -> tuple[Turn, ...]:
    if views[0].rules.template.chips is not None:
        return play_with_chips(views)
    return tuple(turn for view in views for turn in ordinary_turns(view, boxes_in_order(view)))


def _in_column(conflict: Conflict, view: CardView) -> Conflict:
    """The same conflict, its places seen from the whole sheet."""
    column = view.rules.column
    if column is None:
        return conflict
    name = view.label(column.id)
    claims = tuple(
        Claim(f"{column.id}.{c.at}", Joined([name, c.name], between=" "), c.says)
        for c in conflict.claims
    )
    why = Joined([Phrase("column {name}", name=name), conflict.why], between=": ")
    return replace(conflict, claims=claims, why=why)
