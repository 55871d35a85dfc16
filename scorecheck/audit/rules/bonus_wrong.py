"""An upper bonus that was not earned, was forgotten, or has the wrong number of points.

Yahtzee gives 35 and Yatzy 50 for an upper sum of 63 or more. Power Yahtzee gives 50 from 150, 100
from 200 and 200 from 300, and only the highest tier that was reached, never several together. A
bonus that is right for a wrong upper sum is reported as carried.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.audit.finding import Finding
from scorecheck.audit.rule import Rule, example
from scorecheck.audit.rules.sum_wrong import carried_words, totals_words
from scorecheck.audit.sums import WrongSum, wrong_sums, wrong_totals
from scorecheck.audit.view import CardView
from scorecheck.game.formula import BonusFormula
from scorecheck.game.totals import bonus_tiers
from scorecheck.languages.phrase import Joined, Phrase


def check(view: CardView) -> Iterator[Finding]:
    """A bonus that is wrong."""
    only_totals = view.status == "totals-only"
    for wrong in wrong_totals(view) if only_totals else wrong_sums(view):
        if isinstance(wrong.total.formula, BonusFormula):
            words = _message(view, wrong, wrong.total.formula)
            yield RULE.finding(
                wrong.total.id,
                totals_words(view, wrong) if only_totals else words,
                wrong.written,
                wrong.correct[0],
                carried=bool(wrong.carried_from),
            )


def _message(view: CardView, wrong: WrongSum, formula: BonusFormula) -> str:
    if wrong.carried_from:
        return carried_words(view, wrong)
    reached = view.totals[formula.of]
    tiers = bonus_tiers(formula, view.rules)
    rule = Joined(
        [Phrase("{points} from {sum}", points=points, sum=least) for least, points in tiers],
        between=", ",
    )
    return Phrase(
        "{bonus} says {written}, but an upper sum of {reached} gives {right} ({rule})",
        bonus=view.label(wrong.total.id),
        written=wrong.written,
        reached=reached,
        right=wrong.correct[0] or Phrase("none"),
        rule=rule or Phrase("this game has no bonus"),
    )


RULE = Rule(
    code="S02",
    name="bonus-wrong",
    page=__doc__,
    check=check,
    good=example(
        "yahtzee",
        {"fours": 16, "fives": 20, "sixes": 30},
        written={"upper_sum": 66, "bonus": 35},
    ),
    bad=example("yahtzee", {"fours": 16, "fives": 20}, written={"upper_sum": 36, "bonus": 35}),
)
