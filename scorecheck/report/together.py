"""What the cards of a sheet come to together, in words: who stands how, who won, games added up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from scorecheck.audit.standing import Seat
from scorecheck.audit.words import both, values_in_words
from scorecheck.languages.phrase import Joined, Phrase, Plural
from scorecheck.report.result import (
    CardStatus,
    CardVerdict,
    MatchResult,
    PlayerResult,
    SheetResult,
    TableResult,
)
from scorecheck.report.words import cell_place, column_name, findings_words, rests_on

THIS = Phrase("this")
TABLE = Phrase("the table")


def seat_words(seat: Seat, *, final: bool) -> str:
    """Whether a card is finished, and what its blanks mean."""
    if seat.finished:
        return Phrase("finished")
    blanks = seat.boxes - seat.filled
    if not final:
        return Plural("in play, {n} blank", "in play, {n} blanks", blanks)
    if seat.blanks_legal:
        return Plural(
            "{n} blank, legal at the end of the game",
            "{n} blanks, legal at the end of the game",
            blanks,
        )
    return Plural(
        "{n} blank, not legal at the end of the game",
        "{n} blanks, not legal at the end of the game",
        blanks,
    )


def lead_words(names: Sequence[str], points: object, *, final: bool, in_doubt: bool = False) -> str:
    """Who has the most points: the winner, a shared win, or who is ahead.

    Args:
        in_doubt: whether somebody else may have it; then it only seems so.
    """
    told = {"names": both(names), "points": points}
    if in_doubt:
        return _seems(told, len(names), final=final)
    if final:
        return Plural(
            "the winner is {names} with {points} points",
            "a tie: {names} share the win with {points} points",
            len(names),
            **told,
        )
    return Plural(
        "{names} leads with {points} points",
        "{names} are level in the lead with {points} points",
        len(names),
        **told,
    )


def _seems(told: Mapping[str, object], number: int, *, final: bool) -> str:
    if final:
        return Plural(
            "{names} seems to win with {points} points",
            "it seems to be a tie: {names} share the win with {points} points",
            number,
            **told,
        )
    return Plural(
        "{names} seems to lead with {points} points",
        "{names} seem to be level in the lead with {points} points",
        number,
        **told,
    )


def name_on(sheet: SheetResult, column: str) -> str:
    """`player 1`, and who that is where an archive knows it: `player 1 (Anna Ek)`."""
    usual = column_name(column)
    return sheet.played.column_name(column, usual) if sheet.played else usual


def table_lead(table: TableResult, called: Callable[[str], str] = column_name) -> str:
    """Who leads or has won, with how many points; a `?` after points that hang on doubt.

    Args:
        called: what to call a player, by the column.
    """
    names = [called(player.column) for player in table.leaders]
    final = table.status is CardStatus.FINAL
    unsure = any(player.rests_on for player in table.leaders)
    points = f"{table.leaders[0].seat.points}{'?' * unsure}"
    return lead_words(names, points, final=final, in_doubt=bool(table.lead_rests_on))


def table_summary(table: TableResult) -> str:
    """The table's verdict in a few words."""
    lead = table_lead(table)
    return Joined([*findings_words(table.findings), lead], between="; ")


def doubtful_totals(sheet: SheetResult) -> frozenset[str]:
    """The columns whose grand total a person has to look at: what is written there is not known."""
    grand = sheet.template.grand_total.id
    return frozenset(
        card.column for card in sheet.cards for cell in card.doubtful if cell.box == grand
    )


def as_written(
    table: TableResult,
    doubtful: Collection[str] = (),
    called: Callable[[str], str] = column_name,
) -> str:
    """Who would have won by the grand totals on the paper; empty where it is the same.

    Args:
        doubtful: the columns whose grand total is in doubt; then a `?` stands after the points.
        called: what to call a player, by the column.
    """
    totals = {player.column: player.written for player in table.players}
    told = [total for total in totals.values() if total is not None]
    if not table.winners or len(told) < len(totals):
        return ""
    best = [column for column, total in totals.items() if total == max(told)]
    if best == [player.column for player in table.winners]:
        return ""
    points = f"{max(told)}{'?' * any(column in doubtful for column in totals)}"
    lead = lead_words([called(column) for column in best], points, final=True)
    return Phrase("by the grand totals as written: {lead}", lead=lead)


