"""The named scoring patterns that templates choose from.

A pattern answers one question: which scores, besides 0, can this roll earn? Most rolls earn one
score or none; a roll with two pairs can earn either as "one pair", so the answer is a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scorecheck.game.dice import FACES, Roll, all_rolls

Score = int | tuple[int, ...] | Literal["all", "match"]
"""A fixed score, one of several fixed scores, the sum of all dice, or of the matching dice."""


class _Pattern(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    score: Score = "all"
    plus: int = Field(default=0, ge=0)

    def _matches(self, roll: Roll) -> Iterator[int]:
        """The sum of the matching dice, once for every way in which the roll fits."""
        raise NotImplementedError

    def scores(self, roll: Roll) -> frozenset[int]:
        """The scores besides 0 that `roll` can earn; empty when it does not fit."""
        return frozenset(
            value + self.plus for match in self._matches(roll) for value in self._worth(roll, match)
        )

    def _worth(self, roll: Roll, match: int) -> tuple[int, ...]:
        if self.score == "all":
            return (sum(roll),)
        if self.score == "match":
            return (match,)
        return self.score if isinstance(self.score, tuple) else (self.score,)


class FacePattern(_Pattern):
    """The dice that show `face` (Aces, Twos, …)."""

    kind: Literal["face"]
    score: Score = "match"
    face: int = Field(ge=1, le=6)

    def _matches(self, roll: Roll) -> Iterator[int]:
        if self.face in roll:
            yield self.face * roll.count(self.face)


class AnyFacePattern(_Pattern):
    """The dice of one number that the player chooses (Choice)."""

    kind: Literal["any_face"]
    score: Score = "match"

    def _matches(self, roll: Roll) -> Iterator[int]:
        for face in set(roll):
            yield face * roll.count(face)


class GroupsPattern(_Pattern):
    """Groups of equal dice: pairs, three of a kind, full house, tower, Yahtzee.

    The groups show different numbers unless `same_face`; `exact` allows nothing beyond them, so
    that two pairs are no full house.
    """

    kind: Literal["groups"]
    sizes: tuple[int, ...] = Field(min_length=1)
    same_face: bool = False
    exact: bool = False

    def _matches(self, roll: Roll) -> Iterator[int]:
        counts = {face: roll.count(face) for face in FACES}
        if self.exact and not self._exactly(counts):
            return
        for faces in product(FACES, repeat=len(self.sizes)):
            if self._fits(faces, counts):
                yield sum(size * face for size, face in zip(self.sizes, faces, strict=True))

    def _exactly(self, counts: dict[int, int]) -> bool:
        groups = sorted(count for count in counts.values() if count > 1)
        return groups == sorted(self.sizes)

    def _fits(self, faces: tuple[int, ...], counts: dict[int, int]) -> bool:
        if len(set(faces)) < len(faces) and not self.same_face:
            return False
        need = dict.fromkeys(faces, 0)
        for size, face in zip(self.sizes, faces, strict=True):
            need[face] += size
        return all(counts[face] >= size for face, size in need.items())


class StraightPattern(_Pattern):
    """`length` numbers in a row, anywhere or starting at `first`."""

    kind: Literal["straight"]
    length: int = Field(ge=2, le=6)
    first: int | None = Field(default=None, ge=1, le=5)

    def _matches(self, roll: Roll) -> Iterator[int]:
        starts = range(1, 8 - self.length) if self.first is None else (self.first,)
        for start in starts:
            run = range(start, start + self.length)
            if set(run) <= set(roll):
                yield sum(run)


class AnyPattern(_Pattern):
    """Any roll at all (Chance)."""

    kind: Literal["any"]

    def _matches(self, roll: Roll) -> Iterator[int]:
        yield sum(roll)


Pattern = Annotated[
    FacePattern | AnyFacePattern | GroupsPattern | StraightPattern | AnyPattern,
    Field(discriminator="kind"),
]


@cache
def rolls_by_value(pattern: Pattern, dice: int) -> dict[int, tuple[Roll, ...]]:
    """Each score that the pattern can give, with all the rolls that give it."""
    table: dict[int, list[Roll]] = {}
    for roll in all_rolls(dice):
        for value in pattern.scores(roll):
            table.setdefault(value, []).append(roll)
    return {value: tuple(rolls) for value, rolls in sorted(table.items())}


def possible_values(pattern: Pattern, dice: int) -> frozenset[int]:
    """The scores besides 0 that some roll can earn."""
    return frozenset(rolls_by_value(pattern, dice))
