"""Every threshold of the weighing: when it may settle a cell, and when it asks.

The figures were chosen with `python -m scorecheck.measure.weighing --split tune`; those that are
reported come from other cards (`--split final`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorecheck.reading.types import ILLEGIBLE_TEXT, STRIKES_LIKE_ONE, CellReading, Person, State


class Why(StrEnum):
    """Why a person is asked about a cell for which a text can be read."""

    UNSURE = "unsure"
    """It is not probable enough, weighed with the whole card."""
    PICTURE = "picture"
    """The card says so, but the picture alone does not show it clearly enough."""
    IMPOSSIBLE = "impossible"
    """It may be an entry that breaks the rules, which must not hide it."""
    TOGETHER = "together"
    """Small doubts about several cells add up."""
    AGAINST = "against"
    """The picture is clear, but the rest of the card speaks against it."""
    HIDDEN = "hidden"
    """What the picture shows may not be all that is written, or another cell's."""


@dataclass(frozen=True)
class Around:
    """What the rest of the column says of a cell, beside the posterior.

    Attributes:
        impossible: as in `scorecheck.evidence.posterior.Marginals`; None in a cell that takes no
            box's value.
        strokes: the slanting strokes that surely strike another cell.
    """

    impossible: float | None = None
    strokes: frozenset[str] = frozenset()


ALONE = Around()


@dataclass(frozen=True)
class Policy:
    """The thresholds, all of them probabilities."""

    settled: float = 0.995
    """At least this probable after weighing, a doubtful cell may be settled."""

    seen: float = 0.5
    """A text that the picture alone gives less than this is never settled on: the card would have
    chosen it against what the picture shows, and an impossible value could pass for a possible."""

    seen_legible: float = 0.6
    """Nor is one that has less than this of what the picture gives to any text at all."""

    seen_legible_sum: float = 0.7
    """The same where no box restricts the number: a wrong sum always looks like another one."""

    seen_blank: float = 0.9
    """The same for nothing: whether anything is written is for the picture alone to say."""

    seen_written: float = 0.95
    """And an entry needs at least this share of what the picture gives to it and to nothing: a
    trace may be all that is left of one that was rubbed out, and its sum may still count it."""

    seen_stroke: float = 0.9
    """The same for a slanting stroke: a 1 looks like it."""

    seen_stroke_elsewhere: float = 0.99
    """And in a cell that takes no box's value."""

    impossible: float = 0.03
    """Nor is a number settled where one that the box cannot hold has this much, as far as the
    picture and the other cells tell: the rules of the box must not hide what breaks them."""

    impossible_stroke: float = 0.01
    """The same for a slanting stroke: where a 1 is impossible, rules always choose the strike."""

    impossible_stroke_again: float = 0.05
    """And where that stroke surely strikes another cell of the column: so this hand strikes."""

    card: float = 0.99
    """At least this probable together, if the clear cells are what they seem, the settled cells of
    a card may pass without a look."""

    kept: float = 0.95
    """A clear cell keeps its text always, but below this weighed probability a person is asked."""

    named: float = 1e-3
    """Weighed candidates below this are not worth naming."""

    plausible: float = 0.01
    plausible_alone: float = 0.05
    """From here on, weighed or from the picture alone, a candidate of a doubtful cell counts when
    findings are tested on it."""

    def may_settle(
        self, cell: CellReading, text: str, weighed: float, around: Around = ALONE
    ) -> bool:
        """Whether the weighing may settle a doubtful cell on a text of this weighed probability.

        Where people differ it never may.
        """
        if cell.said is Person.DISPUTED or not self._allows(text, around):
            return False
        settled = cell.state is State.DOUBTFUL and weighed >= self.settled
        return settled and self._shows(cell, text, entry=around.impossible is not None)

    def why_asked(
        self, cell: CellReading, text: str, weighed: float, around: Around = ALONE
    ) -> Why | None:
        """Why a doubtful cell is not settled on a text; the gravest reason, None if it may be."""
        if cell.said is Person.DISPUTED:
            return None  # what people say of it is reason enough
        if weighed < self.settled:
            return Why.UNSURE
        if not self._shows(cell, text, entry=around.impossible is not None):
            return Why.PICTURE
        return None if self._allows(text, around) else Why.IMPOSSIBLE

    def _allows(self, text: str, around: Around) -> bool:
        """Whether no impossible number is too likely beside a text."""
        most = self.impossible
        if text in STRIKES_LIKE_ONE:
            again = text in around.strokes
            most = self.impossible_stroke_again if again else self.impossible_stroke
        return around.impossible is None or around.impossible < most

    def _shows(self, cell: CellReading, text: str, *, entry: bool) -> bool:
        """Whether the picture alone shows a text clearly enough to settle on it."""
        seen = {candidate.text: candidate.p for candidate in cell.candidates}
        share = self.seen_legible if entry else self.seen_legible_sum
        needed = max(self.seen, share * (1 - seen.get(ILLEGIBLE_TEXT, 0.0)))
        if not text:
            needed = self.seen_blank
        elif text in STRIKES_LIKE_ONE:
            needed = self.seen_stroke if entry else self.seen_stroke_elsewhere
        shown = seen.get(text, 0.0)
        if cell.kind == "power" and text == "1":  # no stroke there is anything else
            shown += sum(seen.get(stroke, 0.0) for stroke in STRIKES_LIKE_ONE)
        written = not text or shown >= self.seen_written * (shown + seen.get("", 0.0))
        return written and shown >= needed


POLICY = Policy()


def is_clear(state: State) -> bool:
    """Whether the picture alone was clear."""
    return state in (State.SURE, State.BLANK)
