"""Players who come to an event after it was made, and those who leave it before its end."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.archive.event_facts import event_facts, find_event
from scorecheck.archive.facts import EventFacts, Player
from scorecheck.archive.player_list import LONGEST_NAME, MOST_PLAYERS, Entrant, tidy
from scorecheck.archive.store import Archive, Change
from scorecheck.errors import UsageError, quoted
from scorecheck.languages.phrase import Joined, Phrase


def add_players(
    archive: Archive, event: str | None, names: Sequence[str], team: str = ""
) -> tuple[Player, ...]:
    """Write more players into an event; they get the next numbers.

    Sheets that were drawn stay as they are: whoever is new plays from the next drawn round on.

    Args:
        event: its id or name; None for the only one.

    Raises:
        UsageError: no such event; a name that is empty, too long, or there already.
        ArchiveError: the archive cannot be written to.
    """
    wanted = [tidy(name) for name in names]
    with archive.write() as change:
        facts = event_facts(change.connection, find_event(change.connection, event))
        _check_names(facts, wanted, tidy(team))
        for number, name in enumerate(wanted, start=_next_number(facts)):
            write_player(change, facts.event.id, number, Entrant(name, tidy(team)))
        after = event_facts(change.connection, facts.event.id)
    return after.players[len(facts.players) :]


def write_player(change: Change, event: str, number: int, entrant: Entrant) -> None:
    """Write one player into an event.

    Args:
        event: its id.
        number: of the player; each in the event has another.
    """
    body = {
        "event": event,
        "player": f"{event}/{number}",
        "name": change.commit_name(entrant.name),
        "team": entrant.team or None,
        "number": number,
    }
    change.append("player", body)


def withdraw(archive: Archive, event: str | None, who: str, *, back: bool = False) -> Player:
    """Write down that a player plays no more, or does so again; results stay.

    Args:
        who: the player's name, number or id.
        back: the player plays again.

    Raises:
        UsageError: no such event or player, several players, or nothing that would change.
        ArchiveError: the archive cannot be written to.
    """
    with archive.write() as change:
        facts = event_facts(change.connection, find_event(change.connection, event))
        player = find_player(facts, who)
        if player.withdrawn is not back:
            name = quoted(player.name or str(player.number))
            raise UsageError(
                Phrase("{name} was not withdrawn", name=name)
                if back
                else Phrase("{name} was withdrawn already", name=name),
                help=Phrase("`scorecheck event status` names those who were withdrawn"),
                code="withdrawn",
            )
        told = {"event": facts.event.id, "player": player.id, "out": not back}
        change.append("withdrawn", told)
    return player


def find_player(facts: EventFacts, who: str) -> Player:
    """A player by name, in capitals or not, by number, or by id.

    Raises:
        UsageError: there is none, or one is called as another is numbered.
    """
    wanted = tidy(who).casefold()
    found = [player for player in facts.players if player.id == wanted] or [
        player
        for player in facts.players
        if wanted and wanted in (player.name.casefold(), str(player.number))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise UsageError(
            Phrase(
                "{name} may be several players: {players}",
                name=quoted(who),
                players=Joined([_named(player) for player in found], between=", "),
            ),
            help=Phrase("give the id of the one that is meant, such as {id}", id=found[0].id),
            code="several-players",
        )
    raise UsageError(
        Phrase("there is no player {name}", name=quoted(who)),
        help=Phrase("give a name as it stands in the standings, or a number"),
        code="player",
    )


def _named(player: Player) -> str:
    return f"{player.id} ({player.name})" if player.name else player.id


def _check_names(facts: EventFacts, names: Sequence[str], team: str) -> None:
    known = {player.name.casefold(): player.number for player in facts.players if player.name}
    if len(facts.players) + len(names) > MOST_PLAYERS:
        raise _refused(Phrase("more than {most} players", most=MOST_PLAYERS))
    for number, name in enumerate(names, start=_next_number(facts)):
        if not name:
            raise _refused(Phrase("a player needs a name"))
        if max(len(name), len(team)) > LONGEST_NAME:
            raise _refused(Phrase("a name is longer than {most} letters", most=LONGEST_NAME))
        if name.casefold() in known:
            raise _refused(
                Phrase(
                    "{name} is player no. {number} already",
                    name=quoted(name),
                    number=known[name.casefold()],
                )
            )
        known[name.casefold()] = number


def _next_number(facts: EventFacts) -> int:
    """The number of whoever comes next; that of somebody whose name was forgotten stays taken."""
    return max((one.number for one in facts.players), default=0) + 1


def _refused(why: str) -> UsageError:
    return UsageError(
        why,
        help=Phrase("two players of one name need something that tells them apart"),
        code="players",
    )
