"""Who stands where: players or teams by their points, over all rounds or in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scorecheck.archive.bulk import no_collecting
from scorecheck.archive.facts import EventFacts, Player, Score
from scorecheck.archive.ties import Measures, Record, Tie, ties_named
from scorecheck.game.card import Number

Kind = Literal["player", "team"]


class Row(NamedTuple):
    """One line of the standings; a tuple, as there may be thousands.

    Attributes:
        place: from 1; equal ones share it, and those without a game are the last.
        number: of the player; of a team, that of its first player.
        name: empty for a player whose name was forgotten.
        points: of each round that is counted; None where there is no game that counts.
        counted: for each round, whether it is among those that make up the total.
        doubtful: for each round, whether its points may still change.
        parted: the name of the rule for ties that put this line below the one above it, which
            has the same total; empty where their totals differ or they share the place.
        members: of a team, its players' numbers.
    """

    place: int
    number: int
    name: str
    team: str
    points: tuple[Number | None, ...]
    counted: tuple[bool, ...]
    doubtful: tuple[bool, ...]
    total: Number
    wins: int
    parted: str = ""
    members: tuple[int, ...] = ()

    @property
    def played(self) -> int:
        """How many games count."""
        return sum(one is not None for one in self.points)

    @property
    def rank(self) -> int | None:
        """The place as people are told it: nobody has one before a game of theirs counts."""
        return self.place if self.played else None

    @property
    def may_change(self) -> bool:
        """Whether any of its points may."""
        return any(self.doubtful)


@dataclass(frozen=True)
class Standings:
    """The lines in their order, and the rounds that their points are of."""

    facts: EventFacts
    kind: Kind
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def may_change(self) -> bool:
        """Whether anything in doubt, or a sheet that is missing, may change them."""
        missing = any(not s.is_in and s.round in self.rounds for s in self.facts.sheets)
        return missing or any(row.may_change for row in self.rows)


def standings(
    facts: EventFacts, kind: Kind = "player", rounds: Sequence[int] | None = None
) -> Standings:
    """The standings of an event.

    Args:
        kind: players, or teams (of players who have one).
        rounds: which rounds count; None for all.
    """
    chosen = tuple(rounds or range(1, facts.event.rounds + 1))
    with no_collecting():
        rows = _player_rows(facts, chosen)
        if kind == "team":
            rows = _team_rows(facts, rows)
        return Standings(facts, kind, chosen, tuple(_placed(rows, facts)))


def winners(scores: Iterable[Score]) -> set[tuple[int, str]]:
    """Rounds and players who had the most points at their table."""
    tables: dict[tuple[int, int], tuple[Number, list[str]]] = {}
    for sheet, card, counts, _, _ in scores:
        if not counts:
            continue
        place, points = (sheet.round, sheet.table), card.points
        most = tables.get(place)
        if most is None or points > most[0]:
            tables[place] = (points, [card.player or ""])
        elif points == most[0]:
            most[1].append(card.player or "")
    return {(place[0], player) for place, (_, ahead) in tables.items() for player in ahead}


def _player_rows(facts: EventFacts, rounds: Sequence[int]) -> list[Row]:
    games: dict[str, dict[int, Score]] = {player.id: {} for player in facts.players}
    scores = list(facts.scores())
    for score in scores:
        games[score.card.player or ""][score.sheet.round] = score
    wins = Counter(player for round, player in winners(scores) if round in rounds)
    best = facts.event.best_games
    return [
        _row(player, [games[player.id].get(round) for round in rounds], wins[player.id], best)
        for player in facts.players
    ]


def _row(player: Player, scores: Sequence[Score | None], wins: int, best: int) -> Row:
    points = tuple([None if score is None else score.points for score in scores])
    counted = _best(points, best)
    return Row(
        place=0,
        number=player.number,
        name=player.name,
        team=player.team,
        points=points,
        counted=counted,
        doubtful=tuple([score is not None and score.in_doubt for score in scores]),
        total=_total(points, counted),
        wins=wins,
    )


def _best(points: Sequence[Number | None], best: int) -> tuple[bool, ...]:
    """Which of the points count; of equal ones the earlier."""
    if not best:
        return tuple([one is not None for one in points])
    there = [at for at, one in enumerate(points) if one is not None]
    there.sort(key=lambda at: (-(points[at] or 0), at))
    chosen = set(there[:best])
    return tuple([at in chosen for at in range(len(points))])


def _total(points: Sequence[Number | None], counted: Sequence[bool]) -> Number:
    return sum(one or 0 for one, counts in zip(points, counted, strict=True) if counts)


def _team_rows(facts: EventFacts, players: Sequence[Row]) -> list[Row]:
    teams: dict[str, list[Row]] = {}
    for row in players:
        if row.team:
            teams.setdefault(row.team, []).append(row)
    rows = []
    for team, members in teams.items():
        best = sorted(members, key=lambda row: (-row.total, row.number))
        best = best[: facts.event.best_players or None]
        rounds = range(len(best[0].points))
        points = tuple(_sum_of_round(best, at) for at in rounds)
        rows.append(
            Row(
                place=0,
                number=members[0].number,
                name=team,
                team=team,
                points=points,
                counted=tuple(one is not None for one in points),
                doubtful=tuple(any(row.doubtful[at] for row in members) for at in rounds),
                total=sum(row.total for row in best),
                wins=sum(row.wins for row in best),
                members=tuple(row.number for row in members),
            )
        )
    return rows


def _sum_of_round(rows: Sequence[Row], at: int) -> Number | None:
    there = [row.points[at] for row in rows if row.counted[at]]
    return sum(one or 0 for one in there) if there else None


def _placed(rows: Sequence[Row], facts: EventFacts) -> list[Row]:
    """The rows in their order, with their places."""
    rules, seed = ties_named(facts.event.ties), facts.event.seed

    def measures(row: Row) -> tuple[Measures, ...]:
        record = Record(row.number, row.points, row.wins)
        return tuple(rule.measures(record, seed) for rule in rules)

    def points(row: Row) -> tuple[bool, Number]:
        return row.played > 0, row.total  # even nothing, where that was played for, is more

    keyed = sorted(((points(row), measures(row)), -row.number, row) for row in rows)
    placed: list[Row] = []
    last: tuple[tuple[bool, Number], tuple[Measures, ...]] | None = None
    for at, (key, _, row) in enumerate(reversed(keyed), start=1):
        place, parted = at, ""
        if last is not None and last[0] == key[0]:
            parted = _parting(rules, last[1], key[1])
            place = at if parted else placed[-1].place
        placed.append(row._replace(place=place, parted=parted))
        last = key
    return placed


def _parting(rules: Sequence[Tie], above: Sequence[Measures], below: Sequence[Measures]) -> str:
    """The first rule in which two rows differ."""
    for rule, one, other in zip(rules, above, below, strict=True):
        if one != other:
            return rule.name
    return ""
