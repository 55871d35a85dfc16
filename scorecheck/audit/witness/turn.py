"""What a witness tells: the turns of one legal game, or a conflict of entries."""

from __future__ import annotations

from dataclasses import dataclass

from scorecheck.audit.words import both, show
from scorecheck.game.card import Entry
from scorecheck.game.dice import Roll
from scorecheck.game.ruleset import Ruleset
from scorecheck.languages.phrase import Joined, Named, Phrase, Plural


@dataclass(frozen=True, slots=True)
class Fill:
    """A box filled in a turn. `column` is empty where a card has one column."""

    box: str
    entry: Entry
    column: str = ""

    @property
    def place(self) -> str:
        """`fours`, or `c2.fours` on a sheet of several columns."""
        return f"{self.column}.{self.box}" if self.column else self.box

    def to_json(self) -> dict[str, object]:
        """The place, with the entry as it stands in a card file."""
        entry = self.entry
        if entry.power is None and entry.total is None:
            return {"box": self.place, "entry": entry.base}
        row = {"base": entry.base, "power": entry.power, "total": entry.total}
        return {"box": self.place, "entry": row}


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the dice that were kept at last, the face of the Power die, and what was written.

    `joker` marks a further Yahtzee after the Yahtzee box was used, `chip` that it earned a chip
    (in the column that was filled, where there are several). `note` says what else belongs to it.
    """

    dice: Roll
    fills: tuple[Fill, ...]
    power: str | None = None
    joker: bool = False
    chip: bool = False
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        return {
            "dice": list(self.dice),
            "power": self.power,
            "fills": [fill.to_json() for fill in self.fills],
            "joker": self.joker,
            "chip": self.chip,
            "note": self.note,
        }

    def in_words(self, rules: Ruleset) -> str:
        """`4-4-4-4-6 DOUBLE: Fours 16 × 2 = 32 and 4 of a Kind 1 22 × 2 = 44`."""
        return Joined([self.thrown(rules), self.done(rules)], between=": ")

    def thrown(self, rules: Ruleset) -> str:
        """The dice: `4-4-4-4-6 DOUBLE`."""
        dice = "-".join(map(str, self.dice))
        return f"{dice} {_face_name(rules, self.power)}" if self.power else dice

    def done(self, rules: Ruleset) -> str:
        """What was written, and what else belongs to the turn: `Chance 20 (1 chip)`."""
        fills, besides = both([_fill_words(rules, fill) for fill in self.fills]), self._besides()
        return Joined([fills, Joined([" (", besides, ")"])]) if besides else fills

    def _besides(self) -> str:
        """A further Yahtzee, a chip, a note; mostly nothing."""
        extra = (
            (self.joker, Phrase("a further Yahtzee")),
            (self.chip, Plural("{n} chip", "{n} chips", 1)),
            (bool(self.note), self.note),
        )
        return Joined([text for told, text in extra if told], between=", ")


@dataclass(frozen=True, slots=True)
class Game:
    """One legal game that ends in a card. `of` is `card`, a player (`p2`) or a game (`g2`)."""

    of: str
    turns: tuple[Turn, ...]
    rules: Ruleset

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        return {"of": self.of, "turns": [turn.to_json() for turn in self.turns]}


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry of a conflict: a place, its name, and what it says (`16`, `blank`)."""

    at: str
    name: str
    says: str

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        return {"at": self.at, "name": self.name, "says": self.says}


@dataclass(frozen=True, slots=True)
class Conflict:
    """A smallest set of entries that cannot stand together on a card, and the sentence why."""

    of: str
    claims: tuple[Claim, ...]
    why: str

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        claims = [claim.to_json() for claim in self.claims]
        return {"of": self.of, "entries": claims, "why": self.why}


@dataclass(frozen=True, slots=True)
class Witness:
    """A game for each card that can be, a conflict for each that cannot, and what `began` it."""

    games: tuple[Game, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    began: int | None = None

    @property
    def is_legal(self) -> bool:
        """Whether legal games can have ended so."""
        return not self.conflicts

    def to_json(self) -> dict[str, object]:
        """As in the format scorecheck/audit/1."""
        data: dict[str, object] = {
            "legal": self.is_legal,
            "games": [game.to_json() for game in self.games],
            "conflicts": [conflict.to_json() for conflict in self.conflicts],
        }
        return data if self.began is None else {**data, "began": self.began}


def _face_name(rules: Ruleset, symbol: str) -> str:
    face = rules.faces.get(symbol)
    return face.names[-1] if face else symbol


def _fill_words(rules: Ruleset, fill: Fill) -> str:
    label: str = Named(rules.template.label, fill.box)
    if fill.column:
        label = Joined([Named(rules.template.label, fill.column), label], between=" ")
    entry = fill.entry
    if entry.is_struck:
        return Phrase("{box} struck", box=label)
    face = rules.faces.get(entry.power or "")
    if entry.base is None:
        return Phrase("{box} total {total}", box=label, total=show(entry.total))
    if face is None or face.factor == 1:
        return Joined([label, show(entry.base)], between=" ")
    sum_ = f"{show(entry.base)} × {face.factor} = {show(entry.total)}"
    return Joined([label, sum_], between=" ")
