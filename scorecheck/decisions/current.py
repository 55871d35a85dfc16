"""Which decisions hold: the latest for each cell, those taken back being gone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.decisions.record import FIRST, Decision


def standing(decisions: Sequence[Decision]) -> frozenset[str]:
    """The ids of all decisions and undos that nobody has taken back.

    An undo that was itself taken back has no effect.
    """
    undone: set[str] = set()
    stand: set[str] = set()
    for decision in reversed(decisions):
        if decision.id not in undone:
            stand.add(decision.id)
            if decision.undoes is not None:
                undone.add(decision.undoes)
    return frozenset(stand)


def live(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that nobody has taken back, in their order; an undo is none of them."""
    stand = standing(decisions)
    return [one for one in decisions if one.undoes is None and one.id in stand]


def current(
    decisions: Sequence[Decision], sha256: str, page: int, sheet: int, round: int = FIRST
) -> dict[str, Decision]:
    """What holds for each cell of one sheet in one round: of several decisions the latest.

    Args:
        decisions: all of a log, in its order.
    """
    return latest(
        one for one in live(decisions) if one.place == (sha256, page, sheet) and one.round == round
    )


def latest(decisions: Iterable[Decision]) -> dict[str, Decision]:
    """The last of the decisions on each cell."""
    return {one.cell: one for one in decisions}
