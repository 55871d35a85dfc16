"""What the cards of a sheet come to together, in words: who stands how, who won, games added up."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.audit.standing import Seat
from scorecheck.audit.words import both, values_in_words
from scorecheck.report.result import (
    CardStatus,
    CardVerdict,
    MatchResult,
    PlayerResult,
    SheetResult,
    TableResult,
)
from scorecheck.report.words import cell_place, column_name, count, rests_on


def seat_words(seat: Seat, *, final: bool) -> str:
    """Whether a card is finished, and what its blanks mean."""
    if seat.finished:
        return "finished"
    blanks = count(seat.boxes - seat.filled, "blank")
    if not final:
        return f"in play, {blanks}"
    return f"{blanks}, {'legal' if seat.blanks_legal else 'not legal'} at the end of the game"


def lead_words(names: Sequence[str], points: object, *, final: bool) -> str:
    """Who has the most points: the winner, a shared win, or who is ahead."""
    told, tie = both(names), len(names) > 1
    if final:
        told = f"a tie: {told} share the win" if tie else f"the winner is {told}"
    else:
        told = f"{told} are level in the lead" if tie else f"{told} leads"
    return f"{told} with {points} points"


def table_summary(table: TableResult) -> str:
    """The table's verdict in a few words."""
    leaders = table.leaders
    names = [column_name(player.column) for player in leaders]
    final = table.status is CardStatus.FINAL
    lead = lead_words(names, leaders[0].seat.points, final=final)
    found = f"{count(len(table.findings), 'finding')}; " if table.findings else ""
    return found + lead


def as_written(table: TableResult) -> str:
    """Who would have won by the grand totals on the paper; empty where it is the same."""
    totals = {player.column: player.written for player in table.players}
    told = [total for total in totals.values() if total is not None]
    if not table.winners or len(told) < len(totals):
        return ""
    best = [column for column, total in totals.items() if total == max(told)]
    if best == [player.column for player in table.winners]:
        return ""
    lead = lead_words([column_name(column) for column in best], max(told), final=True)
    return f"by the grand totals as written: {lead}"


def table_heads(sheet: SheetResult) -> tuple[str, ...]:
    """The headings of `table_row`."""
    turns = ("turns",) if sheet.template.power else ()
    return ("", "boxes", "card", *turns, "points")


def table_row(sheet: SheetResult, table: TableResult, player: PlayerResult) -> tuple[str, ...]:
    """How one player stands; `?` after points that hang on a doubtful cell."""
    seat = player.seat
    turns: tuple[str, ...] = ()
    if sheet.template.power:
        turns = (values_in_words(seat.turns) if seat.turns else "none possible",)
    return (
        column_name(player.column),
        f"{seat.filled} of {seat.boxes}",
        seat_words(seat, final=table.status is CardStatus.FINAL),
        *turns,
        f"{seat.points}{'?' * bool(player.rests_on)}",
    )


def match_summary(match: MatchResult) -> str:
    """Several games together; empty while one of them is in play."""
    if match.total is None:
        return ""
    written = ""
    if match.written not in (None, match.total):
        written = f"; the grand totals as written come to {match.written}"
    return f"{match.total} points{written}"


def match_verdict(match: MatchResult) -> CardVerdict:
    """What the sum comes to: whether it is right as written, and whether it hangs on doubt."""
    if match.written not in (None, match.total):
        return CardVerdict.FINDINGS
    return CardVerdict.DOUBT if match.rests_on else CardVerdict.CLEAN


def match_name(match: MatchResult) -> str:
    """`game 1, game 2 and game 4 together`."""
    return f"{both([column_name(column) for column in match.points])} together"


def outcome_words(sheet: SheetResult) -> str:
    """The outcome in the fewest words, for a legend; empty where there is none."""
    if sheet.table is not None and sheet.table.winners:
        names = both([column_name(player.column) for player in sheet.table.winners])
        kind = "tie" if len(sheet.table.winners) > 1 else "winner"
        return f"{kind}: {names}{'?' * bool(sheet.table.lead_rests_on)}"
    if sheet.match is not None and sheet.match.total is not None:
        doubt = "?" * bool(sheet.match.rests_on)
        return f"{len(sheet.match.points)} games: {sheet.match.total}{doubt} points"
    return ""


def lead_name(table: TableResult) -> str:
    """What it is that the leaders have: the win, or only the lead."""
    return "the win" if table.winners else "the lead"


def rests_sentence(sheet: SheetResult, cells: Sequence[str], what: str = "this") -> str:
    """`this rests on player 2: Chance, which is in doubt`; empty for no cells."""
    names = [
        f"{column_name(card.column)}: {cell_place(sheet.template, cell)}"
        for card in sheet.cards
        for cell in card.cells
        if cell.cell in cells
    ]
    return f"{what} {rests_on(names)}" if names else ""
