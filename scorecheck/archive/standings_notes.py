"""What stands below standings: how they were counted, and what may still change them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.archive.facts import EventFacts
from scorecheck.archive.shown import MARK, player_name, row_name
from scorecheck.archive.standings import Standings
from scorecheck.archive.status import unprinted
from scorecheck.archive.ties import find_tie, ties_sentence
from scorecheck.languages.phrase import Joined, Phrase, Plural

MOST_PARTED = 6
"""Of so many pairs with equal points it is said which rule parted them."""


def notes(table: Standings) -> Iterator[str]:
    """How it was counted, and what may still change it, in sentences."""
    event = table.facts.event
    if table.rows and not any(row.played for row in table.rows):
        yield Phrase("Nothing has been played yet, or no sheet of it is in: nobody has a place.")
    if event.best_games:
        yield Plural(
            "Of each player the best game counts.",
            "Of each player the best {n} games count.",
            event.best_games,
        )
    yield from team_notes(table)
    yield ties_sentence(event.ties)
    yield from parted(table)
    yield Phrase("The right totals count, not those that the players wrote.")
    yield from _wrong_sheets(table)
    if any(row.may_change for row in table.rows):
        yield Phrase("{mark} may still change: look at the sheets in doubt.", mark=MARK)
    missing = [
        str(one.number) for one in table.facts.sheets if not one.is_in and one.round in table.rounds
    ]
    if missing:
        yield Plural(
            "Sheet {numbers} is missing.",
            "{n} sheets are missing: {numbers}.",
            len(missing),
            numbers=_some(missing),
        )
    yield from unprinted_note(table.facts, table.rounds)
    yield from withdrawn_note(table.facts)


def withdrawn_note(facts: EventFacts) -> Iterator[str]:
    """Who plays no more."""
    gone = [player_name(one) for one in facts.players if one.withdrawn]
    if gone:
        yield Phrase(
            "Withdrawn: {names}. What they have played counts.", names=Joined(gone, between=", ")
        )


def unprinted_note(facts: EventFacts, rounds: Sequence[int] | None = None) -> Iterator[str]:
    """Which rounds have no sheets yet, of all or of some."""
    found = [str(one) for one in unprinted(facts) if rounds is None or one in rounds]
    if found:
        yield Plural(
            "No sheets of round {numbers} have been printed yet.",
            "No sheets of rounds {numbers} have been printed yet.",
            len(found),
            numbers=_some(found),
        )


def _wrong_sheets(table: Standings) -> Iterator[str]:
    """On which sheets something is wrong, and on which only if doubtful cells are as read."""
    sheets = [one for one in table.facts.sheets if one.round in table.rounds]
    wrong = [str(one.number) for one in sheets if any(card.is_wrong for card in one.cards)]
    if wrong:
        yield Plural(
            "Something is wrong on the paper of sheet {numbers}.",
            "Something is wrong on the paper of {n} sheets: {numbers}.",
            len(wrong),
            numbers=_some(wrong),
        )
    perhaps = [str(one.number) for one in sheets if any(card.may_be_wrong for card in one.cards)]
    if perhaps:
        yield Plural(
            "Something may be wrong on the paper of sheet {numbers}: that depends on cells in "
            "doubt.",
            "Something may be wrong on the paper of {n} sheets: {numbers}. That depends on cells "
            "in doubt.",
            len(perhaps),
            numbers=_some(perhaps),
        )


def _some(numbers: list[str]) -> str:
    """The first of many numbers."""
    return Joined(numbers[:20] + ["…"] * (len(numbers) > 20), between=", ")


def team_notes(table: Standings) -> Iterator[str]:
    """How many of each team count, where not all do."""
    event = table.facts.event
    if table.kind == "team" and event.best_players:
        yield Plural(
            "Of each team the best player counts.",
            "Of each team the best {n} players count.",
            event.best_players,
        )


def parted(table: Standings) -> Iterator[str]:
    """Which rule parted whom; of many pairs only the first."""
    pairs = zip(table.rows, table.rows[1:], strict=False)
    found = [(above, row) for above, row in pairs if row.parted]
    told = found if len(found) <= MOST_PARTED else found[: MOST_PARTED - 1]
    for above, row in told:
        yield Phrase(
            "{first} stands before {second} by: {rule}.",
            first=row_name(above),
            second=row_name(row),
            rule=find_tie(row.parted).says,
        )
    if len(found) > len(told):
        yield Plural(
            "{n} more pair with equal points is parted by the same rules.",
            "{n} more pairs with equal points are parted by the same rules.",
            len(found) - len(told),
        )
