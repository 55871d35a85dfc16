"""A number of bonus chips that no card can have.

Chips are counted: 0, 1, 2, … Each is earned by a further Yahtzee, which fills a box; the first
Yahtzee earned none. So there are always fewer chips than filled boxes. The option `chip_limit` can
set a lower limit, and a game without chips has none at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.view import CardView
from scorecheck.audit.words import there_are
from scorecheck.game.card import Number
from scorecheck.languages.phrase import Named, Phrase, Plural


def check(view: CardView) -> Iterator[Finding]:
    """A count of chips that cannot be."""
    chips = view.card.chips
    if not chips or view.status == "totals-only":
        return
    wrong = _what_is_wrong(view, chips)
    if wrong:
        yield RULE.finding("chips", wrong, chips, beside=_blanks_in_the_way(view, chips))


def _what_is_wrong(view: CardView, chips: Number) -> str:
    told = {"there_are_chips": there_are(chips)}
    if not view.rules.template.has_chips:
        game = Named(view.rules.template.title)
        return Phrase("{there_are_chips}, but {game} has no chips", game=game, **told)
    if not isinstance(chips, int) or chips < 0:
        return Phrase(
            "the number of chips is {chips}, but chips are counted 0, 1, 2 and so on", chips=chips
        )
    limit = view.rules.options.get("chip_limit")
    if isinstance(limit, int) and chips > limit:
        return Phrase(
            "{there_are_chips}, but this game allows at most {limit}", limit=limit, **told
        )
    boxes = len(view.filled)
    if chips > boxes - 1:
        return Plural(
            "{there_are_chips}, but with {n} filled box there can be at most {most}: each "
            "chip's roll fills a box, and the first Yahtzee earns none",
            "{there_are_chips}, but with {n} filled boxes there can be at most {most}: each "
            "chip's roll fills a box, and the first Yahtzee earns none",
            boxes,
            most=max(boxes - 1, 0),
            **told,
        )
    return ""


def _blanks_in_the_way(view: CardView, chips: Number) -> list[str]:
    """As many blank boxes as leave too few filled ones; none where the number cannot be at all."""
    boxes = view.rules.template.boxes
    limit = view.rules.options.get("chip_limit")
    most = min(len(boxes) - 1, limit) if isinstance(limit, int) else len(boxes) - 1
    if not isinstance(chips, int) or not 0 < chips <= most or not view.rules.template.has_chips:
        return []
    blanks = [box.id for box in boxes if box.id not in view.filled_ids]
    return blanks[: len(boxes) - chips]


RULE = Rule(
    code="C01",
    name="chip-impossible",
    page=__doc__,
    check=check,
    good=example("yahtzee", {"yahtzee": 50, "ones": 5}, chips=1),
    bad=example("yahtzee", {"yahtzee": 50, "ones": 5}, chips=2),
)