def table_heads(sheet: SheetResult) -> tuple[str, ...]:
    """The headings of `table_row`."""
    turns = (Phrase("turns"),) if sheet.template.power else ()
    return ("", Phrase("boxes"), Phrase("card"), *turns, Phrase("points"))


def table_row(sheet: SheetResult, table: TableResult, player: PlayerResult) -> tuple[str, ...]:
    """How one player stands; `?` after points that hang on a doubtful cell, or beside which the
    paper may say something else, and `perhaps` before what is said of a card that does."""
    unsure = bool(player.rests_on) or player.column in doubtful_totals(sheet)
    seat = player.seat
    card = seat_words(seat, final=table.status is CardStatus.FINAL)
    turns: tuple[str, ...] = ()
    if sheet.template.power:
        turns = (values_in_words(seat.turns) if seat.turns else Phrase("none possible"),)
    return (
        name_on(sheet, player.column),
        Phrase("{filled} of {boxes}", filled=seat.filled, boxes=seat.boxes),
        Phrase("perhaps {card}", card=card) if player.card_rests_on else card,
        *turns,
        f"{seat.points}{'?' * unsure}",
    )


def card_rests(sheet: SheetResult, player: PlayerResult) -> str:
    """On which doubtful cells it hangs how a player's card stands; empty where on none."""
    what = Phrase("the card of {player}", player=column_name(player.column))
    return rests_sentence(sheet, player.card_rests_on, what)


def match_summary(match: MatchResult, doubtful: Collection[str] = ()) -> str:
    """Several games together; empty while one of them is in play. `doubtful` as in `as_written`."""
    if match.total is None:
        return ""
    total = f"{match.total}{'?' * bool(match.rests_on)}"
    if match.written in (None, match.total):
        return Phrase("{total} points", total=total)
    written = f"{match.written}{'?' * any(column in doubtful for column in match.points)}"
    return Phrase(
        "{total} points; the grand totals as written come to {written}",
        total=total,
        written=written,
    )


def match_verdict(match: MatchResult, doubtful: Collection[str] = ()) -> CardVerdict:
    """What the sum comes to: whether it is right as written, and whether it hangs on doubt."""
    unsure = any(column in doubtful for column in match.points)
    if match.written not in (None, match.total) and not unsure:
        return CardVerdict.FINDINGS
    return CardVerdict.DOUBT if match.rests_on or unsure else CardVerdict.CLEAN


def match_name(match: MatchResult) -> str:
    """`game 1, game 2 and game 4 together`."""
    return Phrase("{games} together", games=both([column_name(game) for game in match.points]))


def outcome_words(sheet: SheetResult) -> str:
    """The outcome in the fewest words, for a legend; empty where there is none."""
    if sheet.table is not None and sheet.table.winners:
        return Plural(
            "winner: {names}{doubt}",
            "tie: {names}{doubt}",
            len(sheet.table.winners),
            names=both([column_name(player.column) for player in sheet.table.winners]),
            doubt="?" * bool(sheet.table.lead_rests_on),
        )
    if sheet.match is not None and sheet.match.total is not None:
        return Phrase(
            "{games} games: {total}{doubt} points",
            games=len(sheet.match.points),
            total=sheet.match.total,
            doubt="?" * bool(sheet.match.rests_on),
        )
    return ""


def lead_name(table: TableResult) -> str:
    """What it is that the leaders have: the win, or only the lead."""
    return Phrase("the win") if table.winners else Phrase("the lead")


def rests_sentence(sheet: SheetResult, cells: Sequence[str], what: str = THIS) -> str:
    """`this rests on player 2: Chance, which is in doubt`; empty for no cells."""
    names = [
        Joined([column_name(card.column), cell_place(sheet.template, cell)], between=": ")
        for card in sheet.cards
        for cell in card.cells
        if cell.cell in cells
    ]
    return Joined([what, rests_on(names)], between=" ") if names else ""
