"""What is known of one event at one time: frozen values that standings and exports are made from.

Nothing here knows where it is stored. `points` are the correct total of what is written on the
paper, `written` is the total that the players wrote themselves; both are kept, the first counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scorecheck.game.card import Number
from scorecheck.report.result import CardVerdict

FINAL_SUM = "grand_total"
"""The sum that a game's result is, in every template."""

_new = tuple.__new__
"""Takes half the time of calling a class; an archive has tens of thousands of games."""


@dataclass(frozen=True)
class Event:
    """A tournament: one game, some rounds, and the rules by which it is counted.

    Attributes:
        table_size: the most players at one table.
        seed: of the draws of its tables.
        best_games: how many of a player's games count, the best ones; 0 for all.
        best_players: how many of a team's players count, the best ones; 0 for all.
        ties: names of rules in `ties.RULES`, the first one first.
    """

    id: str
    name: str
    variant: str
    rounds: int
    table_size: int
    seed: str
    ties: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    best_games: int = 0
    best_players: int = 0
    lang: str = "en"
    paper: str = "a4"


@dataclass(frozen=True)
class Player:
    """Somebody who plays; `name` is empty once it was forgotten. Whoever was withdrawn keeps the
    results, and plays in no round that is drawn later."""

    id: str
    number: int
    name: str
    team: str = ""
    withdrawn: bool = False


class CardFacts(NamedTuple):
    """What is known of one column of a sheet; a tuple, as an archive holds tens of thousands.

    `open` is the number of cells in doubt, `findings` that of things that are wrong on the paper,
    or may be: those that rest on cells in doubt are among them.
    """

    column: str
    player: str | None
    status: str
    verdict: str
    points: Number
    written: Number | None = None
    open: int = 0
    findings: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether nothing is written in the column."""
        return self.status == "blank"

    @property
    def is_wrong(self) -> bool:
        """Whether something is surely wrong on the paper."""
        return self.verdict == CardVerdict.FINDINGS

    @property
    def may_be_wrong(self) -> bool:
        """Whether there are findings, but each of them rests on cells in doubt."""
        return self.findings > 0 and not self.is_wrong


class SheetFacts(NamedTuple):
    """A sheet of an event, and what has come in of it; a tuple for the same reason.

    Attributes:
        columns: the players' ids, column by column; None where nobody plays.
        version: of the cards below; 0 while no photo of the sheet is in.
        digest: of the cards, see `code.cards_digest`.
        readings: how often the sheet was seen in a photo.
        contested: the columns on which two photos of the sheet differ and nobody has settled it.
        corrected: whether a corrected sheet took the place of an earlier one.
        by_hand: whether somebody said that a sheet of no event is this one.
    """

    number: int
    round: int
    table: int
    columns: tuple[str | None, ...]
    identity: str
    version: int = 0
    digest: str = ""
    cards: tuple[CardFacts, ...] = ()
    readings: int = 0
    contested: frozenset[str] = frozenset()
    corrected: bool = False
    by_hand: bool = False

    @property
    def is_in(self) -> bool:
        """Whether a photo of it is in the archive."""
        return self.version > 0


@dataclass(frozen=True)
class EventFacts:
    """An event with its players and sheets, both in the order of their numbers."""

    event: Event
    players: tuple[Player, ...] = ()
    sheets: tuple[SheetFacts, ...] = ()

    def player(self, id: str) -> Player:
        """One of the players."""
        return next(player for player in self.players if player.id == id)

    def scores(self) -> Iterator[Score]:
        """The games of all players that sheets are in for; a blank column is no game."""
        for sheet in self.sheets:
            contested = sheet.contested
            for card in sheet.cards:
                column, player, status, _, points, _, open, _ = card
                if not player or status == "blank":
                    continue
                if column in contested:
                    yield _new(Score, (sheet, card, False, None, True))
                else:
                    in_doubt = open > 0 or status != "final"
                    yield _new(Score, (sheet, card, True, points, in_doubt))


class Score(NamedTuple):
    """A player's game in one round, as far as it is known.

    It does not count while two photos of the column differ: which of them is right is not for us
    to say.

    Attributes:
        points: what it counts; None where it does not count yet.
        in_doubt: whether the points may still change: cells in doubt, blank boxes, or two photos
            that differ.
    """

    sheet: SheetFacts
    card: CardFacts
    counts: bool
    points: Number | None
    in_doubt: bool
