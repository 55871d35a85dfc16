"""Whether two archives' events of one name are one event; if not, where they part."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields

from scorecheck.archive.facts import Event, EventFacts, Player, SheetFacts
from scorecheck.errors import ArchiveError, quoted
from scorecheck.languages.phrase import Joined, Phrase

_SETTINGS = {
    "name": Phrase("its name"),
    "variant": Phrase("the game"),
    "rounds": Phrase("the number of rounds"),
    "table_size": Phrase("the size of tables"),
    "seed": Phrase("the seed of its draws"),
    "ties": Phrase("the rules for ties"),
    "options": Phrase("the rules of the game"),
    "best_games": Phrase("how many games count"),
    "best_players": Phrase("how many players of a team count"),
    "lang": Phrase("the language of its sheets"),
    "paper": Phrase("the paper of its sheets"),
}
_TOLD = 5


def check_same(here: EventFacts, there: EventFacts, taken: Collection[int]) -> None:
    """Refuse two events that only share their name.

    Players and sheets that only one of them has are fine.

    Args:
        taken: the numbers of sheets of other events in this archive.

    Raises:
        ArchiveError: they differ, and where.
    """
    differ = [*_settings(here.event, there.event), *_players(here, there), *_sheets(here, there)]
    if differ:
        told = [*differ[:_TOLD], *(["…"] if len(differ) > _TOLD else [])]
        raise ArchiveError(
            Phrase(
                "{name} in this archive and in the file are not one event: {differences}",
                name=quoted(here.event.name),
                differences=Joined(told, between="; "),
            ),
            help=Phrase(
                "nothing was changed; make an event in one archive only, draw its rounds there, "
                "and take it to the others with `scorecheck archive export` and `import`"
            ),
            code="archive-differs",
        )
    own = {sheet.number for sheet in here.sheets}
    clash = ({sheet.number for sheet in there.sheets} - own) & set(taken)
    if clash:
        raise numbers_taken(clash)


def numbers_taken(numbers: Collection[int]) -> ArchiveError:
    """Another event has sheets of these numbers."""
    return ArchiveError(
        Phrase(
            "another event in this archive has sheets of the same numbers: {numbers}",
            numbers=Joined(sorted(numbers)[:10], between=", "),
        ),
        help=Phrase("import it into an archive of its own: `scorecheck archive new`"),
        code="archive-misfit",
    )


def _settings(here: Event, there: Event) -> Iterator[str]:
    for field in fields(Event):
        one, other = getattr(here, field.name), getattr(there, field.name)
        if one != other and field.name in _SETTINGS:
            yield Phrase(
                "{setting} ({here} here, {there} there)",
                setting=_SETTINGS[field.name],
                here=_plain(one),
                there=_plain(other),
            )


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{key}={value[key]}" for key in sorted(value)) or "–"
    return str(value)


def _players(here: EventFacts, there: EventFacts) -> Iterator[str]:
    own = {player.number: player for player in here.players}
    for player in there.players:
        known = own.get(player.number)
        if known is not None and not _is_same(known, player):
            yield Phrase(
                "player no. {number} ({here} here, {there} there)",
                number=player.number,
                here=_called(known),
                there=_called(player),
            )


def _is_same(one: Player, other: Player) -> bool:
    """Names that were forgotten in one of the archives part nobody."""
    return one.team == other.team and (not one.name or not other.name or one.name == other.name)


def _called(player: Player) -> str:
    name = player.name or Phrase("player no. {number}", number=player.number)
    return Joined([name, player.team], between=", ") if player.team else name


def _sheets(here: EventFacts, there: EventFacts) -> Iterator[str]:
    own = {sheet.number: sheet for sheet in here.sheets}
    for sheet in there.sheets:
        known = own.get(sheet.number)
        if known is not None and _seats(here, known) != _seats(there, sheet):
            yield Phrase(
                "sheet {number} (round {round}, table {table} here; round {other_round}, table "
                "{other_table} there, or other players)",
                number=sheet.number,
                round=known.round,
                table=known.table,
                other_round=sheet.round,
                other_table=sheet.table,
            )


def _seats(facts: EventFacts, sheet: SheetFacts) -> tuple[object, ...]:
    players = [None if one is None else facts.player(one).number for one in sheet.columns]
    return sheet.round, sheet.table, players, sheet.identity
