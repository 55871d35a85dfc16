"""Which game is this? A hint where what is written fits another game better.

Typical are Yatzy's values on a Yahtzee card: a Full House of 22, a Small Straight of 15. A hint
is no finding: the finding says what is wrong under the rules of the named game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from scorecheck.audit.words import both, either, show
from scorecheck.game.card import Card, Entry
from scorecheck.game.catalogue import Catalogue
from scorecheck.game.formula import BonusFormula
from scorecheck.game.ruleset import Ruleset, ruleset
from scorecheck.game.template import Sum, Template
from scorecheck.game.totals import bonus_tiers
from scorecheck.languages.phrase import Joined, Named, Phrase

_SAME = (
    frozenset({"yahtzee", "yatzy", "yacht", "yamb", "maxi_yatzy"}),
    frozenset({"small_straight", "little_straight"}),
    frozenset({"large_straight", "big_straight", "straight"}),
    frozenset({"chance", "choice"}),
    frozenset({"full_house", "full"}),
    frozenset({"four_kind", "poker"}),
)
"""Boxes of different games that players take for the same."""

_SHOWN = 3
_ENOUGH = 2
"""A game with other dice needs more than one number that fits it better."""


@dataclass(frozen=True)
class _Mark:
    """One number on a card: in a box, or as the bonus."""

    place: str
    label: str
    value: int
    is_bonus: bool = False


def hints_for(
    cards: Sequence[Card],
    template: Template,
    options: Mapping[str, object],
    catalogue: Catalogue,
) -> tuple[str, ...]:
    """What to say where the cards of one game fit another game of the catalogue better; mostly
    nothing. Games whose sheets have several columns are left out."""
    rules = ruleset(template, options)
    marks = [mark for card in cards for mark in _marks(card, rules)]
    strange = [mark for mark in marks if not _fits(mark, rules)]
    if not strange:
        return ()
    others = other_rules(template, catalogue)
    rated = [(_misfit(marks, rules, other), other) for other in others]
    least = min((rate for rate, _ in rated), default=(len(strange), 0, 0))
    wrong, _, more_dice = least
    explained = len(strange) - wrong
    if explained < max(wrong, 1) or (more_dice and explained < _ENOUGH):
        return ()
    return (_in_words(strange, [other for rate, other in rated if rate == least], template),)


def other_rules(template: Template, catalogue: Catalogue) -> list[Ruleset]:
    """The rules of the games that it may be instead; to work them out the first time is slow."""
    return [
        ruleset(other, other.resolve_options())
        for other in catalogue.all()
        if other.id != template.id and not other.columns
    ]


def _misfit(marks: Sequence[_Mark], rules: Ruleset, other: Ruleset) -> tuple[int, int, int]:
    """How badly another game fits: its impossible numbers, the boxes that it has not got (where
    ours has them), and the difference in dice."""
    missing = [mark for mark in marks if _fits(mark, rules) and not _has(mark, other)]
    wrong = sum(not _fits(mark, other) for mark in marks) - len(missing)
    return wrong, len(missing), abs(other.template.dice - rules.template.dice)


def _marks(card: Card, rules: Ruleset) -> list[_Mark]:
    """The numbers besides 0 in boxes, and the written bonus."""
    label = partial(Named, rules.template.label)
    marks = [
        _Mark(box, label(box), value)
        for box, entry in card.entries.items()
        if (value := _value(entry)) and not entry.is_struck
    ]
    bonus = _bonus(rules)
    written = card.written.get(bonus.id) if bonus else None
    if bonus and isinstance(written, int) and written > 0:
        marks.append(_Mark(bonus.id, label(bonus.id), written, is_bonus=True))
    return marks


def _value(entry: Entry) -> int:
    return entry.base if isinstance(entry.base, int) else 0


def _fits(mark: _Mark, rules: Ruleset) -> bool:
    """Whether this game can have the number in the box that bears the name."""
    if mark.is_bonus:
        return mark.value in _bonus_points(rules)
    return any(mark.value in rules.values[box] for box in _boxes(mark, rules))


def _has(mark: _Mark, rules: Ruleset) -> bool:
    return mark.is_bonus or bool(_boxes(mark, rules))


def _boxes(mark: _Mark, rules: Ruleset) -> list[str]:
    """The box of this game that players take for the mark's: of the same name, or a like one."""
    if mark.place in rules.boxes:
        return [mark.place]
    names = next((some for some in _SAME if mark.place in some), frozenset())
    return [box for box in rules.boxes if box in names]


def _bonus_points(rules: Ruleset) -> frozenset[int]:
    bonus = _bonus(rules)
    if bonus is None or not isinstance(bonus.formula, BonusFormula):
        return frozenset()
    return frozenset(points for _, points in bonus_tiers(bonus.formula, rules))


def _bonus(rules: Ruleset) -> Sum | None:
    return next((s for s in rules.template.sums if isinstance(s.formula, BonusFormula)), None)


def _in_words(strange: Sequence[_Mark], best: Sequence[Ruleset], template: Template) -> str:
    shown: list[str] = [
        Joined([mark.label, show(mark.value)], between=" ") for mark in strange[:_SHOWN]
    ]
    more = len(strange) - len(shown)
    if more:
        shown.append(Phrase("{number} more", number=more))
    return Phrase(
        "{entries} would fit {others} better than {game}: which game is this?",
        entries=both(shown),
        others=either([Named(rules.template.title) for rules in best]),
        game=Named(template.title),
    )
