"""Which rolls can make a value in a box: the answer to "can that be?"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorecheck.errors import UsageError, quoted
from scorecheck.game.dice import FACES, Roll
from scorecheck.game.jokers import joker_score
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Template
from scorecheck.languages.phrase import Named, Phrase


@dataclass(frozen=True)
class Explanation:
    """How a value comes about in a box.

    `rolls` score it by the box's own rule; `jokers` only as a joker, when the Yahtzee box and the
    number's own box are used. `as_total` are the (base, factor) pairs that give it as the total
    of a row with a Power die. `allowed` are all values of the box besides 0.
    """

    variant: str
    box: str
    value: int
    rolls: tuple[Roll, ...]
    jokers: tuple[Roll, ...]
    as_total: tuple[tuple[int, int], ...]
    allowed: tuple[int, ...]

    @property
    def possible(self) -> bool:
        """Whether the value can stand in the box; 0 always can."""
        return self.value == 0 or bool(self.rolls or self.jokers)

    def to_json(self) -> dict[str, object]:
        """All fields, and whether the value is possible."""
        return {
            "variant": self.variant,
            "box": self.box,
            "value": self.value,
            "possible": self.possible,
            "rolls": [list(roll) for roll in self.rolls],
            "jokers": [list(roll) for roll in self.jokers],
            "as_total": [list(pair) for pair in self.as_total],
            "allowed": list(self.allowed),
        }


def explain(
    template: Template, box_id: str, value: int, options: Mapping[str, object]
) -> Explanation:
    """The rolls that can make `value` in a box.

    Args:
        options: as from `Template.resolve_options`.

    Raises:
        UsageError: the game has no such box.
    """
    if not template.has_box(box_id):
        raise UsageError(
            Phrase(
                "{game} has no box called {box}", game=Named(template.title), box=quoted(box_id)
            ),
            help=Phrase("choose one of {boxes}", boxes=", ".join(box.id for box in template.boxes)),
            code="unknown-box",
        )
    rules = ruleset(template, options)
    return Explanation(
        variant=template.id,
        box=box_id,
        value=value,
        rolls=rules.dice_of(box_id, value),
        jokers=_jokers(rules, box_id, value),
        as_total=_as_total(rules, box_id, value),
        allowed=tuple(sorted(rules.values[box_id])),
    )


def _jokers(rules: Ruleset, box_id: str, value: int) -> tuple[Roll, ...]:
    if joker_score(rules, box_id) != value:
        return ()
    return tuple((face,) * rules.template.dice for face in FACES)


def _as_total(rules: Ruleset, box_id: str, value: int) -> tuple[tuple[int, int], ...]:
    if not rules.boxes[box_id].has_power or value == 0:
        return ()
    return tuple(
        (value // factor, factor)
        for factor in sorted(rules.factors())
        if value % factor == 0 and value // factor in rules.values[box_id]
    )
