"""Blind double review: what two people said of each cell, and what holds.

The second person decides without seeing the first, as careful data entry does. Where they differ,
nothing holds until a third person settles it; or one of the two decides again, and they agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorecheck.decisions.current import latest, live
from scorecheck.decisions.names import is_same
from scorecheck.decisions.record import FIRST, SECOND, SETTLING, Decision


class Standing(StrEnum):
    """How two people's decisions on one cell stand."""

    AGREED = "agreed"
    DIFFERS = "differs"
    SETTLED = "settled"
    FIRST_ONLY = "first-only"
    SECOND_ONLY = "second-only"


@dataclass(frozen=True)
class Compared:
    """One cell in both rounds, of which at least one person said something. `settling` is a third
    person's decision, where it counts."""

    cell: str
    first: Decision | None = None
    second: Decision | None = None
    settling: Decision | None = None

    @property
    def standing(self) -> Standing:
        """Whether they agree.

        Raises:
            ValueError: nobody has decided on the cell.
        """
        if self.settling:
            return Standing.SETTLED
        if self.first and self.second:
            return Standing.AGREED if self.first.text == self.second.text else Standing.DIFFERS
        if self.first:
            return Standing.FIRST_ONLY
        if self.second:
            return Standing.SECOND_ONLY
        raise ValueError(f"nobody has decided on {self.cell}")

    @property
    def holds(self) -> Decision | None:
        """The decision that counts; None where they differ."""
        if self.standing is Standing.DIFFERS:
            return None
        return self.settling or self.first or self.second

    @property
    def independent(self) -> bool:
        """Whether both rounds were decided, and by two people."""
        if self.first is None or self.second is None:
            return False
        return not is_same(self.first.by, self.second.by)

    def may_be_settled_by(self, name: str) -> bool:
        """Whether this is the name of somebody who has not decided on the cell."""
        return not any(one and is_same(one.by, name) for one in (self.first, self.second))


@dataclass(frozen=True)
class Outcome:
    """What holds on one sheet, both rounds taken together.

    `differences` are the cells on which the two people differ, with what each of them said.
    """

    decided: dict[str, Decision]
    differences: dict[str, tuple[Decision, Decision]]


def compare(
    decisions: Sequence[Decision], sha256: str, page: int, sheet: int
) -> tuple[Compared, ...]:
    """Both rounds of one sheet, cell by cell, as far as anybody has decided.

    Args:
        decisions: all of a log, in its order.
    """
    own = [one for one in live(decisions) if one.place == (sha256, page, sheet)]
    order = {one.id: number for number, one in enumerate(own)}
    rounds = {n: latest(one for one in own if one.round == n) for n in (FIRST, SECOND, SETTLING)}
    cells = dict.fromkeys(one.cell for one in own)
    return tuple(
        _compared(
            Compared(cell, rounds[FIRST].get(cell), rounds[SECOND].get(cell)),
            rounds[SETTLING].get(cell),
            order,
        )
        for cell in cells
    )


def outcome(decisions: Sequence[Decision], sha256: str, page: int, sheet: int) -> Outcome:
    """What holds for each cell of one sheet, and where two people differ."""
    found = compare(decisions, sha256, page, sheet)
    return Outcome(
        {one.cell: one.holds for one in found if one.holds},
        {
            one.cell: (one.first, one.second)
            for one in found
            if one.standing is Standing.DIFFERS and one.first and one.second
        },
    )


def _compared(both: Compared, settling: Decision | None, order: Mapping[str, int]) -> Compared:
    """One cell; a settling word counts as long as nobody has decided anew since."""
    if settling is None:
        return both
    said = [order[one.id] for one in (both.first, both.second) if one]
    if said:
        fair = both.standing is not Standing.DIFFERS or both.may_be_settled_by(settling.by)
        if not fair or order[settling.id] < max(said):
            return both
    return replace(both, settling=settling)  # also where the other two took back what they said
