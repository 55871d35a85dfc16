"""The event code: a few letters that are equal for everyone whose data of an event agree.

It depends on what is on the sheets and on nothing else: not on the order in which photos came in,
nor on how often, nor on names, which may be forgotten, nor on when anything was written down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorecheck.archive.facts import EventFacts, SheetFacts
from scorecheck.archive.record import digest
from scorecheck.game.card import Number

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which people mistake for others."""

_CONFLICT = "conflict"


def cards_digest(cards: Sequence[Mapping[str, Any]]) -> str:
    """SHA-256, in hex, of what the cards of a version say.

    Args:
        cards: as in the body of a `version` record.
    """
    told = [
        [
            card["column"],
            card["status"],
            sorted(card["texts"].items()),
            sorted(card["open"]),
            sorted((name, _plain(correct)) for name, (_, correct) in card["totals"].items()),
        ]
        for card in sorted(cards, key=lambda card: str(card["column"]))
    ]
    return digest(told)


def event_code(facts: EventFacts) -> str:
    """The code of an event as it stands, such as `K7QF-2M9D` (40 bits)."""
    event, numbers = facts.event, {player.id: player.number for player in facts.players}
    told = [
        [event.name, event.variant, sorted(event.options.items()), event.rounds],
        [list(event.ties), event.best_games, event.best_players],
        [[player.number, player.team] for player in facts.players],
        [_sheet(sheet, numbers) for sheet in facts.sheets],
    ]
    bits = int(digest(told)[:10], 16)
    letters = "".join(_LETTERS[bits >> shift & 31] for shift in range(35, -1, -5))
    return f"{letters[:4]}-{letters[4:]}"


def _sheet(sheet: SheetFacts, numbers: Mapping[str, int]) -> list[object]:
    players = [None if one is None else numbers[one] for one in sheet.columns]
    said = _CONFLICT if sheet.contested else sheet.digest
    return [sheet.number, sheet.round, sheet.table, players, said]


def _plain(number: Number | None) -> str:
    """The same text for 9 and 9.0."""
    return str(int(number)) if number is not None and number == int(number) else str(number)
