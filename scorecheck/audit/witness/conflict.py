"""For a card that cannot be: a smallest set of entries that cannot stand together, and why.

Smallest means: were any one of them another, the rest could stand as far as this reason goes, and
no smaller set of its kind cannot. Where several reasons stand against a card, the one with the
fewest entries is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorecheck.audit.finding import Finding
from scorecheck.audit.rules import (
    double_incompatible,
    double_unpaired,
    strike_format,
    unknown_box,
    unreachable,
)
from scorecheck.audit.view import CardView, is_filled
from scorecheck.audit.witness.few_boxes import boxes_against_chips
from scorecheck.audit.witness.few_rows import smallest_doubles
from scorecheck.audit.witness.turn import Claim, Conflict
from scorecheck.audit.words import show
from scorecheck.game.card import Entry, number_of
from scorecheck.languages.phrase import Phrase

SLIPS = frozenset({"sum-wrong", "bonus-wrong", "winner-wrong"})
"""Findings about numbers that players compute or say: the game itself can still have been."""


def bars(view: CardView, findings: Iterable[Finding]) -> list[Finding]:
    """The findings that no legal game allows, whatever was added up wrong afterwards."""
    return [one for one in findings if not (one.name in SLIPS or _is_form(view, one))]


def conflict_of(view: CardView, findings: Sequence[Finding], of: str = "card") -> Conflict:
    """The conflict with the fewest entries among the reasons against a card."""
    found = [_conflict(view, finding, of) for finding in findings]
    return min(found, key=lambda one: (one.claims[0].at == "card", len(one.claims)))


def _is_form(view: CardView, finding: Finding) -> bool:
    """A matter of writing: a strike that is written another way, but has no points, or a sum that
    the game does not have."""
    if finding.name == unknown_box.RULE.name:
        return finding.at not in view.card.entries
    return finding.name == strike_format.RULE.name and not _has_points(view, finding.at)


def _has_points(view: CardView, box: str) -> bool:
    return number_of(view.card.entry(box).total) != 0


def _conflict(view: CardView, finding: Finding, of: str) -> Conflict:
    places = _BY_NAME.get(finding.name, _told)(view, finding)
    claims = tuple(_claim(view, place) for place in places) or (_whole(view),)
    return Conflict(of, claims, _why(view, finding, places))


def _told(view: CardView, finding: Finding) -> tuple[str, ...]:
    """The finding's own place, unless it is the whole card, and those that it names beside."""
    whole = finding.at in ("card", "game") or finding.at not in _places(view)
    own = () if whole else (finding.at,)
    return tuple(dict.fromkeys((*own, *finding.beside)))


def _places(view: CardView) -> frozenset[str]:
    sections = {section.id for section in view.rules.template.sections}
    known = {"chips", *view.rules.boxes, *(total.id for total in view.rules.template.sums)}
    return frozenset(known | set(view.card.entries) | set(view.card.written)) - sections


def _reach(view: CardView, finding: Finding) -> tuple[str, ...]:
    if finding.at == "chips" and not finding.beside:
        return ("chips", *boxes_against_chips(view))
    return smallest_doubles(view) if finding.at == "card" else _told(view, finding)


_BY_NAME: dict[str, Callable[[CardView, Finding], tuple[str, ...]]] = {
    unreachable.RULE.name: _reach,
    double_unpaired.RULE.name: lambda view, _: smallest_doubles(view),
    double_incompatible.RULE.name: lambda view, _: smallest_doubles(view),
}


def _why(view: CardView, finding: Finding, places: Sequence[str]) -> str:
    """The sentence: the finding's own, or for DOUBLE rows one about those that are named."""
    if finding.name == double_incompatible.RULE.name:
        marked = [box for box in places if not view.is_struck(box)]
        return double_incompatible.in_words(view, marked)
    return finding.message


def _claim(view: CardView, place: str) -> Claim:
    if place == "chips":
        return Claim(place, view.label(place), show(view.card.chips))
    if place in view.card.written and place not in view.rules.boxes:
        return Claim(place, view.label(place), show(view.card.written[place]))
    return Claim(place, view.label(place), _says(view, view.card.entry(place), place))


def _whole(view: CardView) -> Claim:
    """How full the card is, where that alone is what cannot be."""
    boxes = len(view.rules.template.boxes)
    says = Phrase("has {filled} of {boxes} boxes filled", filled=len(view.filled), boxes=boxes)
    return Claim("card", Phrase("the card"), says)


def _says(view: CardView, entry: Entry, place: str) -> str:
    """What stands in a box: `16`, `X`, `16 D 32`; with the dice where they are known."""
    if not is_filled(entry):
        return Phrase("blank")
    marks = (entry.base, entry.power, entry.total)
    text = " ".join(show(mark) for mark in marks if mark is not None)
    roll = view.dice.get(place)
    dice = "-".join(map(str, roll or ()))
    return Phrase("{text} from {dice}", text=text, dice=dice) if roll else text
